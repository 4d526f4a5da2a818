"""Warnings as Python prints them: `path.py:12: UserWarning: text` and the source line of the call below."""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import is_class_token
from errdex.reports.found import Found, Lines
from errdex.reports.frames import indent_of
from errdex.reports.logline import read_record

_MAX_HEAD = 1500
_MAX_LINES = 60
_ENDINGS = ("Warning", "RemovedIn")


def find(lines: Lines) -> list[Found]:
    """Every warning of the text."""
    found: list[Found] = []
    index = 0
    while index < len(lines.text):
        head = read_warning_line(lines.text[index]) if "Warning: " in lines.text[index] else None
        if head is None:
            index += 1
            continue
        frame, category, first = head
        end = _end(lines, index)
        below = lines.text[index + 1 : end]
        # The last line, indented by two, is the source of the call; the message may have lines of its own before.
        source = below[-1].strip() if below and indent_of(below[-1]) >= 2 else ""
        message = "\n".join([first, *(below[:-1] if source else below)]).rstrip()
        error = ReportedError(category, message, (frame._replace(source=source),), kind="warn", level=category)
        found.append(Found(index, end, (error,), 0))
        index = end
    return found


def read_warning_line(line: str) -> tuple[Frame, str, str] | None:
    """Place, category and first line of the message: `x.py:3: UserWarning: text`."""
    text = line.strip()
    at = text.find("Warning: ", 0, _MAX_HEAD)
    head = text[: at + 7]
    place, space, category = head.rpartition(": ")
    if not space or not is_class_token(category):
        return None
    path, colon, number = place.rpartition(":")
    if not colon or not number.isdecimal() or len(number) > 9 or not path:
        return None
    return Frame(_bare_path(path.strip()), int(number)), category, text[at + 9 :]


def _bare_path(path: str) -> str:
    """Without the words of a log record before it; a path that begins as paths do may hold spaces."""
    if " " not in path or path.startswith(("/", "~", ".", "<")) or path[1:3] == ":\\":
        return path
    record = read_record(path)
    path = record.message if record else path
    start = max(path.rfind(" /"), path.rfind(" ./"), path.rfind(" ~/"), path.rfind(" <"))
    return path[start + 1 :]


def _end(lines: Lines, start: int) -> int:
    """Index after the lines of the warning: up to the source line, which is indented by two."""
    index = start + 1
    text = lines.text
    while index < min(len(text), start + _MAX_LINES):
        line = text[index]
        if not line.strip() or "Warning: " in line or (lines.fenced and line.startswith("```")):
            break
        if line.startswith("  ") and indent_of(line) == 2:
            return index + 1
        index += 1
    # Without a source line nothing shows where the message ends: its first paragraph is all that is surely its own.
    following = text[start + 1 : index]
    return index if following and len(following) <= 5 and index - start > 1 else start + 1
