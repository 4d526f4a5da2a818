"""Which distribution owns the file that a traceback prints.

A printed path may come from another machine, another operating system or another version, so it is matched by what
follows `site-packages`, or by its longest end that exists here. No folder is walked: lists of files say who has what,
which on an environment of a hundred distributions costs some ten milliseconds.
"""

from __future__ import annotations

import os
import re

from errdex.sources.editable import mapped_files
from errdex.sources.installation import read_installation
from errdex.sources.metadata import canonical_name
from errdex.sources.record import claims_of, record_text
from errdex.sources.stdlib import STDLIB_NAME
from errdex.sources.walk import SUFFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from errdex.nouns.sources import Environment
    from errdex.sources.editable import Mapped
    from errdex.sources.installation import Installation, Row

UNOWNED = "unowned"
"""Name of the tree of files that stand in an environment's folders and that no distribution claims."""

_COMPILED_SUFFIXES = (".pyx", ".pxd", ".pxi")
_PATH_LIMIT = 4096
_PARTS_LIMIT = 64
_INSTALLED = re.compile(r".*[/\\](?:site|dist)-packages[/\\]+(.+)", re.IGNORECASE | re.DOTALL)
_FROZEN = re.compile(r"<frozen ([\w.]+)>")
_STDLIB = re.compile(r"(?:.*/)?(?:lib(?:64)?/)?(?:python|pypy)\d\.\d+/(.+)|(?:[A-Za-z]:)?(?:.*/)?Lib/(.+)", re.DOTALL)


def distributions_of_files(environment: Environment, paths: Iterable[str]) -> dict[str, str]:
    """Names the distribution of each printed path that belongs to one; the others are left out.

    Args:
        environment: Where to look.
        paths: As tracebacks print them, of any operating system and any machine.

    Returns:
        Canonical names by printed path: `cpython-stdlib` for the standard library, `unowned` for a file of the
        environment that no distribution claims.
    """
    owners = _Owners(environment)
    found: dict[str, str] = {}
    for printed in dict.fromkeys(paths):
        if printed and len(printed) <= _PATH_LIMIT and "\0" not in printed:
            owner = owners.find_owner(printed)
            if owner is not None:
                found[printed] = owner
    return found


class _Owners:
    """Answers for one environment; what it reads it keeps until all paths are answered."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._installation: Installation = read_installation(environment)
        self._mapped: Mapping[str, tuple[Mapped, ...]] = mapped_files(self._installation)
        # A shadowed distribution answers for its files by the name that it shares.
        self._rows: tuple[Row, ...] = (*self._installation.rows, *self._installation.shadowed)
        self._records: dict[str, str] = {}
        self._owners: dict[str, str] | None = None
        self._known: dict[str, str | None] = {}
        self._packages: dict[str, frozenset[str]] = {}
        self._tops = self._names_at_roots()

    def find_owner(self, printed: str) -> str | None:
        """Name of the distribution that the file at a printed path belongs to."""
        if frozen := _FROZEN.fullmatch(printed):
            return self._in_stdlib(frozen[1].replace(".", "/") + ".py")
        if installed := _INSTALLED.fullmatch(printed):
            return self._installed(_parts(installed[1]), sure=True)
        path = printed.replace("\\", "/")
        return self._here(printed) or self._elsewhere(path, printed)

    def _names_at_roots(self) -> frozenset[str]:
        """First parts that a path relative to an import root can have."""
        folders = [self._environment.stdlib, *(root.path for root in self._installation.roots)]
        places = [place for places in self._mapped.values() for place in places]
        folders += [place.location for place in places if not place.path]
        tops = {place.path.partition("/")[0] for place in places}
        for folder in folders:
            if os.path.isdir(folder):
                tops.update(os.listdir(folder))
        return frozenset(tops - _COMMON)

    def _here(self, printed: str) -> str | None:
        """Owner of a file that is exactly here, on this machine."""
        if not os.path.isabs(printed):
            return None
        path = os.path.normpath(printed)
        for name, places in self._mapped.items():
            if any(_is_inside(path, place.location) for place in places):
                return name
        for root in self._installation.roots:
            if _is_inside(path, root.path) and path != root.path:
                return self._installed(_parts(os.path.relpath(path, root.path)), sure=True)
        if _is_inside(path, self._environment.stdlib):
            return self._in_stdlib(os.path.relpath(path, self._environment.stdlib).replace(os.sep, "/"))
        return None

    def _elsewhere(self, path: str, printed: str) -> str | None:
        """Owner of a file that another machine, or another environment, printed."""
        stdlib = _STDLIB.fullmatch(path)
        if stdlib is not None and (owner := self._in_stdlib(stdlib[1] or stdlib[2])):
            return owner
        if os.path.isabs(printed) and os.path.exists(printed):
            return None  # a file of this machine that is not of this environment: a likeness proves nothing
        parts = _parts(path)
        if path.endswith(_COMPILED_SUFFIXES) and not path.startswith("/"):
            # Compiled code prints its source relative to the project, and the source is mostly not installed.
            return self._installed(parts, sure=True)
        # A single name, or the layout that every project has, says nothing about whose it is.
        for start in range(max(len(parts) - _PARTS_LIMIT, 0), len(parts) - 1):
            if owner := self._by_suffix(parts[start:]):
                return owner
        return None

    def _by_suffix(self, parts: list[str]) -> str | None:
        if parts[0] not in self._tops:
            return None
        tail = os.path.join(*parts)
        for name, places in self._mapped.items():
            if any(_holds(place, parts) for place in places):
                return name
        if any(os.path.isfile(os.path.join(root.path, tail)) for root in self._installation.roots):
            return self._installed(parts, sure=False)
        return STDLIB_NAME if os.path.isfile(os.path.join(self._environment.stdlib, tail)) else None

    def _in_stdlib(self, path: str) -> str | None:
        parts = _parts(path)
        stdlib = self._environment.stdlib
        if not parts or parts[0] in {"site-packages", "dist-packages"}:
            return None
        if os.path.isfile(os.path.join(stdlib, *parts)):
            return STDLIB_NAME
        # Another version has other modules in the same packages.
        package = os.path.join(stdlib, parts[0])
        return STDLIB_NAME if len(parts) > 1 and os.path.isfile(os.path.join(package, "__init__.py")) else None

    def _installed(self, parts: list[str], *, sure: bool) -> str | None:
        path = "/".join(parts)
        if path not in self._known:
            self._known[path] = self._owner_of_path(path, sure=sure)
        return self._known[path]

    def _owner_of_path(self, path: str, *, sure: bool) -> str | None:
        if not path:
            return None
        if owner := self._claiming(path) or self._mapped_owner(path):
            return owner
        for row in self._rows:
            if not row.has_record and any(_is_top(name, path) for name in claims_of(row, SUFFIXES).tops):
                return row.name
        if any(os.path.isfile(os.path.join(root.path, path)) for root in self._installation.roots):
            return UNOWNED
        # Not a file of the installed version: the only distribution that has the package has it in another version.
        return self._only_claiming(path) if sure and path.partition("/")[0] in self._tops else None

    def _mapped_owner(self, path: str) -> str | None:
        """Owner by an editable install, of a path under which it would be installed."""
        parts = path.split("/")
        return next(
            (name for name, places in self._mapped.items() if any(_holds(place, parts) for place in places)), None
        )

    def _claiming(self, path: str) -> str | None:
        """Owner by the lists of files: first that of the distribution with the package's name, then all."""
        namesake = canonical_name(path.partition("/")[0].removesuffix(".py"))
        for row in self._rows:
            if row.name == namesake and f"\n{path}," in self._record(row):
                return row.name
        if self._owners is None:
            self._owners = {}
            for row in reversed(self._rows):
                self._owners.update(dict.fromkeys(claims_of(row, SUFFIXES).paths, row.name))
        return self._owners.get(path)

    def _only_claiming(self, path: str) -> str | None:
        folder = path.rpartition("/")[0]
        while folder:
            names = self._claiming_folder(folder)
            if names:
                return next(iter(names)) if len(names) == 1 else None
            folder = folder.rpartition("/")[0]
        return None

    def _claiming_folder(self, folder: str) -> frozenset[str]:
        if folder not in self._packages:
            names = {row.name for row in self._rows if f"\n{folder}/" in self._record(row)}
            names |= {name for name, places in self._mapped.items() if any(_has(place, folder) for place in places)}
            self._packages[folder] = frozenset(names)
        return self._packages[folder]

    def _record(self, row: Row) -> str:
        if row.metadata not in self._records:
            self._records[row.metadata] = "\n" + record_text(row).replace("\\", "/") if row.has_record else ""
        return self._records[row.metadata]


_COMMON = frozenset(
    {"", "app", "bin", "doc", "docs", "examples", "lib", "scripts", "src", "test", "tests", "__pycache__"}
)


def _parts(path: str) -> list[str]:
    """Parts of a path of any operating system; empty when it steps outside."""
    parts = [part for part in re.split(r"[/\\]+", path) if part not in {"", "."}]
    return [] if ".." in parts else parts


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_top(top: str, path: str) -> bool:
    return path.startswith((top + "/", top + "."))


def _holds(place: Mapped, parts: list[str]) -> bool:
    """Whether an editable install has a file under this path."""
    path = "/".join(parts)
    if not place.path.endswith("/") and place.path:
        return path == place.path
    rest = path[len(place.path) :]
    return path.startswith(place.path) and bool(rest) and os.path.isfile(os.path.join(place.location, rest))


def _has(place: Mapped, folder: str) -> bool:
    """Whether an editable install has a package at this path."""
    path = folder + "/"
    if not path.startswith(place.path):
        return False
    return path == place.path or os.path.isdir(os.path.join(place.location, path[len(place.path) :]))
