"""Where code comes from: a distribution, its tree of files, and what of it could not be read."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class Distribution(NamedTuple):
    """A named, versioned body of source."""

    ecosystem: str
    """`pypi` for projects of the package index, `stdlib` for the standard library, `local` for a directory or file,
    `git` for a repository at a commit."""
    name: str
    """Normalised as PEP 503 does for PyPI projects (`scikit-learn`); `cpython-stdlib` for the standard library."""
    version: str
    """As the metadata writes it; for a directory without one, `0+` and 12 digits of the tree's fingerprint."""
    repo: str | None = None
    """`owner/name` of the source repository, from the metadata or the user; `None`: the metadata names none."""
    prefix: str = ""
    """What stands before a file's path in that repository, such as `python/`."""


class SourceFile(NamedTuple):
    """One file of a tree."""

    path: str
    """Relative to the tree's root as installed (for PyPI projects: to site-packages), `/` between parts."""
    location: str
    """Where it can be read now, on this machine."""
    module: str
    """Dotted name under which Python imports it, `""` when there is none."""
    size: int
    """Bytes."""
    mtime_ns: int
    """Modification time; with `size` it tells an unchanged file without reading it."""


class Unread(NamedTuple):
    """A file, or a whole target, that could not be read or analysed."""

    path: str
    """As `SourceFile.path`."""
    reason: str
    """For people, in one line: `line 3: print statement of Python 2`."""


class SourceTree(NamedTuple):
    """The files of one distribution."""

    distribution: Distribution
    root: str
    """Absolute path against which `SourceFile.path` is relative."""
    files: tuple[SourceFile, ...]
    """Sorted by path."""
    unread: tuple[Unread, ...] = ()
    origin: str = ""
    """How the tree was found, for people: `wheel`, `editable install`, `directory`, `PyPI through pip`."""


class Environment(NamedTuple):
    """An interpreter and what is installed in it."""

    python: str
    """Absolute path of the interpreter's executable."""
    version: str
    """Of the interpreter, such as `3.11.7`."""
    stdlib: str
    """Absolute path of the standard library's folder."""
    paths: tuple[str, ...]
    """Folders that hold distributions, in import order (`site-packages` and those that `.pth` files add)."""
