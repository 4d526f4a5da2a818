"""Warnings as Python prints them: `path.py:12: UserWarning: text` and the source line of the call below."""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import is_class_token
from errdex.reports.endings import ends_message
from errdex.reports.found import Found, Lines
from errdex.reports.frames import indent_of, next_filled
from errdex.reports.logline import read_record

_MAX_HEAD = 1500
_MAX_LINES = 60
_MAX_PARAGRAPH = 6


def find(lines: Lines) -> list[Found]:
    """Every warning of the text."""
    found: list[Found] = []
    index = 0
    while index < len(lines.text):
        line = lines.text[index]
        head = read_warning_line(line) if "Warning:" in line or ".py:" in line else None
        one = _read(lines, index, head) if head is not None else None
        if one is not None:
            found.append(one)
        index = one.end if one is not None else index + 1
    return found


def _read(lines: Lines, index: int, head: tuple[Frame, str, str]) -> Found | None:
    frame, category, first = head
    end = _end(lines, index)
    below = lines.text[index + 1 : end]
    # The last line, indented by two, is the source of the call; the message may have lines of its own before.
    source = below[-1].strip() if below and indent_of(below[-1]) == indent_of(lines.text[index]) + 2 else ""
    if not source and not category.endswith("Warning"):
        return None  # a failure of a test, in one line
    message = "\n".join([first, *(below[:-1] if source else below)]).rstrip()
    error = ReportedError(category, message, (frame._replace(source=source),), kind="warn", level=category)
    return Found(index, end, (error,), 0)


def read_warning_line(line: str) -> tuple[Frame, str, str] | None:
    """Place, category and first line of the message: `x.py:3: UserWarning: text`."""
    text = line.lstrip().rstrip("\r")
    at = text.find("Warning:", 0, _MAX_HEAD) + 7
    if at < 7:
        start = text.find(".py:", 0, _MAX_HEAD)
        at = text.find(": ", text.find(": ", start) + 1, _MAX_HEAD) if start >= 0 else -1
    place, space, category = text[: max(at, 0)].rpartition(": ")
    if (
        not space
        or not is_class_token(category)
        or not _is_category(category)
        or text[at + 1 : at + 2] not in ("", " ")
    ):
        return None
    path, colon, number = place.rpartition(":")
    if not colon or not number.isdecimal() or len(number) > 9 or not path:
        return None
    return Frame(_bare_path(path.strip()), int(number)), category, text[at + 2 :]


def _is_category(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.endswith("Warning") or (last[:1].isupper() and any(char.islower() for char in last))


def _bare_path(path: str) -> str:
    """Without the words of a log record before it; a path that begins as paths do may hold spaces."""
    if " " not in path or path.startswith(("/", "~", ".", "<")) or path[1:3] == ":\\":
        return path
    record = read_record(path)
    path = record.message if record else path
    start = max(path.rfind(" /"), path.rfind(" ./"), path.rfind(" ~/"), path.rfind(" <"))
    return path[start + 1 :]


def _goes_on(text: list[str], index: int, margin: int) -> bool:
    """Whether more lines of an indented message follow: the source line is the last that is indented."""
    following = next_filled(text, index + 1)
    return following < len(text) and indent_of(text[following]) >= margin + 2


def _end(lines: Lines, start: int) -> int:
    """Index after the lines of the warning: up to the source line, which is indented by two more than the first."""
    index = start + 1
    text = lines.text
    margin = indent_of(text[start])
    blank = 0
    while index < min(len(text), start + _MAX_LINES):
        line = text[index]
        if "Warning: " in line and read_warning_line(line) is not None:
            break
        if ends_message(lines, index, margin, lines.before(start)):
            break
        if line.strip() and indent_of(line) == margin + 2 and not _goes_on(text, index, margin):
            return index + 1
        blank = blank or (0 if line.strip() else index)
        index += 1
    # Without a source line nothing shows where the message ends: its first paragraph is all that is surely its own.
    end = blank or index
    return end if end - start <= _MAX_PARAGRAPH else start + 1
