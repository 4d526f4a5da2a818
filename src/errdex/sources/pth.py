"""What `.pth` files and the finders of editable installs add to the import path, read without running any of it."""

from __future__ import annotations

import os
import re

from errdex.nouns.base import NamedTuple

_LIMIT = 4 * 1024 * 1024
_FINDER = re.compile(r"^import\s+(__editable___\w+_finder)\b")


class PathFile(NamedTuple):
    """A `.pth` file."""

    folders: tuple[str, ...]
    """Absolute paths of the existing folders that it adds, in order."""
    finders: tuple[str, ...]
    """Absolute paths of the finder modules of editable installs that its `import` lines name."""


def read_small_text(path: str) -> str:
    """Text of a small file, bytes that are no UTF-8 kept as surrogates; `""` when it cannot be read or is not small."""
    try:
        with open(path, "rb") as file:
            content = file.read(_LIMIT + 1)
    except (OSError, ValueError):
        return ""
    return content.decode("utf-8-sig", "surrogateescape") if len(content) <= _LIMIT else ""


def read_path_file(path: str) -> PathFile:
    """Folders and finders of one `.pth` file. Its `import` lines are never run."""
    site = os.path.dirname(path)
    folders: list[str] = []
    finders: list[str] = []
    for line in read_small_text(path).splitlines():
        line = line.rstrip()
        if not line or line.startswith("#"):
            continue
        if line.startswith(("import ", "import\t")):
            if finder := _FINDER.match(line):
                finders.append(os.path.join(site, finder[1] + ".py"))
            continue
        if "\0" not in line:
            folder = os.path.normpath(os.path.join(site, line))
            if os.path.isdir(folder):
                folders.append(folder)
    return PathFile(tuple(folders), tuple(finders))


def iter_path_files(site: str) -> list[str]:
    """Absolute paths of the `.pth` files that Python would read in this folder, in its order."""
    try:
        names = sorted(name for name in os.listdir(site) if name.endswith(".pth") and not name.startswith("."))
    except OSError:
        return []
    return [os.path.join(site, name) for name in names]


def import_paths(sites: tuple[str, ...]) -> tuple[str, ...]:
    """These folders, each followed by those that its `.pth` files add, every folder once."""
    found: dict[str, str] = {}
    for site in sites:
        found.setdefault(os.path.normcase(site), site)
        for path_file in iter_path_files(site):
            for folder in read_path_file(path_file).folders:
                found.setdefault(os.path.normcase(folder), folder)
    return tuple(found.values())


def added_folders(paths: tuple[str, ...]) -> frozenset[str]:
    """Those of an environment's folders that a `.pth` file of another one adds."""
    added: set[str] = set()
    for site in paths:
        if site in added:
            continue  # Python reads no .pth files in folders that a .pth file adds
        for path_file in iter_path_files(site):
            added.update(folder for folder in read_path_file(path_file).folders if folder != site)
    return frozenset(added)
