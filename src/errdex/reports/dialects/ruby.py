"""Errors of Ruby: the class stands in parentheses behind the message.

/app/x.rb:3:in `f': no mode (ArgumentError)
    from /app/x.rb:9:in `<main>'
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.stacks import place_in

_MARKS = (":in `", ":in '")


def find(lines: Lines) -> list[Found]:
    """Every error with its frames."""
    text = lines.text
    found: list[Found] = []
    index = 0
    while index < len(text):
        head = _head(text, index)
        if head is None:
            index += 1
            continue
        site, name, message, end = head
        frames = [site]
        while end < len(text) and (frame := _from(text[end])) is not None:
            frames.append(frame)
            end += 1
        error = ReportedError(name, message, ends_of(frames[::-1], MAX_FRAMES))
        found.append(Found(index, end, (error,), 0))
        index = end
    return found


def _place(text: str) -> tuple[Frame, str] | None:
    """Place and what stands behind it: ``x.rb:3:in `f': no mode``."""
    for mark in _MARKS:
        where, found, rest = text.partition(mark)
        path, number = place_in(where)
        if found and number is not None and len(where) < 2000:
            function, _, behind = rest.partition("'")
            return Frame(path, number, function), behind
    return None


def _from(line: str) -> Frame | None:
    text = line.strip()
    place = _place(text.removeprefix("from ").removeprefix("\tfrom ")) if text.startswith("from ") else None
    return place[0] if place else None


def _head(text: list[str], index: int) -> tuple[Frame, str, str, int] | None:
    place = _place(text[index].strip())
    if place is None or not place[1].startswith(": "):
        return None
    parts = [place[1][2:]]
    end = index + 1
    while end < len(text) and _from(text[end]) is None and end - index < 40 and "(" not in parts[0]:
        parts.append(text[end])
        end += 1
    first, opening, name = parts[0].rpartition(" (")
    if not opening or not name.rstrip().endswith(")"):
        return None
    # error_highlight shows the source below: it is no part of the message.
    while end < len(text) and _from(text[end]) is None and (not text[end].strip() or text[end].startswith("   ")):
        end += 1
    return place[0], name.rstrip()[:-1], first, end
