"""Takes out of the catalogue what nothing in it uses any more."""

from __future__ import annotations

import time

from errdex.catalogue.anchoring import remove_templates
from errdex.catalogue.text import unpacked
from errdex.catalogue.units import classes_of, templates_of
from errdex.nouns.site_codec import site_from_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.catalogue.connection import Connection
    from errdex.nouns.sites import Site

CONTENT_STAYS = 24 * 3600
"""Seconds that facts stay without a file: a run that was killed, or one that is going on, still wants them."""


def remove_units(connection: Connection, units: Iterable[int]) -> None:
    """Removes those of the units that no file has any more, with their sites. Inside a transaction."""
    gone = connection.rows_among(
        "SELECT id, first, sites, details FROM unit WHERE id IN (?*)"
        " AND NOT EXISTS (SELECT 1 FROM file WHERE file.unit = unit.id)",
        units,
    )
    printed: list[tuple[int, int, Site]] = []
    for _, first, _, details in gone:
        with connection.decoding():
            sites = map(site_from_json, unpacked(details).decode().split("\n"))
            printed += [(t, first + n, site) for n, site in enumerate(sites) for t in templates_of(site)]
    connection.execute_all(
        "DELETE FROM site_template WHERE template = ? AND site = ?", [(template, row) for template, row, _ in printed]
    )
    connection.execute_all(
        "DELETE FROM weak WHERE class = ? AND bare = ? AND template = ? AND site = ?",
        [(key, bare, t, row) for t, row, site in printed for key in classes_of(site) for bare in (0, 1)],
    )
    connection.execute_all(
        "DELETE FROM site WHERE id >= ? AND id < ?", [(first, first + sites) for _, first, sites, _ in gone]
    )
    connection.execute_all("DELETE FROM unit WHERE id = ?", [(row,) for row, *_ in gone])
    remove_templates(connection, sorted({template for template, _, _ in printed}))


def remove_distributions(connection: Connection, rows: Iterable[int]) -> None:
    """Removes distributions with all that only they used. Inside a transaction."""
    for row in rows:
        units = {unit for (unit,) in connection.rows("SELECT unit FROM file WHERE distribution = ?", (row,)) if unit}
        connection.execute("DELETE FROM record WHERE file IN (SELECT id FROM file WHERE distribution = ?)", (row,))
        connection.execute("DELETE FROM file WHERE distribution = ?", (row,))
        connection.execute("DELETE FROM foreign_use WHERE distribution = ?", (row,))
        connection.execute("DELETE FROM environment_distribution WHERE distribution = ?", (row,))
        connection.execute("DELETE FROM distribution WHERE id = ?", (row,))
        remove_units(connection, units)


def left_distributions(connection: Connection) -> list[int]:
    """Rows of distributions that are installed in no known environment and that nobody asked for by name."""
    return [
        row
        for (row,) in connection.rows(
            "SELECT id FROM distribution WHERE asked = 0"
            " AND NOT EXISTS (SELECT 1 FROM environment_distribution WHERE distribution = distribution.id)"
        )
    ]


def remove_unused_contents(connection: Connection) -> None:
    """Removes facts that no file has had for a day. Inside a transaction."""
    connection.execute(
        "DELETE FROM content WHERE added < ? AND NOT EXISTS (SELECT 1 FROM file WHERE file.content = content.id)",
        (int(time.time()) - CONTENT_STAYS,),
    )
