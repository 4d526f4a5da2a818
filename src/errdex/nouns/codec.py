"""Facts and sites as compact JSON: a noun is an array of its fields, trailing defaults left out.

Nodes are lists already and travel as they are. What is read back equals what was written, as long as it holds what
the nouns say (nodes made of lists, no two lone surrogates side by side, which JSON joins).
"""

from __future__ import annotations

from itertools import starmap

from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.facts import Called, ClassFacts, FileFacts, FunctionFacts, Parameter, Raised
from errdex.nouns.quick_json import read_json as _read
from errdex.nouns.sites import Call, EntryPoint, Evidence, Handler, Site, SiteKind
from errdex.nouns.templates import Hole, Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def _write(value: object) -> str:
    global _encode
    if _encode is None:
        import json

        _encode = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode
    return _encode(value)


_encode: Callable[[object], str] | None = None


def facts_to_json(facts: FileFacts) -> str:
    """The facts of one file, as one line of ASCII."""
    return _write(facts)


def facts_from_json(text: str) -> FileFacts:
    """What `facts_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    raised, functions, classes, constants, imports, exports, *rest = _read(text)
    return FileFacts(
        tuple(map(_raised, raised)),
        tuple(map(_function, functions)),
        tuple(map(_class, classes)),
        _pairs(constants),
        _pairs(imports),
        None if exports is None else tuple(exports),
        *rest,
    )


def site_to_json(site: Site) -> str:
    """One site, as one line of ASCII."""
    return _write(_site_row(site))


def site_from_json(text: str) -> Site:
    """What `site_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    return _site(_read(text))


def sites_to_json(sites: Iterable[Site]) -> str:
    """The sites of one file, as one line of ASCII."""
    return _write([_site_row(site) for site in sites])


def sites_from_json(text: str) -> tuple[Site, ...]:
    """What `sites_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    return tuple(map(_site, _read(text)))


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
        condition=_clauses(full.condition),
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


def _clauses(rows: Iterable[Any]) -> tuple[Clause, ...]:
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
    name, chain = row
    return EntryPoint(name, tuple(starmap(Call, chain)))


def _raised(row: list[Any]) -> Raised:
    full = Raised(SiteKind(row[0]), *row[1:])
    return full._replace(condition=_clauses(full.condition), evidence=tuple(starmap(Evidence, full.evidence)))


def _function(row: list[Any]) -> FunctionFacts:
    name, line, end_line, parameters, decorators, returns, body, calls, raises, returns_never, annotation = row
    return FunctionFacts(
        name,
        line,
        end_line,
        tuple(starmap(Parameter, parameters)),
        tuple(decorators),
        returns,
        body,
        tuple([Called(callee, at, tuple(handlers)) for callee, at, handlers in calls]),
        tuple(raises),
        returns_never,
        annotation,
    )


def _class(row: list[Any]) -> ClassFacts:
    name, line, bases, decorators, attributes, annotations, sets, init, text, docstring = row
    return ClassFacts(
        name,
        line,
        tuple(bases),
        tuple(decorators),
        _pairs(attributes),
        _pairs(annotations),
        _pairs(sets),
        tuple(init),
        text,
        docstring,
    )


def _pairs(rows: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(tuple, rows))
