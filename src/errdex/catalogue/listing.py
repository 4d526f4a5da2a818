"""Lists what a catalogue holds: distributions, what could not be read, all sites. For people and exports, not for lookups."""

from __future__ import annotations

import os

from errdex.catalogue.connection import open_to_read
from errdex.catalogue.finding import Finder, SiteFinder
from errdex.catalogue.text import escaped, unescaped
from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import Distribution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from types import TracebackType
    from typing import Self

    from errdex.nouns.matches import SiteRef
    from errdex.nouns.sites import Site


class ListedDistribution(NamedTuple):
    """A distribution in the catalogue."""

    row: int
    distribution: Distribution
    root: str
    """`""`: it was an archive that is gone."""
    origin: str
    files: int
    sites: int
    indexed: int
    """Seconds since 1970."""
    environments: tuple[str, ...]
    """Interpreters that have it installed, as far as they were indexed."""


class UnreadFile(NamedTuple):
    """A file that could not be read or analysed."""

    package: str
    version: str
    path: str
    reason: str


class ListedSite(NamedTuple):
    """A site, with everything that says where it stands."""

    record: str
    """Id of its record."""
    distribution: Distribution
    ref: SiteRef
    site: Site


class Totals(NamedTuple):
    """How much a catalogue holds."""

    distributions: int
    files: int
    contents: int
    """Distinct files."""
    sites: int
    """Distinct sites: those of equal files count once."""
    templates: int
    bytes: int
    """Size of the catalogue on the disk."""
    changed: int
    """When it last changed, seconds since 1970; 0: never."""


class Listing:
    """An open catalogue, to list what is in it. Every method raises `CatalogueUnreadableError` when it is broken."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection = open_to_read(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._connection.close()

    def distributions(self) -> list[ListedDistribution]:
        """All distributions, by name and version."""
        members: dict[int, list[str]] = {}
        for row, python in self._connection.rows(
            "SELECT distribution, python FROM environment_distribution JOIN environment ON environment.id = environment"
            " ORDER BY python"
        ):
            members.setdefault(row, []).append(unescaped(python))
        rows = self._connection.rows(
            "SELECT id, root, origin, files, sites, indexed, ecosystem, name, version, repo, prefix"
            " FROM distribution ORDER BY name, version, root"
        )
        with self._connection.decoding():
            return [
                ListedDistribution(
                    row, Distribution(*key), unescaped(root), origin, files, sites, at, tuple(members.get(row, ()))
                )
                for row, root, origin, files, sites, at, *key in rows
            ]

    def environments(self) -> list[tuple[str, str, bool]]:
        """Every interpreter: path, version, and whether all that it has installed is in the catalogue."""
        rows = self._connection.rows("SELECT python, version, complete FROM environment ORDER BY python")
        return [(unescaped(python), version, bool(complete)) for python, version, complete in rows]

    def unread(self, distributions: Collection[int] | None = None) -> list[UnreadFile]:
        """Files that could not be read or analysed, of all distributions or of these."""
        found: list[UnreadFile] = []
        for query in (_UNREAD_FILES, _UNREAD_CONTENTS):
            for row, name, version, path, reason in self._connection.rows(query):
                if distributions is None or row in distributions:
                    found.append(UnreadFile(name, version, unescaped(path), unescaped(reason)))
        return sorted(found)

    def totals(self) -> Totals:
        """How much there is."""
        distributions, files, contents, sites, templates = map(
            self._count, ("distribution", "file", "content", "site", "template")
        )
        (changed,) = self._connection.row("SELECT value FROM fact WHERE name = 'changed'") or (0,)
        size = sum(os.path.getsize(path) for path in (self._path, self._path + "-wal") if os.path.exists(path))
        return Totals(distributions, files, contents, sites, templates, size, changed)

    def sizes(self, distributions: Collection[int]) -> tuple[int, int]:
        """Number of files and of sites of some distributions."""
        rows = self._connection.rows_among("SELECT files, sites FROM distribution WHERE id IN (?*)", distributions)
        return sum(files for files, _ in rows), sum(sites for _, sites in rows)

    def _count(self, table: str) -> int:
        (count,) = self._connection.row(f"SELECT count(*) FROM {table}") or (0,)  # noqa: S608 - named above
        return int(count)

    def sites(self, distribution: int) -> Iterator[ListedSite]:
        """The sites of a distribution, by file and line. Memory is bounded by one file's sites."""
        finder = Finder(self._connection, None)
        sites = SiteFinder(self._connection, finder)
        owner = finder.distribution(distribution)[0]
        files = self._connection.rows(
            "SELECT id FROM file WHERE distribution = ? AND unit IS NOT NULL ORDER BY path", (distribution,)
        )
        for (file,) in files:
            records: dict[int, int] = dict(self._connection.rows("SELECT site, id FROM record WHERE file = ?", (file,)))
            for ref, site in zip(sites.in_file(file), sites.whole_in_file(file), strict=False):
                with self._connection.decoding():
                    record = f"{records[ref.site] & 0xFFFFFFFFFFFFFFFF:016x}"
                yield ListedSite(record, owner, ref, site)

    def holding(self, file_row: int) -> ListedDistribution | None:
        """The distribution that holds a file; `None`: the file is gone."""
        (row,) = self._connection.row("SELECT distribution FROM file WHERE id = ?", (file_row,)) or (None,)
        return next((listed for listed in self.distributions() if listed.row == row), None)

    def hashes(self, distribution: int) -> list[tuple[str, bytes]]:
        """Path and content hash of each file of a distribution that could be read, by path."""
        rows = self._connection.rows(
            "SELECT path, hash FROM file JOIN content ON content.id = content WHERE distribution = ? ORDER BY path",
            (distribution,),
        )
        return [(unescaped(path), hashed) for path, hashed in rows]

    def files(self, distribution: int) -> list[tuple[int, str, str]]:
        """Row, path and module of each file of a distribution, by path."""
        rows = self._connection.rows(
            "SELECT id, path, module FROM file WHERE distribution = ? ORDER BY path", (distribution,)
        )
        return [(row, unescaped(path), unescaped(module)) for row, path, module in rows]

    def find(self, distribution: Distribution, root: str) -> int | None:
        """Row of a distribution; `None`: it is not in the catalogue."""
        found = self._connection.row(
            "SELECT id FROM distribution WHERE name = ? AND ecosystem = ? AND version = ? AND root = ?",
            (distribution.name, distribution.ecosystem, distribution.version, escaped(root)),
        )
        return found[0] if found else None


_UNREAD_FILES = (
    "SELECT distribution.id, name, version, path, file.unread FROM file JOIN distribution ON distribution.id = distribution"
    " WHERE file.unread IS NOT NULL"
)
_UNREAD_CONTENTS = (
    "SELECT distribution.id, name, version, path, content.unread FROM content JOIN file ON file.content = content.id"
    " JOIN distribution ON distribution.id = distribution WHERE content.unread IS NOT NULL"
)
