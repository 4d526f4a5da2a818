"""Keeps the programs that were run and ended at a statement. Their table is made when the first one is kept."""

from __future__ import annotations

import time

from errdex.catalogue.connection import open_to_read, open_to_write
from errdex.catalogue.text import escaped, unescaped
from errdex.nouns.reproductions import Reproduction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TABLE = """
CREATE TABLE IF NOT EXISTS reproduction (
    record INTEGER NOT NULL,            -- id of the record, as in `record`
    content BLOB NOT NULL,              -- hash of the file's bytes when it was run: of another text it says nothing
    code TEXT NOT NULL,
    exception TEXT NOT NULL,
    message TEXT NOT NULL,
    output TEXT NOT NULL,
    python TEXT NOT NULL,               -- version of the interpreter
    ran INTEGER NOT NULL,               -- seconds since 1970
    PRIMARY KEY (record, content)
) WITHOUT ROWID
"""


def keep_reproductions(path: str, found: Iterable[tuple[str, bytes, Reproduction]]) -> None:
    """Adds reproductions to a catalogue: id of the record, hash of the file, and what was run.

    Raises:
        CatalogueVersionError, CatalogueUnreadableError, CatalogueWriteError: it cannot be written.
    """
    rows = [(number_of(record), content, *map(escaped, one), int(time.time())) for record, content, one in found]
    connection = open_to_write(path)
    try:
        with connection.transaction():
            connection.execute(TABLE)
            connection.execute_all("INSERT OR REPLACE INTO reproduction VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    finally:
        connection.close()


def find_reproduction(path: str, record: str, content: bytes) -> Reproduction | None:
    """The program that was run for a record while its file had these bytes; `None`: none was.

    Raises:
        CatalogueMissingError, CatalogueVersionError, CatalogueUnreadableError: it cannot be read.
    """
    connection = open_to_read(path)
    try:
        if connection.row("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'reproduction'") is None:
            return None
        found = connection.row(
            "SELECT code, exception, message, output, python FROM reproduction WHERE record = ? AND content = ?",
            (number_of(record), content),
        )
        with connection.decoding():
            return None if found is None else Reproduction(*map(unescaped, found))
    finally:
        connection.close()


def number_of(record: str) -> int:
    """An id's 64 bits as SQLite has them."""
    number = int(record, 16)
    return number - (1 << 64) if number >= 1 << 63 else number
