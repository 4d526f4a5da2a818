"""Queries that lead to files and sites, with what their rows mean. `read.Reader` is the way to them."""

from __future__ import annotations

import os

from errdex.catalogue.text import backwards, escaped, parts_from_text, unescaped, unpacked
from errdex.nouns.matches import FileRef, SiteRef
from errdex.nouns.sites import SiteKind
from errdex.nouns.sources import Distribution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.catalogue.connection import Connection, Row
    from errdex.nouns.sites import Site

WEAK_LOOKED_AT = 2000
"""Most rows of one class that are looked at for active ones: some classes have a hundred thousand wordless sites."""

_SITE = (
    "SELECT site.id, file.id, file.distribution, file.path, site.line, site.end_line, site.function, site.kind,"
    " class.exception, class.qualified, class.bases"
)
_CLASS = " JOIN class ON class.id = site.class"
_OF_RECORD = (
    _SITE + " FROM record JOIN site ON site.id = record.site" + _CLASS + " JOIN file ON file.id = record.file"
    " WHERE record.id = ?"
)
_IN_FILE = (
    _SITE + " FROM file JOIN unit ON unit.id = file.unit"
    " JOIN site ON site.id >= unit.first AND site.id < unit.first + unit.sites" + _CLASS + " WHERE file.id = ?"
    " ORDER BY site.id"
)
_PRINTING = (
    _SITE
    + " FROM site_template AS printed JOIN site ON site.id = printed.site"
    + _CLASS
    + " JOIN file ON file.unit = site.unit"
)
_OF_TEMPLATE = _PRINTING + " WHERE printed.template = ? LIMIT ?"
_ACTIVE_OF_TEMPLATE = (
    _PRINTING + " JOIN environment_distribution AS member ON member.distribution = file.distribution"
    " WHERE printed.template = ? AND member.environment = ? LIMIT ?"
)
_OF_CLASS = (
    _SITE + ", parts FROM (SELECT template, site FROM weak WHERE class = ? LIMIT ?) AS weak"  # noqa: S608 - our own text
    " JOIN anchor ON anchor.word = -1 AND anchor.second = -1 AND anchor.template = weak.template JOIN site ON site.id = weak.site"
    + _CLASS
    + " JOIN file ON file.unit = site.unit"
)

_KINDS = {str(kind): kind for kind in SiteKind}


class Finder:
    """Distributions and files."""

    def __init__(self, connection: Connection, python: str | None) -> None:
        self._connection = connection
        self.environment: int | None = None
        self.complete = False
        self._all_active = python is None
        self._distributions: dict[int, tuple[Distribution, str, bool]] = {}
        if python is not None:
            found = connection.row("SELECT id, complete FROM environment WHERE python = ?", (escaped(python),))
            if found is not None:
                self.environment, self.complete = found[0], bool(found[1])

    def distribution(self, row: int) -> tuple[Distribution, str, bool]:
        """A distribution, its root, and whether it is active."""
        if row not in self._distributions:
            found = self._connection.row(
                "SELECT ecosystem, name, version, repo, prefix, root, EXISTS (SELECT 1 FROM environment_distribution"
                " WHERE environment = ? AND distribution = distribution.id) FROM distribution WHERE id = ?",
                (self.environment, row),
            )
            with self._connection.decoding():
                if found is None:
                    raise ValueError("a file in it belongs to no distribution")
                *columns, root, active = found
                self._distributions[row] = (Distribution(*columns), unescaped(root), self._all_active or bool(active))
        return self._distributions[row]

    def distribution_of(self, file_row: int) -> Distribution:
        """The distribution that holds a file."""
        (row,) = self._connection.row("SELECT distribution FROM file WHERE id = ?", (file_row,)) or (-1,)
        return self.distribution(row)[0]

    def distribution_named(self, name: str) -> Distribution | None:
        """The active distribution of this name, else the one indexed last."""
        rows = self._connection.rows("SELECT id FROM distribution WHERE name = ? ORDER BY indexed DESC, id", (name,))
        found = sorted((self.distribution(row) for (row,) in rows), key=lambda known: not known[2])
        return found[0][0] if found else None

    def files_ending(self, tail: str, limit: int) -> list[FileRef]:
        """Files whose path is `tail`, or ends with `/` and `tail`, active ones first."""
        start = backwards(escaped(tail.strip("/")))
        rows = self._connection.rows(
            "SELECT id, distribution, path FROM file WHERE backwards >= ? AND backwards < ? LIMIT ?",
            (start, start[:-1] + "0", limit),  # "0" comes right after "/"
        )
        refs = [self._file_ref(*row) for row in rows]
        return sorted(refs, key=lambda ref: (not ref.active, ref.package, ref.version, ref.file, ref.file_row))

    def _file_ref(self, row: int, distribution: int, path: str) -> FileRef:
        known, _, active = self.distribution(distribution)
        with self._connection.decoding():
            return FileRef(row, known.name, known.version, unescaped(path), active)

    def source_of(self, file_row: int) -> tuple[str, int, int, bytes | None]:
        """Location, size, time and content hash of a file."""
        found = self._connection.row(
            "SELECT distribution, path, location, size, mtime_ns, hash FROM file"
            " LEFT JOIN content ON content.id = content WHERE file.id = ?",
            (file_row,),
        )
        with self._connection.decoding():
            if found is None:
                raise ValueError("a site in it belongs to no file")
            distribution, path, location, size, mtime_ns, content = found
            root = self.distribution(distribution)[1]
            usual = os.path.join(root, unescaped(path)) if root else ""
            return (usual if location is None else unescaped(location)), size, mtime_ns, content

    def content_of_module(self, module: str) -> int | None:
        """Content row of a module of the active distributions."""
        rows = self._connection.rows(
            "SELECT distribution, content FROM file WHERE module = ? AND content IS NOT NULL ORDER BY distribution, id",
            (escaped(module),),
        )
        return next((content for row, content in rows if self.distribution(row)[2]), None)

    def file_of_module(self, module: str, beside: int) -> int | None:
        """Row of a module's file: of the distribution that holds the file `beside`, else of the active ones."""
        rows = self._connection.rows(
            "SELECT id, distribution, distribution = (SELECT distribution FROM file WHERE id = ?) FROM file"
            " WHERE module = ? AND content IS NOT NULL ORDER BY 3 DESC, distribution, id",
            (beside, escaped(module)),
        )
        return next((row for row, distribution, own in rows if own or self.distribution(distribution)[2]), None)


class SiteFinder:
    """Sites."""

    def __init__(self, connection: Connection, finder: Finder) -> None:
        self._connection = connection
        self._finder = finder

    def of_template(self, template: int, limit: int) -> list[SiteRef]:
        """At most `limit` sites that print a template, active ones first."""
        rows = self._connection.rows(_OF_TEMPLATE, (template, limit + 1))
        environment = self._finder.environment
        if len(rows) > limit and environment is not None:
            # too many to sort: the active ones alone, if there are any
            rows = self._connection.rows(_ACTIVE_OF_TEMPLATE, (template, environment, limit)) or rows
        return self._refs(rows[:limit])

    def of_record(self, record: int) -> list[SiteRef]:
        """The sites that a record names, active ones first."""
        return self._refs(self._connection.rows(_OF_RECORD, (record,)))

    def in_file(self, file_row: int) -> list[SiteRef]:
        """All sites of a file, in order of lines."""
        return [self._ref(row) for row in self._connection.rows(_IN_FILE, (file_row,))]

    def weak(self, key: int, limit: int) -> list[tuple[SiteRef, tuple[str | None, ...]]]:
        """At most `limit` sites of a class that no word leads to, active ones first, then those with known text."""
        rows = self._connection.rows(_OF_CLASS, (key, limit))
        if len(rows) >= limit and not all(map(self._is_active, rows)):
            rows = self._connection.rows(_OF_CLASS, (key, WEAK_LOOKED_AT))
            rows = sorted(rows, key=lambda row: not self._is_active(row))[:limit]
        with self._connection.decoding():
            found = [(self._ref(row), parts_from_text(row[-1])) for row in rows]
        return sorted(found, key=lambda pair: not pair[0].active)[:limit]

    def _is_active(self, row: Row) -> bool:
        return self._finder.distribution(row[2])[2]

    def whole(self, row: int) -> Site:
        """Everything known of a site."""
        from errdex.nouns.site_codec import site_from_json

        found = self._connection.row(
            "SELECT details, site.id - first FROM site JOIN unit ON unit.id = unit WHERE site.id = ?", (row,)
        )
        with self._connection.decoding():
            if found is None:
                raise ValueError("a site is gone")
            details, ordinal = found
            return site_from_json(unpacked(details).decode().split("\n")[ordinal])

    def whole_in_file(self, file_row: int) -> list[Site]:
        """Everything known of all sites of a file, in the order of `in_file`."""
        from errdex.nouns.site_codec import site_from_json

        found = self._connection.row(
            "SELECT details FROM file JOIN unit ON unit.id = unit WHERE file.id = ?", (file_row,)
        )
        if found is None:
            return []
        with self._connection.decoding():
            return [site_from_json(line) for line in unpacked(found[0]).decode().split("\n")]

    def _refs(self, rows: Iterable[Row]) -> list[SiteRef]:
        refs: dict[tuple[int, str, str, str], SiteRef] = {}
        for row in rows:
            ref = self._ref(row)
            # the same version installed twice is one statement; the active place stands for it
            key = (ref.site, ref.package, ref.version, ref.file)
            if key not in refs or (ref.active and not refs[key].active):
                refs[key] = ref
        return sorted(refs.values(), key=lambda ref: not ref.active)

    def _ref(self, row: Row) -> SiteRef:
        site, file, distribution, path, line, end_line, function, kind, exception, qualified, bases = row[:11]
        known, _, active = self._finder.distribution(distribution)
        with self._connection.decoding():
            return SiteRef(
                site,
                file,
                known.name,
                known.version,
                unescaped(path),
                line,
                end_line,
                unescaped(function),
                _KINDS[kind],
                unescaped(exception),
                unescaped(qualified),
                tuple(unescaped(bases).split("\n")) if bases else (),
                active,
            )
