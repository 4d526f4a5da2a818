"""Exact alignment of a template with a text.

Parts are in normal form (no two literals side by side). Literal parts must stand in the text in order, the first at its start and the last at its end; holes take the rest. That
is `str.find` from left to right, so the time is linear in the text whatever the text is, and no pattern is compiled.
"""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WHOLE = "whole"
"""The template prints the whole text."""
INSIDE = "inside"
"""The template prints a stretch of the text that starts and ends at word bounds."""
TRUNCATED = "truncated"
"""The text ends inside the template."""
FOLDED = "folded"
"""The template prints the whole text but for case and white space."""

_FEWEST_OVERLAP = 4
_MOST_STARTS = 8
_LONGEST_FOLDED = 10_000


class Alignment(NamedTuple):
    """How a template lies on a text."""

    tier: str
    """`WHOLE`, `INSIDE`, `TRUNCATED` or `FOLDED`."""
    values: tuple[str, ...]
    """Text of each hole, in order; of a truncated text only those that begin in it."""
    literal: tuple[str, ...]
    """Literal text that stands in the text, in order."""


def align_whole(parts: Sequence[str | None], text: str) -> tuple[str, ...] | None:
    """Values of the holes when the template prints exactly `text`; `None` when it does not.

    Each hole is as short as the literal after it allows, but the last literal stands at the text's end.
    """
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return (text,) if first is None else () if first == text else None
    start, end = 0, len(text)
    if first is not None:
        if not text.startswith(first):
            return None
        start = len(first)
    if last is not None:
        if not text.endswith(last):
            return None
        end -= len(last)
        if end < start:
            return None
    middle = parts[1 if first is not None else 0 : -1 if last is not None else len(parts)]
    return _fill(middle, text, start, end)


def _fill(parts: Sequence[str | None], text: str, start: int, end: int) -> tuple[str, ...] | None:
    """Values of the holes in `text[start:end]`, which `parts` must fill exactly; they start and end with a hole."""
    values: list[str] = []
    open_hole = False
    at = start
    for part in parts:
        if part is None:
            if open_hole:
                values.append("")
            open_hole = True
            continue
        found = text.find(part, at, end) if open_hole else (at if text.startswith(part, at) else -1)
        if found < 0:
            return None
        if open_hole:
            values.append(text[at:found])
            open_hole = False
        at = found + len(part)
    if open_hole:
        values.append(text[at:end])
        return tuple(values)
    return tuple(values) if at == end else None


def literal_of(parts: Sequence[str | None]) -> tuple[str, ...]:
    """The literal parts alone."""
    return tuple(part for part in parts if part is not None)


def align_inside(parts: Sequence[str | None], text: str) -> Alignment | None:
    """The template on a stretch of a longer text, as logs and wrappers print it.

    The stretch starts and ends at word bounds; a leading hole starts and a trailing hole ends with its line.
    """
    literals = literal_of(parts)
    if not literals or not literals[0]:
        return None
    at = -1
    for _ in range(_MOST_STARTS):
        at = text.find(literals[0], at + 1)
        if at < 0:
            return None
        if parts[0] is not None and not _is_bound(text, at, literals[0][0]):
            continue
        end = _end_of_stretch(parts, text, at)
        if end >= 0:
            start = at if parts[0] is not None else text.rfind("\n", 0, at) + 1
            values = align_whole(parts, text[start:end])
            return None if values is None else Alignment(INSIDE, values, literals)
    return None


def _is_bound(text: str, at: int, neighbour: str) -> bool:
    """Whether no word runs over the place before `at`."""
    return at == 0 or not (neighbour.isalnum() and text[at - 1].isalnum())


def _end_of_stretch(parts: Sequence[str | None], text: str, start: int) -> int:
    """Where the stretch that starts with the first literal at `start` ends; -1: not all literals follow."""
    at = start
    for part in parts:
        if part is None:
            continue
        found = text.find(part, at)
        if found < 0:
            return -1
        at = found + len(part)
    if parts[-1] is None:
        line_end = text.find("\n", at)
        return len(text) if line_end < 0 else line_end
    if at < len(text) and text[at - 1].isalnum() and text[at].isalnum():
        return -1
    return at


def align_truncated(parts: Sequence[str | None], text: str) -> Alignment | None:
    """The template on a text that was cut: all of the text is used, and it ends inside the template."""
    values: list[str] = []
    literals: list[str] = []
    at, open_hole = 0, False
    for part in parts:
        if part is None:
            open_hole = True
            continue
        found = text.find(part, at) if open_hole else (at if text.startswith(part, at) else -1)
        if found < 0:
            overlap = _overlap(part, text, at, open_hole)
            if overlap:
                literals.append(part[:overlap])
                if open_hole:
                    values.append(text[at : len(text) - overlap])
                return Alignment(TRUNCATED, tuple(values), tuple(literals))
            if open_hole and literals:
                return Alignment(TRUNCATED, (*values, text[at:]), tuple(literals))
            return None
        if open_hole:
            values.append(text[at:found])
            open_hole = False
        literals.append(part)
        at = found + len(part)
    return None


def _overlap(part: str, text: str, at: int, open_hole: bool) -> int:
    """How many characters of `part` the text ends with, when it ends inside it; 0: it does not."""
    if not open_hole:
        rest = text[at:]
        return len(rest) if rest and part.startswith(rest) else 0
    longest = min(len(part) - 1, len(text) - at)
    for length in range(longest, _FEWEST_OVERLAP - 1, -1):
        if text.endswith(part[:length]):
            return length
    return 0


def fold(text: str) -> str:
    """Text with case and white space evened out; a space at an end stays one space."""
    folded = " ".join(text.casefold().split())
    if not folded:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{folded}{' ' if text[-1].isspace() else ''}"


def align_folded(parts: Sequence[str | None], folded_text: str) -> Alignment | None:
    """The template on a text of which `fold` was taken, but for case and white space; values are folded too."""
    if len(folded_text) > _LONGEST_FOLDED:
        return None
    folded_parts = [None if part is None else fold(part) for part in parts]
    ends = [part for part in (folded_parts[0], folded_parts[-1]) if part is not None]
    if ends and folded_parts[0] is not None:
        folded_parts[0] = folded_parts[0].lstrip()
    if ends and folded_parts[-1] is not None:
        folded_parts[-1] = folded_parts[-1].rstrip()
    values = align_whole(folded_parts, folded_text.strip())
    return None if values is None else Alignment(FOLDED, values, literal_of(parts))
