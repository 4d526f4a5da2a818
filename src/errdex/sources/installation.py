"""The import roots of an environment and the metadata found in them: who is there, before any file is listed."""

from __future__ import annotations

import os

from errdex.nouns.base import NamedTuple
from errdex.sources.metadata import name_and_version_of_path
from errdex.sources.pth import added_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.sources import Environment

METADATA_SUFFIXES = (".dist-info", ".egg-info")


class ImportRoot(NamedTuple):
    """A folder of an environment that modules are imported from."""

    path: str
    added: bool
    """A `.pth` file adds it, so that it is no place where an installer puts things."""
    inner: tuple[str, ...]
    """Folders below it, ending in `/`, that a `.pth` file adds too: their files are imported without what stands before."""
    eggs: tuple[str, ...]
    """Folders below it, ending in `/`, that are import roots of their own (`name.egg`)."""


class Row(NamedTuple):
    """An installed distribution as the name of its metadata shows it."""

    name: str
    """Canonical."""
    metadata: str
    """Absolute path."""
    root: ImportRoot
    has_record: bool
    """The metadata says which files are the distribution's."""


class Installation(NamedTuple):
    """Who is installed in an environment."""

    roots: tuple[ImportRoot, ...]
    rows: tuple[Row, ...]
    """In the order in which they claim files: root by root, those with a list of files first, then by name."""
    shadowed: tuple[Row, ...]
    """Those of a name that an earlier root has too: Python finds the other, and their files are nobody else's."""


def read_installation(environment: Environment) -> Installation:
    """Import roots and distributions of an environment; of equal names the one that Python finds first."""
    roots = _import_roots(environment.paths)
    rows: dict[str, Row] = {}
    shadowed: list[Row] = []
    for root in roots:
        here = sorted(_rows_of_root(root), key=lambda row: (not row.has_record, row.name))
        shadowed.extend(row for row in here if rows.setdefault(row.name, row) is not row)
    return Installation(roots, tuple(rows.values()), tuple(shadowed))


def _import_roots(paths: tuple[str, ...]) -> tuple[ImportRoot, ...]:
    added = added_folders(paths)
    roots: list[ImportRoot] = []
    below: dict[str, list[str]] = {}
    own: list[str] = []
    for path in paths:
        outer = next((other for other in paths if _is_below(path, other)), None)
        if outer is None or os.path.isdir(os.path.join(path, "EGG-INFO")):
            own.append(path)
        if outer is not None:
            below.setdefault(outer, []).append(path[len(outer.rstrip(os.sep)) + 1 :].replace(os.sep, "/") + "/")
    for path in own:
        inner = tuple(below.get(path, ()))
        eggs = tuple(part for part in inner if os.path.join(path, *part.split("/")[:-1]) in own)
        roots.append(ImportRoot(path, path in added, tuple(part for part in inner if part not in eggs), eggs))
    return tuple(roots)


def _is_below(path: str, folder: str) -> bool:
    return path != folder and path.startswith(folder.rstrip(os.sep) + os.sep)


def _rows_of_root(root: ImportRoot) -> list[Row]:
    try:
        names = sorted(os.listdir(root.path))
    except OSError:
        return []
    found: dict[str, Row] = {}
    for base in names:
        if not base.endswith(METADATA_SUFFIXES) and base != "EGG-INFO":
            continue
        path = os.path.join(root.path, base)
        name = name_and_version_of_path(path)[0]
        # pip renames what it is about to remove to `~ame`.
        if not name or base.startswith("~"):
            continue
        row = Row(name, path, root, _has_record(path))
        if name not in found or _is_better(row, found[name]):
            found[name] = row
    return list(found.values())


def _has_record(metadata: str) -> bool:
    name = "RECORD" if metadata.endswith(".dist-info") else "installed-files.txt"
    return os.path.isfile(os.path.join(metadata, name))


def _is_better(row: Row, other: Row) -> bool:
    """Of two metadata folders of one name, a broken upgrade's remains: the one with a list of files, then the newer."""
    if row.has_record != other.has_record:
        return row.has_record
    return _modified(row.metadata) > _modified(other.metadata)


def _modified(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
