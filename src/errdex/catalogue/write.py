"""Adds to a catalogue. Each method is one short transaction: killed at any moment, the state before or after it is there."""

from __future__ import annotations

import time

from errdex.catalogue.anchoring import reanchor, wants_reanchoring
from errdex.catalogue.binaries import known_binaries, swap_binaries
from errdex.catalogue.connection import open_to_write
from errdex.catalogue.membership import put_environment
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
    from errdex.nouns.compiled import Binary, BinaryFacts
    from errdex.nouns.sources import Distribution, Environment, SourceFile


class StoredFile(NamedTuple):
    """A file as the catalogue knows it."""

    size: int
    mtime_ns: int
    content: int | None
    """Row of its content; `None`: its bytes could not be read."""
    analysis: int | None
    """Version of the analysis that made the content's facts."""
    unread: str | None
    """Why its bytes could not be read; `None`: they were."""


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

    def files(self, distribution: int) -> dict[str, StoredFile]:
        """The files of a distribution by path."""
        rows = self._connection.rows(
            "SELECT path, size, mtime_ns, content, analysis, file.unread FROM file LEFT JOIN content ON content.id = content"
            " WHERE distribution = ?",
            (distribution,),
        )
        with self._connection.decoding():
            return {
                unescaped(path): StoredFile(size, at, content, analysis, None if why is None else unescaped(why))
                for path, size, at, content, analysis, why in rows
            }

    def add_contents(self, contents: Collection[Content]) -> dict[bytes, int]:
        """Stores facts; the row of each by its hash."""
        now = int(time.time())
        rows = [(c.hash, c.analysis, now, c.facts, c.functions, c.source, c.unread) for c in contents]
        with self._connection.transaction():
            self._connection.execute_all(
                "INSERT INTO content (hash, analysis, added, facts, functions, source, unread) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (hash) DO UPDATE SET analysis = excluded.analysis, added = excluded.added,"
                " facts = excluded.facts, functions = excluded.functions, unread = excluded.unread,"
                " source = coalesce(excluded.source, source)",
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
        put_environment(self._connection, environment, set(distributions), complete=complete)

    def known_binaries(self, environment: Environment) -> dict[str, tuple[int, int]]:
        """Size and modification time of each binary that is known of an environment, by location."""
        return known_binaries(self._connection, environment.python)

    def put_binaries(
        self, environment: Environment, read: Sequence[tuple[Binary, BinaryFacts | str]], gone: Iterable[str]
    ) -> None:
        """Stores binaries of a known environment in place of older states, and removes those at the locations `gone`."""
        with self._connection.transaction():
            swap_binaries(self._connection, environment.python, read, gone)

    def active_modules(self, environment: Environment) -> dict[str, int]:
        """Content row of every module that the environment's distributions hold, as far as they are indexed."""
        rows = self._connection.rows(
            "SELECT module, content FROM environment JOIN environment_distribution AS member ON environment = environment.id"
            " JOIN file ON file.distribution = member.distribution"
            " WHERE python = ? AND module != '' AND content IS NOT NULL ORDER BY member.distribution DESC",
            (escaped(environment.python),),
        )
        return {unescaped(module): content for module, content in rows}

    def outdated(self, distributions: Iterable[int]) -> set[int]:
        """Those of the distributions whose sites were made from facts of others that have changed since."""
        rows = self._connection.rows_among(
            "SELECT id FROM distribution WHERE linking = 0 AND id IN (?*)", distributions
        )
        return {row for (row,) in rows}

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
