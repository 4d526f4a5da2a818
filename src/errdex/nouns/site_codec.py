"""Sites as compact JSON: a noun is an array of its fields, trailing defaults left out.

What is read back equals what was written, as long as it holds no two lone surrogates side by side, which JSON joins.
A cold `errdex explain` reads sites and nothing else, so facts have a module of their own (`nouns.codec`).
"""

from __future__ import annotations

from itertools import starmap

from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.quick_json import read_json, write_json
from errdex.nouns.sites import Call, EntryPoint, Evidence, Handler, Site, SiteKind
from errdex.nouns.templates import Hole, Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def site_to_json(site: Site) -> str:
    """One site, as one line of ASCII."""
    return write_json(_site_row(site))


def site_from_json(text: str) -> Site:
    """What `site_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    return _site(read_json(text))


def sites_to_json(sites: Iterable[Site]) -> str:
    """The sites of one file, as one line of ASCII."""
    return write_json([_site_row(site) for site in sites])


def sites_from_json(text: str) -> tuple[Site, ...]:
    """What `sites_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    return tuple(map(_site, read_json(text)))


_SITE_DEFAULTS = Site(SiteKind.RAISE, 0, 0, "", "")


def _site_row(site: Site) -> tuple[object, ...]:
    last = len(site)
    while last > 5 and site[last - 1] == _SITE_DEFAULTS[last - 1]:
        last -= 1
    return site[:last]


def _site(row: list[Any]) -> Site:
    full = Site(SiteKind(row[0]), *row[1:])
    return full._replace(
        bases=tuple(full.bases),
        templates=tuple(map(_template, full.templates)),
        condition=clauses_from_rows(full.condition),
        reaching=tuple(map(_reaching_set, full.reaching)),
        entry_points=tuple(map(_entry_point, full.entry_points)),
        handlers=tuple(starmap(Handler, full.handlers)),
        evidence=tuple(starmap(Evidence, full.evidence)),
    )


def _template(row: Any) -> Template:
    parts, condition, passes_on = row
    return Template(
        tuple([part if isinstance(part, str) else Hole(*part) for part in parts]), tuple(condition), passes_on
    )


def clauses_from_rows(rows: Iterable[Any]) -> tuple[Clause, ...]:
    """Clauses out of their arrays."""
    return tuple([Clause(text, line, stale, kind, tuple(trace)) for text, line, stale, kind, trace in rows])


def _reaching_set(row: Any) -> ReachingSet:
    operand, domain, members, reaching, branches, outside, undecided = row
    return ReachingSet(
        operand,
        domain,
        tuple(members),
        tuple(reaching),
        tuple([Branch(line, text, tuple(taken)) for line, text, taken in branches]),
        outside,
        tuple(undecided),
    )


def _entry_point(row: Any) -> EntryPoint:
    name, chain, also = row
    return EntryPoint(name, tuple(starmap(Call, chain)), also)
