"""Facts as compact JSON: a noun is an array of its fields.

Nodes are lists already and travel as they are. What is read back equals what was written, as long as it holds what
the nouns say (nodes made of lists, no two lone surrogates side by side, which JSON joins). Sites: `nouns.site_codec`.
"""

from __future__ import annotations

from itertools import starmap

from errdex.nouns.facts import Called, Caught, ClassFacts, Expected, FileFacts, FunctionFacts, Parameter, Raised
from errdex.nouns.quick_json import read_json, write_json
from errdex.nouns.site_codec import clauses_from_rows
from errdex.nouns.sites import Evidence, SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def facts_to_json(facts: FileFacts) -> str:
    """The facts of one file, as one line of ASCII."""
    return write_json(facts)


def facts_from_json(text: str) -> FileFacts:
    """What `facts_to_json` wrote. Raises `ValueError` or `TypeError` on anything else."""
    raised, functions, classes, constants, imports, exports, degraded, calls, caught, expected = read_json(text)
    return FileFacts(
        tuple(map(_raised, raised)),
        tuple(map(_function, functions)),
        tuple(map(_class, classes)),
        _pairs(constants),
        _pairs(imports),
        None if exports is None else tuple(exports),
        degraded,
        tuple(calls),
        tuple([Caught(row[0], row[1], row[2], tuple(row[3]), row[4], row[5]) for row in caught]),
        tuple([Expected(row[0], row[1], row[2], row[3], tuple(row[4])) for row in expected]),
    )


def _raised(row: list[Any]) -> Raised:
    full = Raised(SiteKind(row[0]), *row[1:])
    return full._replace(condition=clauses_from_rows(full.condition), evidence=tuple(starmap(Evidence, full.evidence)))


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
