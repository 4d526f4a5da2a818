"""Errors of poetry and other command lines built with cleo: class, message and place, each in a paragraph.

RuntimeError

generator didn't stop after throw()

at /usr/lib/python3.7/contextlib.py:161 in __exit__
    160│                 raise
  → 161│             raise RuntimeError("generator didn't stop after throw()")
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import looks_raised
from errdex.reports.found import Found, Lines
from errdex.reports.frames import indent_of, next_filled

_MAX_ABOVE = 60


def find(lines: Lines) -> list[Found]:
    """Every error in this style."""
    text = lines.text
    found: list[Found] = []
    for index, line in enumerate(text):
        frame = _place(line)
        above = _class_above(text, index, indent_of(line)) if frame else -1
        if frame is None or above < 0 or (found and above < found[-1].end):
            continue
        name = text[above].strip()
        margin = indent_of(line)
        message = "\n".join(one[margin:].rstrip() for one in text[above + 1 : index]).strip()
        end = next_filled(text, index + 1)
        while end < len(text) and _is_listing(text[end]):
            if text[end].lstrip().startswith(("\u2192", "->")):
                frame = frame._replace(source=text[end].partition("\u2502")[2].strip())
            end += 1
        found.append(Found(above, end, (ReportedError(name, message, (frame,)),), 0))
    return found


def _place(line: str) -> Frame | None:
    """`at /x.py:161 in f`."""
    text = line.strip()
    if not text.startswith("at ") or not line.startswith(" "):
        return None
    where, _, function = text[3:].partition(" in ")
    path, colon, number = where.rpartition(":")
    if not colon or not number.isdecimal() or len(number) > 9 or not function:
        return None
    return Frame(path, int(number), function.strip())


def _class_above(text: list[str], index: int, margin: int) -> int:
    """The nearest line above that is a class and nothing else, and blank around; -1: none."""
    for at in range(index - 1, max(index - _MAX_ABOVE, -1), -1):
        line = text[at]
        if line.strip() and indent_of(line) < margin:
            return -1
        if looks_raised(line.strip()) and at + 1 < len(text) and not text[at + 1].strip():
            return at
    return -1


def _is_listing(line: str) -> bool:
    number = line.strip().removeprefix("\u2192").strip().partition("\u2502")
    return bool(number[1]) and number[0].strip().isdecimal()
