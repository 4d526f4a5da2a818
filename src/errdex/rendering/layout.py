"""Rows of a label and text, wrapped to a width. Small on purpose: `textwrap` costs a cold start more than it gives."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.rendering.style import Style

LABEL = 12
"""Columns of a row's label, its margin of two included."""
LONGEST_LABEL = LABEL - 2
INDENT = 14
"""Column where a row's text starts."""


def wrapped(text: str, width: int, hanging: int = 0) -> list[str]:
    """`text` in lines of at most `width` columns, broken at spaces where there are any.

    Lines after the first are indented by `hanging`. White space inside a line is kept; line ends stay.
    """
    width = max(width, 2)
    later = " " * min(hanging, width // 2)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        margin, rest = "", paragraph
        while columns_of(rest) > width - len(margin):
            at = break_before(rest, width - len(margin))
            lines.append(margin + rest[:at].rstrip(" "))
            margin, rest = later, rest[at:].lstrip(" ")
        lines.append(margin + rest)
    return lines


def break_before(text: str, room: int) -> int:
    """Index at which to break a text that is wider than `room`: at a space, else wherever the room ends."""
    if text.isascii():
        fits = room
    else:
        fits, used = 0, 0
        while fits < len(text) and used + columns_of(text[fits]) <= room:
            used += columns_of(text[fits])
            fits += 1
    space = text.rfind(" ", 0, fits + 1)
    if space <= 0 or not text[:space].strip():
        return max(fits, 1)
    # a word that has to be broken anyway starts where there is room
    word_fits = text.find(" ", space + 1, space + fits + 2) > 0 or len(text) - space - 1 <= fits
    return space if word_fits else max(fits, 1)


def columns_of(text: str) -> int:
    """Columns that a terminal gives a text; wide characters of East Asian scripts take two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(mark) else 2 if east_asian_width(mark) in "WF" else 1 for mark in text)


def row(label: str, lines: Iterable[str], style: Style) -> list[str]:
    """Lines with a label before the first. They come wrapped and painted."""
    margin = " " * INDENT
    shown = []
    for index, line in enumerate(lines):
        start = "  " + style.paint(label, style.label) + " " * (LABEL - len(label)) if index == 0 else margin
        shown.append((start + line).rstrip(" ") if line else "")
    return shown


def room_for_text(width: int) -> int:
    """Columns that a row has for its text."""
    return max(width - INDENT, 24)


def cut(text: str, width: int) -> str:
    """The text, its end replaced by `…` where it is too wide."""
    if columns_of(text) <= width:
        return text
    if text.isascii():
        return text[: width - 1] + "…"
    kept = text
    while kept and columns_of(kept) > width - 1:
        kept = kept[:-1]
    return kept + "…"


def dedented(lines: Sequence[str]) -> list[str]:
    """The lines without the white space that they all start with; tabs count as they stand."""
    filled = [line for line in lines if line.strip()]
    if not filled:
        return list(lines)
    shortest = min(filled, key=len)
    margin = shortest[: len(shortest) - len(shortest.lstrip())]
    while margin and not all(line.startswith(margin) for line in filled):
        margin = margin[:-1]
    return [line[len(margin) :] if line.strip() else "" for line in lines]
