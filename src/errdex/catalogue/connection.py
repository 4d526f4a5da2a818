"""The one module that knows `sqlite3`: opens the file, runs statements, and turns its errors into ours."""

from __future__ import annotations

import os

from errdex.catalogue.schema import APPLICATION_ID, VERSION, statements
from errdex.errors import CatalogueMissingError, CatalogueUnreadableError, CatalogueVersionError, CatalogueWriteError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from types import TracebackType
    from typing import Any, TypeAlias

    Row: TypeAlias = tuple[Any, ...]
else:
    # the package around the module imports `datetime` for converters that nobody here asks for: a tenth of a cold explain
    try:
        import _sqlite3 as sqlite3
    except ImportError:  # other interpreters than CPython
        import sqlite3

PATIENCE = 60.0
"""Seconds that a writer waits for another one's transaction, which is short."""
_SQLITE_ERRORS = (sqlite3.Error, UnicodeError)  # a broken schema makes a message that cannot be decoded
UNWRITTEN = (0, 0, 0)
_open: list[int] = []
CHUNK = 400
"""Values in one `IN (…)`: SQLite before 3.32 takes 999 parameters."""

# What a person can do something about without losing the catalogue.
_WRITE_TROUBLE = ("full", "readonly", "read-only", "locked", "busy", "disk i/o", "unable to open")


class Connection:
    """An open catalogue. Every method raises `CatalogueUnreadableError`, or `CatalogueWriteError` where it is written."""

    def __init__(self, path: str, sqlite: sqlite3.Connection, *, writable: bool) -> None:
        self.path = path
        self._sqlite = sqlite
        _open.append(id(self))
        self._writable = writable

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """All rows of a query."""
        try:
            return self._sqlite.execute(sql, parameters).fetchall()
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error

    def row(self, sql: str, parameters: Sequence[object] = ()) -> Row | None:
        """The first row of a query; `None`: it has none."""
        try:
            found: Row | None = self._sqlite.execute(sql, parameters).fetchone()
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error
        return found

    def execute(self, sql: str, parameters: Sequence[object] = ()) -> int:
        """Runs a statement; the row that it inserted."""
        try:
            return self._sqlite.execute(sql, parameters).lastrowid or 0
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error

    def execute_all(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Runs a statement for each row."""
        try:
            self._sqlite.executemany(sql, rows)
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error

    def rows_among(self, sql: str, values: Iterable[object], before: Sequence[object] = ()) -> list[Row]:
        """All rows of a query with `IN (?*)` in it, for any number of values; `before` fills the `?` left of it."""
        every = list(values)
        found: list[Row] = []
        for start in range(0, len(every), CHUNK):
            chunk = every[start : start + CHUNK]
            found += self.rows(sql.replace("?*", ",".join("?" * len(chunk))), (*before, *chunk))
        return found

    def decoding(self) -> Decoding:
        """A `with` block in which values that no errdex writes become `CatalogueUnreadableError`."""
        return Decoding(self.path)

    def transaction(self) -> Transaction:
        """A `with` block that is written whole or not at all."""
        return Transaction(self)

    def close(self) -> None:
        """Closes the file; more than once is fine."""
        if id(self) in _open:
            _open.remove(id(self))
        try:
            self._sqlite.close()
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error

    def roll_back(self) -> None:
        """Ends a transaction without a trace, also one that SQLite has ended by itself."""
        try:
            if self._sqlite.in_transaction:
                self._sqlite.execute("ROLLBACK")
        except _SQLITE_ERRORS as error:
            raise self.trouble(error) from error

    def trouble(self, error: Exception) -> CatalogueUnreadableError | CatalogueWriteError:
        """SQLite's error as ours."""
        reason = str(error)
        if self._writable and any(word in reason.lower() for word in _WRITE_TROUBLE):
            return CatalogueWriteError(self.path, reason)
        return CatalogueUnreadableError(self.path, reason)


class Transaction:
    """`with connection.transaction():` takes the write lock first, so that nothing is computed on what then changes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            try:
                self._connection.execute("COMMIT")
            except CatalogueWriteError:
                self._connection.roll_back()
                raise
        else:
            self._connection.roll_back()


class Decoding:
    """`with connection.decoding():` around what turns stored values into nouns."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, (ValueError, TypeError, LookupError, AttributeError, RecursionError)):
            raise CatalogueUnreadableError(self._path, f"a value in it is broken: {error}") from error


def some_open() -> bool:
    """Whether this process holds a catalogue open: it must not fork then, since SQLite's locks do not survive that."""
    return bool(_open)


def open_to_read(path: str, *, lasting: bool = True) -> Connection:
    """Opens a catalogue that nobody may change through this connection.

    Where not `lasting` and no writer is at work, nothing is locked and no file is made beside it. A writer that starts
    meanwhile is not seen, and may change what is read once it has written some megabytes: good for a moment only.

    Raises:
        CatalogueMissingError: there is no file, or one that no index run has finished setting up.
        CatalogueVersionError: it has another schema.
        CatalogueUnreadableError: it is no catalogue, or broken.
    """
    if not os.path.exists(path):
        raise CatalogueMissingError(path)
    if not lasting and not os.path.exists(path + "-wal"):
        return _opened_to_read(path, "mode=ro&immutable=1")
    try:
        # Whoever closes last clears the writers' log away, and must be able to; `query_only` keeps it at that.
        return _opened_to_read(path, "mode=rw")
    except CatalogueUnreadableError as error:
        # A reader shares a small file with writers; where it may not make one there are no writers either.
        if "unable to open" not in error.reason and "readonly" not in error.reason:
            raise
        return _opened_to_read(path, "mode=ro&immutable=1")


def _opened_to_read(path: str, how: str) -> Connection:
    connection = _connected(f"{_uri(path)}?{how}", path, writable=False)
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.execute("PRAGMA trusted_schema = 0")
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_write(path: str) -> Connection:
    """Opens a catalogue to add to it, and makes it when there is none.

    Raises:
        CatalogueVersionError: it has another schema.
        CatalogueUnreadableError: it is no catalogue, or broken.
        CatalogueWriteError: it cannot be written.
    """
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        raise CatalogueWriteError(path, error.strerror or str(error)) from error
    connection = _connected(f"{_uri(path)}?mode=rwc", path, writable=True)
    try:
        if _state(connection) == UNWRITTEN:
            _create(connection)
        _check(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA trusted_schema = 0")
        connection.execute("PRAGMA cache_size = -32000")
    except BaseException:
        connection.close()
        raise
    return connection


def _connected(uri: str, path: str, *, writable: bool) -> Connection:
    try:
        sqlite = sqlite3.connect(uri, timeout=PATIENCE, isolation_level=None, uri=True)
    except _SQLITE_ERRORS as error:
        wrong = CatalogueWriteError if writable else CatalogueUnreadableError
        raise wrong(path, str(error)) from error
    return Connection(path, sqlite, writable=writable)


def _uri(path: str) -> str:
    plain = os.path.abspath(path).replace(os.sep, "/")
    quoted = plain.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{quoted}" if quoted.startswith("/") else f"file:///{quoted}"


def _state(connection: Connection) -> tuple[int, int, int]:
    """Application id, version and number of tables: all 0 in a file that nobody has written to."""
    application = connection.row("PRAGMA application_id") or (0,)
    version = connection.row("PRAGMA user_version") or (0,)
    if application[0] or version[0]:
        return application[0], version[0], 1
    tables = connection.row("SELECT count(*) FROM sqlite_master") or (0,)
    return 0, 0, tables[0]


def _check(connection: Connection) -> None:
    state = _state(connection)
    if state == UNWRITTEN:
        raise CatalogueMissingError(connection.path)
    application, version, _ = state
    if application != APPLICATION_ID:
        raise CatalogueUnreadableError(connection.path, "it is an SQLite file, but no errdex catalogue")
    if version != VERSION:
        raise CatalogueVersionError(connection.path, version, VERSION)


def _create(connection: Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    with connection.transaction():
        if _state(connection) != UNWRITTEN:
            return  # another process was faster
        for statement in statements():
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
