"""Stacks of V8: node, browsers, bundlers.

TypeError: Cannot read properties of undefined (reading 'type')
    at f (/app/index.js:3:9)
    at /app/index.js:9:1
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import ENDINGS
from errdex.reports.found import Found, Lines
from errdex.reports.stacks import Grammar, find_stacks, place_in

_UNCAUGHT = ("Uncaught (in promise) ", "Uncaught ", "Unhandled Rejection ", "Unhandled promise rejection ")
_MAX_NAME = 120


def find(lines: Lines) -> list[Found]:
    """Every stack, and the errors that node prints below the source line that threw them."""
    return find_stacks(lines, Grammar(_read_frame, _read_head, _is_within)) or _echoed(lines)


def _read_frame(line: str) -> Frame | None:
    text = line.strip()
    if not text.startswith("at ") or len(text) > 4000:
        return None
    text = text[3:].removeprefix("async ")
    if text.endswith(")") and "(" in text:
        function, _, place = text[:-1].rpartition(" (")
        if not function:
            return None
        path, number = place_in(place)
        if number is None and place not in ("<anonymous>", "native", "index 0") and not place.startswith("index "):
            return None
        return Frame(path, number, _bare(function)) if not path.endswith((".java", ".kt", ".scala")) else None
    path, number = place_in(text)
    if number is None or (" " in path and "/" not in path and "\\" not in path):
        return None
    return Frame(path, number)


def _bare(function: str) -> str:
    return function.partition(" [as ")[0].strip()


def _read_head(line: str) -> tuple[str, str] | None:
    text = line.strip()
    for uncaught in _UNCAUGHT:
        text = text.removeprefix(uncaught)
    bracketed = text.startswith("[")
    name, colon, message = text.removeprefix("[").partition(": ")
    if not colon:
        name, message = text.removesuffix(":"), ""
    bare = name.partition(" [")[0]
    if (
        len(name) > _MAX_NAME
        or not bare.endswith((*ENDINGS, "Invariant"))
        or bare.count(" ") > 1
        or not bare[:1].isupper()
    ):
        return None
    if bare.count(" ") == 1 and not bare.endswith("Violation"):
        return None
    return name, message.removesuffix("]") if bracketed else message


def _is_within(line: str) -> bool:
    text = line.strip()
    return text.startswith(("... ", "--- ", "at ")) and len(text) < 200


def _echoed(lines: Lines) -> list[Found]:
    """`path:12`, the source line, a caret, a blank line, then the error without a stack."""
    text = lines.text
    for index, line in enumerate(text[:-3]):
        path, number = place_in(line.strip())
        if number is None or text[index + 2].strip().strip("^~") or not text[index + 2].strip():
            continue
        start = index + 3 + (not text[index + 3].strip())
        head = _read_head(text[start]) if start < len(text) else None
        if head is None:
            continue
        end = start + 1
        while end < len(text) and text[end].strip() and not text[end - 1].rstrip().endswith(("] {", "]")):
            end += 1
        parts = [head[1], *text[start + 1 : end]]
        message = "\n".join(parts).removesuffix(" {").removesuffix("]")
        frame = Frame(path, number, source=text[index + 1].strip())
        return [Found(index, end, (ReportedError(head[0], message, (frame,)),), 0)]
    return []
