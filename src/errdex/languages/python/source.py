"""Bytes of a Python file → text and syntax tree, or the reason why not; source text of its expressions."""

from __future__ import annotations

import ast
import codecs
import gc
import re
import sys
import warnings
from bisect import bisect_left
from itertools import accumulate

SEGMENT_LIMIT = 200
"""Characters of an expression's text that nodes and holes carry."""

INSIDE_FSTRINGS_PLACED = sys.version_info >= (3, 12)
"""Whether positions of expressions inside f-strings can be trusted (before 3.12 they cannot)."""

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")
_LAYOUT = re.compile(
    r"(\"\"\"(?:\\.|[^\\])*?\"\"\"|'''(?:\\.|[^\\])*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|[ \t]*#[^\n]*|[ \t]*\\\n[ \t]*|\s*\n\s*",
    re.DOTALL,
)
"""A string literal (kept), or layout between tokens."""

_PYTHON_2 = (
    ("Missing parentheses in call to 'print'", "print statement of Python 2"),
    ("Missing parentheses in call to 'exec'", "exec statement of Python 2"),
    ("multiple exception types must be parenthesized", "except clause of Python 2"),
    ("leading zeros in decimal integer literals", "octal number of Python 2"),
)


class Source:
    """Text of a Python file, with the text of each expression."""

    __slots__ = ("_walrus_lines", "has_walrus", "lines", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0, *accumulate([len(line) + 1 for line in self.lines])]
        """Offset of each line in `text`."""
        self.has_walrus = ":=" in text
        """Whether names may be bound inside expressions."""
        self._walrus_lines: list[int] = []
        if self.has_walrus:
            self._walrus_lines = [number for number, line in enumerate(self.lines, 1) if ":=" in line]

    def may_bind(self, node: ast.stmt | ast.expr) -> bool:
        """Whether names may be bound inside the expressions of a node."""
        if not self.has_walrus:
            return False
        index = bisect_left(self._walrus_lines, node.lineno)
        last = node.end_lineno
        return last is None or (index < len(self._walrus_lines) and self._walrus_lines[index] <= last)

    def may_act(self, node: ast.expr) -> bool:
        """Whether evaluating an expression may do anything: a look at its text, much cheaper than at its tree."""
        if node.lineno != node.end_lineno:
            return True
        text = self.lines[node.lineno - 1]
        return "(" in text or ":=" in text or "await" in text or "yield" in text

    def segment(self, node: ast.expr, limit: int = SEGMENT_LIMIT) -> str:
        """Source text of an expression on one line, cut (with `…`) after `limit` characters.

        Nodes without an end have no usable position; they are written out from the tree.
        """
        first, last = node.lineno, node.end_lineno
        if last == first:
            return _cut(self._slice(first, node.col_offset, node.end_col_offset), limit)
        return _cut(_unparse(node) if last is None else self._folded(node, limit), limit)

    def distrust(self, node: ast.JoinedStr) -> None:
        """Takes the ends from the expressions of an f-string whose positions cannot be trusted."""
        if not INSIDE_FSTRINGS_PLACED:
            for part in node.values:
                forget_positions(part)

    def slice_of(self, node: ast.expr) -> str:
        """The lines of an expression as they stand in the text."""
        last = node.end_lineno or node.lineno
        if last == node.lineno:
            return self._slice(last, node.col_offset, node.end_col_offset)
        first_line = self._slice(node.lineno, node.col_offset, None)
        return "\n".join([first_line, *self.lines[node.lineno : last - 1], self._slice(last, 0, node.end_col_offset)])

    def _slice(self, line: int, start: int, end: int | None) -> str:
        text = self.lines[line - 1]
        if text.isascii():
            return text[start:end]
        return text.encode()[start:end].decode(errors="replace")

    def _folded(self, node: ast.expr, limit: int) -> str:
        """An expression of several lines on one; only as many lines as fill the limit are looked at."""
        text = self._slice(node.lineno, node.col_offset, None)
        last = node.end_lineno or node.lineno
        for number in range(node.lineno + 1, last + 1):
            if len(text) > 2 * limit + 200:
                break
            line = self.lines[number - 1] if number < last else self._slice(last, 0, node.end_col_offset)
            text = f"{text}\n{line}"
        return _LAYOUT.sub(_layout, text)


def _layout(found: re.Match[str]) -> str:
    """What stands in one line for a string literal or a piece of layout."""
    kept: str | None = found[1]
    if kept is not None:
        return kept.replace("\n", "\\n")
    text, start, end = found.string, found.start(), found.end()
    if "#" in found[0] or text[start - 1 : start] in {"(", "[", "{"} or text[end : end + 1] in {")", "]", "}"}:
        return ""
    return " "


def forget_positions(node: ast.AST) -> None:
    """Marks the expressions of a tree as having no position in the text."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.expr):
            inner.end_lineno = None


def parse(content: bytes) -> tuple[Source, ast.Module] | str:
    """Text and tree of a file, or the reason (for people, one line) why it cannot be parsed."""
    text = decode(content)
    if isinstance(text, Reason):
        return str(text)
    if "\0" in text:
        return f"line {text.count(chr(10), 0, text.index(chr(0))) + 1}: null byte"
    tree = _tree(text)
    if isinstance(tree, str):
        return tree
    return Source(text), tree


class Reason(str):
    """Why bytes are no text."""

    __slots__ = ()


def decode(content: bytes) -> str | Reason:
    """Text of a file as Python decodes it (byte order mark, coding comment, else UTF-8), lines ending in one line feed."""
    encoding = "utf-8"
    if content.startswith(codecs.BOM_UTF8):
        content = content[3:]
    else:
        cookie = _cookie(content)
        if cookie is not None:
            encoding = cookie
    try:
        text = content.decode(encoding)
    except LookupError:
        return Reason(f"unknown encoding {encoding[:40]}")
    except (UnicodeError, ValueError) as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        return Reason(f"line {content.count(10, 0, start) + 1}: not {encoding}")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _cookie(content: bytes) -> str | None:
    start = 0
    for _ in range(2):
        end = content.find(b"\n", start, start + 4096)
        line = content[start : end if end >= 0 else start + 4096]
        found = _COOKIE.match(line)
        if found is not None:
            return found.group(1).decode("ascii", "replace")
        if not _BLANK.match(line) or end < 0:
            return None
        start = end + 1
    return None


def _tree(text: str) -> ast.Module | str:
    collecting = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        complaint = _complaint(error)
        return complaint if complaint == TOO_DEEP else f"line {error.lineno or 1}: {complaint}"
    except (RecursionError, MemoryError):
        return TOO_DEEP
    except ValueError as error:
        return f"not Python: {error}"
    finally:
        if collecting:
            gc.enable()


TOO_DEEP = "nested too deeply for the parser"


def _complaint(error: SyntaxError) -> str:
    message = str(error.msg).splitlines()[0]
    for start, said in _PYTHON_2:
        if message.startswith(start):
            return said
    return TOO_DEEP if "too many" in message or "too deep" in message else message


def _unparse(node: ast.expr) -> str:
    try:
        return " ".join(ast.unparse(node).split("\n"))
    except (RecursionError, ValueError):
        return "…"


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
