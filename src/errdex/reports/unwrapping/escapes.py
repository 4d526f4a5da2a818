r"""Text inside string literals: a traceback that a program quoted, with `\n` where its lines end."""

from __future__ import annotations

from errdex.reports.frames import HEADER

_MARKS = ("last):\\n", "last)\\n", '\\n  File \\"', '\\n  File "', "\\n    at ", '\\n  File \\\\"')
_MAX_DEPTH = 3
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f"}


def has_escaped_lines(text: str) -> bool:
    """Whether a traceback stands in a string literal; beside a plain one, only a whole traceback is one."""
    if "\\n" not in text:
        return False
    if 'File "' in text and '", line ' in text and f"{HEADER}:\n" in text:
        return f"{HEADER}:\\n" in text
    return any(mark in text for mark in _MARKS)


def with_real_lines(text: str) -> str:
    """The text with each such literal, which never spans lines, on lines of its own."""
    for _ in range(_MAX_DEPTH):
        if not has_escaped_lines(text):
            break
        text = "\n".join(_expanded(line) if "\\n" in line else line for line in text.split("\n"))
    return text


def _expanded(line: str) -> str:
    """The line with the literals in it that hold a traceback, each on lines of its own."""
    pieces: list[str] = []
    position = 0
    while True:
        mark = min((at for at in (line.find(mark, position) for mark in _MARKS) if at >= 0), default=-1)
        if mark < 0:
            break
        start, quote = _opening(line, position, mark)
        end = _closing(line, mark, quote)
        # Fenced, so that what follows the literal is no part of a message in it.
        pieces += (line[position:start], "\n```\n", unescape(line[start:end]).strip("\n"), "\n```\n")
        position = end + 1
    return "".join((*pieces, line[position:]))


def _opening(line: str, start: int, mark: int) -> tuple[int, str]:
    """Where the text of the literal begins, and the quote that ends it with the backslashes before it."""
    at = max(line.rfind('"', start, mark), line.rfind("'", start, mark))
    while at >= start:
        backslashes = _backslashes_before(line, at, start)
        if at == start + backslashes or line[at - backslashes - 1] in " \t=:([{,bur":
            return at + 1, line[at - backslashes : at + 1]
        at = max(line.rfind('"', start, at), line.rfind("'", start, at))
    return start, ""


def _backslashes_before(line: str, at: int, start: int) -> int:
    count = 0
    while at - count > start and line[at - count - 1] == "\\":
        count += 1
    return count


def _closing(line: str, mark: int, quote: str) -> int:
    """Where the literal ends: its quote, with as many backslashes as the opening one had."""
    if not quote:
        return len(line)
    at = line.find(quote[-1], mark)
    while at >= 0:
        if _backslashes_before(line, at, mark) == len(quote) - 1:
            return at - len(quote) + 1
        at = line.find(quote[-1], at + 1)
    return len(line)


def unescape(text: str) -> str:
    """The text with its backslash escapes as characters; what is no escape stays."""
    pieces: list[str] = []
    position = 0
    while True:
        at = text.find("\\", position)
        if at < 0 or at + 1 >= len(text):
            break
        char, length = _escape(text, at)
        pieces += (text[position:at], char)
        position = at + length
    return "".join((*pieces, text[position:]))


def _escape(text: str, at: int) -> tuple[str, int]:
    kind = text[at + 1]
    if kind in _SIMPLE:
        return _SIMPLE[kind], 2
    width = {"x": 2, "u": 4}.get(kind, 0)
    digits = text[at + 2 : at + 2 + width]
    if width and len(digits) == width and all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return chr(int(digits, 16)), 2 + width
    return "\\", 1
