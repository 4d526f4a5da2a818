"""Adds to a catalogue. Each method is one short transaction: killed at any moment, the state before or after it is there."""

from __future__ import annotations

import time

from errdex.catalogue.anchoring import reanchor, wants_reanchoring
from errdex.catalogue.connection import open_to_write
from errdex.catalogue.swap import find_distribution_row, swap_distribution
from errdex.catalogue.text import escaped, unescaped
from errdex.catalogue.waste import left_distributions, remove_distributions, remove_unused_contents
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from types import TracebackType
    from typing import Self

    from errdex.catalogue.units import Content, DistributionState
    from errdex.nouns.sources import Distribution, Environment, SourceFile


class StoredFile(NamedTuple):
    """A file as the catalogue knows it."""

    size: int
    mtime_ns: int
    content: int | None
    """Row of its content; `None`: its bytes could not be read."""
    current: bool
    """Whether the content's facts come from the analysis of the version asked about."""


class StoredDistribution(NamedTuple):
    """A distribution as the catalogue knows it."""

    row: int
    distribution: Distribution
    listing: bytes
    linking: int
    analysis: int


class Writer:
    """A catalogue that is being added to.

    Raises (every method): `CatalogueWriteError`, `CatalogueUnreadableError`; opening it also `CatalogueVersionError`.
    """

    def __init__(self, path: str) -> None:
        self._connection = open_to_write(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; more than once is fine."""
        self._connection.close()

    def find_distribution(self, distribution: Distribution, root: str) -> StoredDistribution | None:
        """What a new state of this distribution would replace; `None`: it is not there yet."""
        row = find_distribution_row(self._connection, distribution, root)
        if row is None:
            return None
        found = self._connection.row(
            "SELECT version, repo, prefix, listing, linking, analysis FROM distribution WHERE id = ?", (row,)
        )
        if found is None:
            return None
        version, repo, prefix, *rest = found
        stored = distribution._replace(version=version, repo=repo, prefix=prefix)
        return StoredDistribution(row, stored, *rest)

    def files(self, distribution: int, analysis: int) -> dict[str, StoredFile]:
        """The files of a distribution by path. `analysis`: the version that counts as current."""
        rows = self._connection.rows(
            "SELECT path, size, mtime_ns, content, analysis = ? FROM file LEFT JOIN content ON content.id = content"
            " WHERE distribution = ?",
            (analysis, distribution),
        )
        return {
            unescaped(path): StoredFile(size, at, content, bool(current)) for path, size, at, content, current in rows
        }

    def add_contents(self, contents: Collection[Content]) -> dict[bytes, int]:
        """Stores facts; the row of each by its hash."""
        now = int(time.time())
        rows = [(c.hash, c.analysis, now, c.facts, c.functions, c.unread) for c in contents]
        with self._connection.transaction():
            self._connection.execute_all(
                "INSERT INTO content (hash, analysis, added, facts, functions, unread) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (hash) DO UPDATE SET analysis = excluded.analysis, added = excluded.added,"
                " facts = excluded.facts, functions = excluded.functions, unread = excluded.unread",
                rows,
            )
        return self.content_rows([content.hash for content in contents])

    def content_rows(self, hashes: Iterable[bytes]) -> dict[bytes, int]:
        """Row of each content that is there."""
        return dict(self._connection.rows_among("SELECT hash, id FROM content WHERE hash IN (?*)", hashes))

    def put_distribution(self, state: DistributionState) -> int:
        """Replaces all that is known of a distribution; its row."""
        with self._connection.transaction():
            return swap_distribution(self._connection, state)

    def touch_distribution(self, row: int, listing: bytes, files: Iterable[SourceFile]) -> None:
        """Notes that these files of a distribution have new times but say the same as before."""
        rows = [(file.size, file.mtime_ns, row, escaped(file.path)) for file in files]
        with self._connection.transaction():
            self._connection.execute_all(
                "UPDATE file SET size = ?, mtime_ns = ? WHERE distribution = ? AND path = ?", rows
            )
            self._connection.execute("UPDATE distribution SET listing = ? WHERE id = ?", (listing, row))

    def put_environment(self, environment: Environment, distributions: Iterable[int], *, complete: bool) -> None:
        """Says what an interpreter has installed: all of it, or (not `complete`) these beside those already known."""
        connection = self._connection
        with connection.transaction():
            connection.execute(
                "INSERT INTO environment (python, version, complete) VALUES (?, ?, ?) ON CONFLICT (python) DO UPDATE"
                " SET version = excluded.version, complete = max(complete, excluded.complete)",
                (escaped(environment.python), environment.version, int(complete)),
            )
            (row,) = connection.row("SELECT id FROM environment WHERE python = ?", (escaped(environment.python),)) or (
                0,
            )
            if complete:
                connection.execute("DELETE FROM environment_distribution WHERE environment = ?", (row,))
            connection.execute_all(
                "INSERT OR IGNORE INTO environment_distribution (environment, distribution) VALUES (?, ?)",
                [(row, distribution) for distribution in sorted(set(distributions))],
            )

    def active_modules(self, environment: Environment) -> dict[str, int]:
        """Content row of every module that the environment's distributions hold, as far as they are indexed."""
        rows = self._connection.rows(
            "SELECT module, content FROM environment JOIN environment_distribution AS member ON environment = environment.id"
            " JOIN file ON file.distribution = member.distribution"
            " WHERE python = ? AND module != '' AND content IS NOT NULL",
            (escaped(environment.python),),
        )
        return {unescaped(module): content for module, content in rows}

    def users_of_modules(self, modules: Iterable[str]) -> set[int]:
        """Distributions whose sites were made from facts of these modules of others (or from their absence)."""
        return {
            row
            for (row,) in self._connection.rows_among(
                "SELECT DISTINCT distribution FROM foreign_use WHERE module IN (?*)", map(escaped, modules)
            )
        }

    def tidy(self) -> None:
        """At the end of a run: chooses anchors anew where that pays, and drops facts that nothing uses."""
        if wants_reanchoring(self._connection):
            reanchor(self._connection)
        with self._connection.transaction():
            remove_unused_contents(self._connection)
        self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def prune(self) -> Sequence[int]:
        """Removes distributions that are installed in no known environment and were not asked for; their rows."""
        with self._connection.transaction():
            rows = left_distributions(self._connection)
            remove_distributions(self._connection, rows)
        return rows
