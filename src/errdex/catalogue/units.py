"""What the writer is given: contents, linked sites, and the state of a whole distribution."""

from __future__ import annotations

import zlib

from errdex.catalogue.identity import template_row, unit_hash
from errdex.catalogue.text import escaped, functions_to_blob, packed, text_from_parts
from errdex.nouns.anchors import class_key
from errdex.nouns.base import NamedTuple
from errdex.nouns.codec import facts_to_json
from errdex.nouns.site_codec import site_to_json
from errdex.nouns.sources import Distribution, SourceFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.nouns.facts import FileFacts
    from errdex.nouns.sites import Site


class Content(NamedTuple):
    """The facts of one file's bytes, ready to be stored."""

    hash: bytes
    analysis: int
    """Version of the analysis that made the facts."""
    facts: bytes | None
    functions: bytes | None
    source: bytes | None
    """The bytes, zlib, where no place on disk keeps them."""
    unread: str | None
    """Why there are no facts; `None`: there are."""


class SiteRow(NamedTuple):
    """One site, ready to be stored."""

    columns: tuple[str, int, int, str]
    """`kind` to `function` of the table `site`."""
    named: tuple[str, str, str]
    """`exception` to `bases` of the table `class`."""
    name: str
    """What its record's id is made of: error code, or message as written."""
    templates: tuple[int, ...]
    classes: tuple[int, ...]
    """Keys of the class as named and, where it has another last name, as resolved."""


class Unit(NamedTuple):
    """The linked sites of one file, ready to be stored."""

    hash: bytes
    details: bytes
    """JSON of each site, one a line, packed."""
    sites: tuple[SiteRow, ...]
    templates: tuple[tuple[int, str], ...]
    """Row and parts of every template of its sites."""


class FileState(NamedTuple):
    """One file of a distribution."""

    file: SourceFile
    content: int | None
    """Row of its content; `None`: its bytes could not be read."""
    unit: Unit | None = None
    """`None`: no site in it."""
    unread: str | None = None
    """Why its bytes could not be read; `None`: they were."""


class DistributionState(NamedTuple):
    """Everything the catalogue is to know of one distribution from now on."""

    distribution: Distribution
    root: str
    """`""`: it was an archive that is gone."""
    origin: str
    asked: bool
    """Whether somebody named it, so that pruning leaves it."""
    listing: bytes
    linking: int
    """Version of the linking that made its units."""
    analysis: int
    """Sum of the versions of all languages' analyses."""
    files: tuple[FileState, ...]
    foreign: tuple[tuple[str, int | None], ...] = ()
    """Modules of other distributions that linking asked for, with the content row it got, `None` for no such module."""


def content_from_facts(key: bytes, analysis: int, facts: FileFacts | str, source: bytes | None = None) -> Content:
    """What analysing came to, ready to be stored; a `str` is the reason why the file is unread.

    `source`: the bytes, where no place on disk keeps them.
    """
    kept = None if source is None else zlib.compress(source, 1)
    if isinstance(facts, str):
        return Content(key, analysis, None, None, kept, escaped(facts))
    spans = [(function.name, function.line, function.end_line) for function in facts.functions]
    return Content(key, analysis, packed(facts_to_json(facts).encode()), functions_to_blob(spans), kept, None)


def unit_from_sites(sites: Iterable[Site]) -> Unit | None:
    """The sites of one file, ready to be stored, in order of lines; `None`: there are none."""
    ordered = sorted(sites, key=lambda site: site.line)
    if not ordered:
        return None
    details = "\n".join(map(site_to_json, ordered)).encode()
    templates: dict[str, int] = {}
    rows = tuple([_site_row(site, templates) for site in ordered])
    return Unit(unit_hash(details), packed(details), rows, tuple([(row, parts) for parts, row in templates.items()]))


def templates_of(site: Site) -> list[int]:
    """Rows of a site's templates, each once."""
    return list(dict.fromkeys(template_row(text_from_parts(template.parts)) for template in site.templates))


def classes_of(site: Site) -> list[int]:
    """Keys of a site's class as named and, where it has another last name, as resolved."""
    return sorted({class_key(name) for name in (site.exception, site.qualified) if name} or {class_key("")})


def _site_row(site: Site, known: dict[str, int]) -> SiteRow:
    rows = []
    for template in site.templates:
        parts = text_from_parts(template.parts)
        row = known.get(parts)
        if row is None:
            row = known[parts] = template_row(parts)
        rows.append(row)
    columns = (str(site.kind), site.line, site.end_line, escaped(site.function))
    named = (escaped(site.exception), escaped(site.qualified), escaped("\n".join(site.bases)))
    return SiteRow(columns, named, site.error_code or site.written, tuple(dict.fromkeys(rows)), tuple(classes_of(site)))
