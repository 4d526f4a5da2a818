"""From a file's path to the name under which Python imports it."""

from __future__ import annotations


def module_of_path(path: str) -> str:
    """Dotted name of a file, from its path relative to the import root; `""` when it has none.

    `pkg/__init__.py` is `pkg`, `pkg/fast.cpython-311-x86_64-linux-gnu.so` is `pkg.fast`. Names that only `importlib`
    reaches count (`migrations/0001_initial.py`), since their frames and loggers carry them.
    """
    folder, _, name = path.rpartition("/")
    return module_in(folder.replace("/", ".") + "." if folder else "", name) if is_importable(folder) else ""


def module_in(prefix: str, name: str) -> str:
    """Dotted name of the file `name` in the package whose dotted name and a dot are `prefix`."""
    stem = name[:-3] if name.endswith(".py") else name.partition(".")[0]
    if stem == "__init__":
        return prefix[:-1]
    return prefix + stem if is_importable(stem) else ""


def is_importable(folder: str) -> bool:
    """Whether every part of a path without suffix can be a part of a dotted name."""
    # A leading underscore makes a leading digit allowed; doubled or outer slashes cannot occur in listed paths.
    return not folder or ("_" + folder.replace("/", "_")).isidentifier()
