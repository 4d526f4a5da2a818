"""The lines of one stack frame as Python prints them, in every version and with every mark."""

from __future__ import annotations

from errdex.nouns.reports import Frame
from errdex.reports.limits import CUT

HEADER = "(most recent call last)"
MAX_DIGITS = 9
_OPENINGS = ("Traceback ", "Stacktrace ", "Stack ", "Exception Group Traceback ", "Stack trace ")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def indent_of(line: str) -> int:
    """Number of spaces and tabs before the first other character."""
    return len(line) - len(line.lstrip(" \t"))


def read_frame_line(line: str) -> Frame | None:
    """The frame that `File "x.py", line 3, in f` names; `None`: the line names none.

    Also: without function (syntax errors), without comma before `in` (faulthandler), without line number (old Django),
    and with the start of the path cut off (`b/site-packages/x.py", line 3, in f`).
    """
    text = line.strip().removeprefix("> ")
    path_end = text.find('", line ')
    if path_end < 0:
        return _frame_without_line(text)
    if text.startswith('File "'):
        path = text[6:path_end]
    elif '"' not in text[:path_end] and " " not in text[:path_end].strip():
        path = text[:path_end]
    else:
        return None
    rest = text[path_end + 8 :]
    digits = 0
    while digits < len(rest) and digits <= MAX_DIGITS and rest[digits] in "0123456789":
        digits += 1
    if not 0 < digits <= MAX_DIGITS:
        return None
    return _named(path, int(rest[:digits]), rest[digits:])


def _frame_without_line(text: str) -> Frame | None:
    if not text.startswith('File "'):
        return None
    path, quote, rest = text[6:].partition('" in ')
    return Frame(_undo_bold(path), None, _undo_bold(rest.strip())) if quote and rest.strip() else None


def _named(path: str, line: int, rest: str) -> Frame | None:
    path = _undo_bold(path)
    name = rest.removeprefix(",").lstrip(" ")
    if not name.strip():
        return Frame(path, line)
    if not name.startswith("in ") or rest[:1] not in (",", " "):
        return None
    return Frame(path, line, _undo_bold(name[3:].strip()))


def _undo_bold(name: str) -> str:
    """`**init**` is what is left of `__init__` where Markdown took it for bold."""
    if "**" not in name:
        return name
    return name.replace("**", "__")


def is_elision(line: str) -> bool:
    """Whether a line stands for frames that were left out: by Python, or by the person who pasted."""
    text = line.strip()
    if text.startswith(("[Previous line repeated ", CUT)) and text.endswith("]"):
        return True
    if text.startswith("--- <") and text.endswith("> ---"):  # twisted: where it was caught
        return True
    bare = text.strip("().[]<> \u2026")
    return text != bare and bare.lower() in _SNIPPED


_SNIPPED = frozenset(("", "snip", "snipped", "snippet", "cut", "truncated", "omitted", "redacted", "skipped", "skip"))


def is_marks(line: str) -> bool:
    """Whether a line holds nothing but the carets and tildes that mark part of the line above."""
    text = line.strip()
    return bool(text) and not text.strip("^~") and (len(text) > 1 or text == "^")


def marked_part(source: str, marks: str) -> str:
    """What the marks mark of the source line above them, both with their indentation.

    `""` where wide characters stand before the mark's end: versions differ in how they count them.
    """
    start = indent_of(marks)
    end = len(marks.rstrip())
    if not source[:end].isascii():
        return ""
    return source[start:end].strip()


def with_source(frame: Frame, below: Sequence[str]) -> Frame:
    """The frame with what is printed beneath it: source lines, and marks under the first of them."""
    if not below:
        return frame
    first = below[0]
    if is_marks(first):
        return frame
    marked = marked_part(first, below[1]) if len(below) > 1 and is_marks(below[1]) else ""
    return frame._replace(source=first.strip(), marked=marked)


def header_column(line: str) -> int:
    """Where the header of a traceback begins in a line, -1: the line holds none."""
    at = line.find(HEADER)
    if at < 0 or line[at + len(HEADER) : at + len(HEADER) + 1] not in (":", ""):
        return -1
    for opening in _OPENINGS:
        if line.endswith(opening, 0, at):
            start = at - len(opening)
            longer = "Exception Group "
            return start - len(longer) if line.endswith(longer, 0, start) else start
    return -1


def starts_traceback(line: str) -> bool:
    """Whether a traceback starts with this line: its header, or the first frame of one that lost its header."""
    if HEADER in line:
        return header_column(line) >= 0
    return '", line ' in line and read_frame_line(line) is not None


def next_filled(text: Sequence[str], index: int) -> int:
    """Index of the first line from here on that is not blank; the number of lines: there is none."""
    while index < len(text) and not text[index].strip():
        index += 1
    return index
