"""Templates as a stream of bytes is searched for them: cut into lines, weighed, each with one literal to look for."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from errdex.matching.store import Parts

    ByteParts: TypeAlias = tuple[bytes | None, ...]

LONGEST_ANCHOR = 48
"""Bytes of a literal that are looked for: longer ones find nothing less and cost memory."""
LONGEST_TEMPLATE = 20_000
LEAST_WHOLE, LEAST_AFTER_LITERAL, LEAST_AFTER_HOLE = 4, 8, 12
"""Letters and digits that the literals of a template hold at least: without holes, beginning with a literal, with a hole.
With fewer, it would be found in lines that something else wrote."""


class Watched(NamedTuple):
    """A template that lines are compared with."""

    row: int
    """As the store numbers it."""
    lines: tuple[ByteParts, ...]
    """Parts of each line it prints, literals as bytes, holes as `None`."""
    weight: int
    """Bytes of literal text: of several templates that print a line, those with the most win."""
    anchor: bytes
    """What stands in every first line it prints; ends with a line end where the line ends with it."""
    lead: int
    """Bytes from the start of the message to the end of the anchor; -1: a hole stands between."""

    @property
    def parts(self) -> ByteParts:
        """Of its first line."""
        return self.lines[0]


def watched_templates(templates: Iterable[tuple[int, Parts]]) -> list[Watched]:
    """The templates that say enough to be told from other lines, heaviest first."""
    found = [one for row, parts in templates if (one := watched_template(row, parts)) is not None]
    found.sort(key=lambda one: (-one.weight, one.row))
    return found


def watched_template(row: int, parts: Parts) -> Watched | None:
    """One template, ready to be looked for; `None`: it says too little."""
    literals = [part for part in parts if part is not None]
    if sum(map(len, literals)) > LONGEST_TEMPLATE or _letters(literals) < _least(parts):
        return None
    lines = _lines_of([None if part is None else part.encode("utf-8", "surrogatepass") for part in parts])
    while len(lines) > 1 and lines[-1] in ((), (b"",)):
        lines.pop()  # the line end that `print` and loggers add as well
    first = lines[0]
    weights = [len(part) if part is not None else 0 for part in first]
    if _letters([part.decode("utf-8", "replace") for part in first if part is not None]) < LEAST_WHOLE:
        return None
    anchor, lead = _anchor(first, weights)
    return Watched(row, tuple(lines), sum(len(part) for line in lines for part in line if part), anchor, lead)


def _letters(literals: Iterable[str]) -> int:
    return sum(char.isalnum() for literal in literals for char in literal)


def _least(parts: Parts) -> int:
    if parts[0] is None:
        return LEAST_AFTER_HOLE
    return LEAST_WHOLE if len(parts) == 1 else LEAST_AFTER_LITERAL


def _lines_of(parts: Sequence[bytes | None]) -> list[ByteParts]:
    """Parts of each line; an empty line is `(b"",)`."""
    lines: list[list[bytes | None]] = [[]]
    for part in parts:
        if part is None:
            lines[-1].append(None)
            continue
        first, *rest = part.replace(b"\r\n", b"\n").split(b"\n")
        if first:
            lines[-1].append(first)
        lines += [[line] if line else [] for line in rest]
    return [tuple(line) or (b"",) for line in lines]


def _anchor(parts: ByteParts, weights: Sequence[int]) -> tuple[bytes, int]:
    """The literal to look for, and how far behind the message's start it ends.

    The longest is the rarest, and a line end makes one much rarer.
    """
    last = len(parts) - 1
    index = max(range(len(parts)), key=lambda one: weights[one] and weights[one] + 6 * (one == last))
    literal = parts[index] or b""
    if index == last:
        lead = len(literal) + 1 if index == 0 else -1
        return (literal + b"\n")[-LONGEST_ANCHOR:], lead
    start = 0 if index == 0 else max(len(literal) - LONGEST_ANCHOR, 0)
    anchor = literal[start : start + LONGEST_ANCHOR]
    return anchor, len(anchor) if index == 0 else -1
