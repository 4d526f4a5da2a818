"""All templates that the statements of an environment print, at once: for streams of text, not for one."""

from __future__ import annotations

from errdex.catalogue.connection import open_to_read
from errdex.catalogue.text import escaped, parts_from_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeAlias

    Parts: TypeAlias = tuple[str | None, ...]

_UNITS = "SELECT DISTINCT unit FROM file JOIN distribution ON distribution.id = file.distribution"
_OF_ENVIRONMENT = (
    " JOIN environment_distribution AS member ON member.distribution = distribution.id"
    " JOIN environment ON environment.id = member.environment AND environment.python = ?"
)


def read_active_templates(
    path: str, python: str | None, kinds: Collection[str], packages: Collection[str] = ()
) -> list[tuple[int, Parts]]:
    """Row and parts of each template that a statement of these kinds prints, by row.

    Args:
        path: The catalogue's file.
        python: The interpreter whose distributions count; `None`: everything in the catalogue does.
        kinds: As `SiteKind` names them.
        packages: Names of the distributions that count; empty: all do.

    Raises:
        CatalogueMissingError, CatalogueVersionError, CatalogueUnreadableError: it cannot be read.
    """
    connection = open_to_read(path)
    try:
        named = f" AND name IN ({_marks(packages)})" if packages else ""
        member = "" if python is None else _OF_ENVIRONMENT
        rows = connection.rows(
            "SELECT template, parts FROM anchor WHERE template IN (SELECT template FROM site_template"  # noqa: S608 - our own text
            f" JOIN site ON site.id = site_template.site WHERE kind IN ({_marks(kinds)})"
            f" AND unit IN ({_UNITS}{member} WHERE unit IS NOT NULL{named})) ORDER BY template",
            (*kinds, *(() if python is None else (escaped(python),)), *packages),
        )
        with connection.decoding():
            return [(row, parts_from_text(parts)) for row, parts in rows]
    finally:
        connection.close()


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))
