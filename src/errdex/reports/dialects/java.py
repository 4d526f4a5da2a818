"""Stacks of the JVM: Java, Kotlin, Scala.

Exception in thread "main" java.lang.IllegalStateException: no
    at org.x.Y.run(Y.java:12)
Caused by: java.io.IOException: gone
    ... 3 more
"""

from __future__ import annotations

from errdex.nouns.reports import Frame
from errdex.reports.classes import ENDINGS, is_class_token
from errdex.reports.found import Found, Lines
from errdex.reports.stacks import Grammar, find_stacks
from errdex.reports.unwrapping.wraps import hard_width, unwrapped_at

_BEFORE = ("Caused by: ", "Suppressed: ", "Wrapped by: ")
_MORE = ("... ", "Suppressed: ")


def find(lines: Lines) -> list[Found]:
    """Every stack and every cause; a cause is the last thing that is told, and the first that happened."""
    width = hard_width(lines.text)
    if width:
        lines = Lines(unwrapped_at(lines.text, width), [])
    return find_stacks(lines, Grammar(_read_frame, _read_head, _is_within, alone=True))


def _read_frame(line: str) -> Frame | None:
    text = line.strip()
    if not text.startswith("at ") or len(text) > 4000:
        return None
    function, paren, rest = text[3:].partition("(")
    place, closed, _ = rest.partition(")")
    if not paren or not closed or " " in function or "." not in function:
        return None
    file, _, number = place.partition(":")
    if number and not (number.isdecimal() and len(number) <= 9):
        return None
    if (
        not number
        and place not in ("Native Method", "Unknown Source")
        and not place.endswith((".java", ".kt", ".scala"))
    ):
        return None
    return Frame(file if number else place, int(number) if number else None, function.rpartition("//")[2])


def _read_head(line: str) -> tuple[str, str] | None:
    text = line.strip()
    caused = text.startswith(_BEFORE)
    for before in _BEFORE:
        text = text.removeprefix(before)
    if text.startswith("Exception in thread "):
        text = text.partition('" ')[2]
    name, _, message = text.partition(":")
    if not is_class_token(name) or not (caused or "." in name):
        return None
    if (not name.endswith(ENDINGS) and not name.endswith("Throwable")) or (not caused and name.count(".") < 1):
        return None
    return name, message.strip()


def _is_within(line: str) -> bool:
    text = line.strip()
    return text.startswith("... ") and text.endswith((" more", "omitted", " common frames omitted"))
