"""Which distributions an interpreter has installed, and which sites that makes outdated."""

from __future__ import annotations

from errdex.catalogue.text import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from errdex.catalogue.connection import Connection
    from errdex.nouns.sources import Environment


def put_environment(
    connection: Connection, environment: Environment, distributions: Collection[int], *, complete: bool
) -> None:
    """Says what an interpreter has installed: all of it, or (not `complete`) these beside those already known."""
    if _says_so_already(connection, environment, set(distributions), complete=complete):
        return  # a refresh that changed nothing writes nothing
    python = escaped(environment.python)
    with connection.transaction():
        connection.execute(
            "INSERT INTO environment (python, version, complete) VALUES (?, ?, ?) ON CONFLICT (python) DO UPDATE"
            " SET version = excluded.version, complete = max(complete, excluded.complete)",
            (python, environment.version, int(complete)),
        )
        (row,) = connection.row("SELECT id FROM environment WHERE python = ?", (python,)) or (0,)
        gone = _members(connection, row) - set(distributions) if complete else set()
        _outdate_users(connection, row, gone)
        connection.execute_all(
            "DELETE FROM environment_distribution WHERE environment = ? AND distribution = ?",
            [(row, distribution) for distribution in gone],
        )
        connection.execute_all(
            "INSERT OR IGNORE INTO environment_distribution (environment, distribution) VALUES (?, ?)",
            [(row, distribution) for distribution in sorted(distributions)],
        )


def outdate_users_of_modules(connection: Connection, modules: Iterable[tuple[str, int | None]]) -> None:
    """Marks distributions that were linked with other contents of these modules than now. Inside a transaction."""
    connection.execute_all(
        "UPDATE distribution SET linking = 0 WHERE id IN"
        " (SELECT distribution FROM foreign_use WHERE module = ? AND content IS NOT ?)",
        modules,
    )


def _says_so_already(
    connection: Connection, environment: Environment, distributions: set[int], *, complete: bool
) -> bool:
    found = connection.row(
        "SELECT id, complete FROM environment WHERE python = ? AND version = ?",
        (escaped(environment.python), environment.version),
    )
    if found is None or (complete and not found[1]):
        return False
    there = _members(connection, found[0])
    return there == distributions if complete else there >= distributions


def _members(connection: Connection, environment: int) -> set[int]:
    rows = connection.rows("SELECT distribution FROM environment_distribution WHERE environment = ?", (environment,))
    return {row for (row,) in rows}


def _outdate_users(connection: Connection, environment: int, gone: Iterable[int]) -> None:
    """Marks what was linked with facts of distributions that are there no more."""
    connection.execute_all(
        "UPDATE distribution SET linking = 0 WHERE id IN (SELECT foreign_use.distribution FROM file"
        " JOIN foreign_use ON foreign_use.module = file.module AND foreign_use.content = file.content"
        " JOIN environment_distribution AS member ON member.distribution = foreign_use.distribution"
        " WHERE file.distribution = ? AND member.environment = ? AND foreign_use.distribution != ?)",
        [(row, environment, row) for row in gone],
    )
