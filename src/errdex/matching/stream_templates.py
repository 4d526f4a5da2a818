"""Templates as a stream of bytes is searched for them: cut into lines, weighed, each with one literal to look for."""

from __future__ import annotations

from errdex.matching.stream_anchors import chosen_anchors
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.matching.store import Parts
    from errdex.matching.stream_anchors import ByteParts

LONGEST_TEMPLATE = 20_000
LEAST_WHOLE, LEAST_AFTER_LITERAL, LEAST_AFTER_HOLE = 8, 12, 12
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
    told = [(row, lines) for row, parts in templates if (lines := lines_of_template(parts)) is not None]
    anchors = chosen_anchors([lines[0] for _, lines in told])
    found = [
        Watched(row, lines, sum(len(part) for line in lines for part in line if part), anchor.literal, anchor.lead)
        for (row, lines), anchor in zip(told, anchors, strict=True)
    ]
    found.sort(key=lambda one: (-one.weight, one.row))
    return found


def lines_of_template(parts: Parts) -> tuple[ByteParts, ...] | None:
    """The parts of each line that a template prints; `None`: it says too little to be told from other lines."""
    literals = [part for part in parts if part is not None]
    if sum(map(len, literals)) > LONGEST_TEMPLATE or _letters(literals) < _least(parts):
        return None
    lines = _lines_of([None if part is None else part.encode("utf-8", "surrogatepass") for part in parts])
    while len(lines) > 1 and lines[-1] == (b"",):
        lines.pop()  # the line end that `print` and loggers add as well
    if _letters([part.decode("utf-8", "replace") for part in lines[0] if part is not None]) < LEAST_WHOLE:
        return None
    return tuple(lines)


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
