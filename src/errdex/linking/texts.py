"""Texts put together: pieces one after the other, several ways within bounds."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from errdex.linking.values import Constant, Text
from errdex.nouns.templates import Hole, hole_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.linking.values import Evaluator, Printed, Value, Way

MAX_WAYS = 16
"""Ways that one site may print; more become holes."""


def literal(text: str) -> list[Printed]:
    """Literal text, which is printed one way."""
    return [((text,), (), "")]


def printed_ways(evaluator: Evaluator, ways: Sequence[Way], conversion: str = "", spec: str = "") -> list[Printed]:
    """The texts of several values, with the tests that select each."""
    found: list[Printed] = []
    for value, tests in ways:
        for parts, inner, passes_on in evaluator.printed(value, conversion, spec):
            found.append((parts, (*tests, *inner), passes_on))
    return found


def joined(pieces: Sequence[Sequence[Printed]]) -> list[Printed]:
    """All texts of pieces printed one after the other; where there are too many, some pieces become holes."""
    if all(len(piece) == 1 for piece in pieces):
        parts = [part for piece in pieces for part in piece[0][0]]
        tests = tuple([test for piece in pieces for test in piece[0][1]])
        return [(tuple(parts), tests, next((piece[0][2] for piece in pieces if piece[0][2]), ""))]
    narrowed = list(pieces)
    while prod(map(len, narrowed)) > MAX_WAYS:
        widest = max(range(len(narrowed)), key=lambda at: len(narrowed[at]))
        narrowed[widest] = [merged(narrowed[widest])]
    found: list[Printed] = []
    for combination in product(*narrowed):
        if contradict(test for piece in combination for test in piece[1]):
            continue
        parts = [part for piece in combination for part in piece[0]]
        tests = tuple(dict.fromkeys(test for piece in combination for test in piece[1]))
        found.append((tuple(parts), tests, next((piece[2] for piece in combination if piece[2]), "")))
    return found or [merged([piece[0] for piece in narrowed])]


def contradict(tests: Iterable[str]) -> bool:
    """Whether two tests about attributes of one object rule each other out.

    Tests about names are left alone: these may come from different functions.
    """
    seen = {test for test in tests if test.startswith(("self.", "not self."))}
    return any(test.startswith("not ") and test[4:] in seen for test in seen) or any(
        test.endswith(" is None") and test.removesuffix("None") + "not None" in seen for test in seen
    )


def merged(ways: Sequence[Printed]) -> Printed:
    """One hole for several texts."""
    texts = {part.expression for parts, _, _ in ways for part in parts if isinstance(part, Hole)}
    return ((Hole(min(texts) if len(texts) == 1 else "…"),), (), next((way[2] for way in ways if way[2]), ""))


def values_of(texts: Sequence[Printed]) -> list[Way]:
    """Printed texts as values."""
    return [(_value(parts, passes_on), tests) for parts, tests, passes_on in texts]


def _value(parts: tuple[str | Hole, ...], passes_on: str) -> Value:
    if all(isinstance(part, str) for part in parts):
        return Constant("".join(part for part in parts if isinstance(part, str)))
    return Text(parts, passes_on)


def text_parts(value: Value) -> tuple[str | Hole, ...] | None:
    """Parts of a value that is a string; `None`: it is none, or not known to be one."""
    match value:
        case Constant(value=str(text)):
            return (text,)
        case Text(parts=parts):
            return parts
    return None


def spec_text(parts: Sequence[str | Hole]) -> str:
    """A format specification that holds fields, for people: `>{}`."""
    return "".join(part if isinstance(part, str) else hole_text(part) for part in parts)
