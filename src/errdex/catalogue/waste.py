"""Takes out of the catalogue what nothing in it uses any more."""

from __future__ import annotations

import time

from errdex.catalogue.anchoring import remove_templates
from errdex.catalogue.identity import template_row
from errdex.catalogue.text import text_from_parts, unpacked
from errdex.errors import CatalogueUnreadableError
from errdex.nouns.anchors import class_key
from errdex.nouns.codec import site_from_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.catalogue.connection import Connection

CONTENT_STAYS = 24 * 3600
"""Seconds that facts stay without a file: a run that was killed, or one that is going on, still wants them."""


def remove_units(connection: Connection, units: Iterable[int]) -> None:
    """Removes those of the units that no file has any more, with their sites. Inside a transaction."""
    gone = [
        row
        for (row,) in connection.rows_among(
            "SELECT id FROM unit WHERE id IN (?*) AND NOT EXISTS (SELECT 1 FROM file WHERE file.unit = unit.id)", units
        )
    ]
    sites = connection.rows_among("SELECT id, exception, qualified, detail FROM site WHERE unit IN (?*)", gone)
    templates: set[int] = set()
    for site, exception, qualified, detail in sites:
        printed = _templates_of(connection, detail)
        classes = {class_key(name) for name in (exception, qualified) if name} or {class_key("")}
        connection.execute_all(
            "DELETE FROM site_template WHERE template = ? AND site = ?", [(row, site) for row in printed]
        )
        connection.execute_all(
            "DELETE FROM weak WHERE class = ? AND bare = ? AND template = ? AND site = ?",
            [(key, bare, row, site) for key in classes for bare in (0, 1) for row in printed],
        )
        templates |= printed
    connection.execute_all("DELETE FROM site WHERE unit = ?", [(row,) for row in gone])
    connection.execute_all("DELETE FROM unit WHERE id = ?", [(row,) for row in gone])
    remove_templates(connection, sorted(templates))


def _templates_of(connection: Connection, detail: bytes) -> set[int]:
    try:
        site = site_from_json(unpacked(detail).decode())
    except (ValueError, TypeError, RecursionError) as error:
        raise CatalogueUnreadableError(connection.path, "a site in it is broken") from error
    return {template_row(text_from_parts(template.parts)) for template in site.templates}


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
