"""Lines on which a site may stand, found in the text alone: what lies between them need not be looked at."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from errdex.languages.python.reporting import bound_methods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.languages.python.source import Source

KEYWORDS = ("raise", "assert")
CALLS = (".warn", "warn(", "warn_explicit(", ".error", ".exception", ".critical", ".fatal", ".log", ".exit", "exit(")


class Candidates:
    """Line numbers, sorted, of statements and calls that may be sites."""

    __slots__ = ("calls", "statements")

    def __init__(self, source: Source) -> None:
        self.statements = lines_with(source, KEYWORDS)
        """Lines with one of `KEYWORDS` anywhere in them."""
        self.calls = lines_with(
            source, (*CALLS, *_aliases(source.text), *(f"{name}(" for name in bound_methods(source.text))), called=True
        )
        """Lines with a part of a reporting call's name in them."""

    def holds_site(self, first: int, last: int) -> bool:
        """Whether a site may stand on these lines."""
        return _any_between(self.statements, first, last) or _any_between(self.calls, first, last)

    def last_before(self, last: int) -> int:
        """The last line up to `last` on which a site may stand; 0: none."""
        found = 0
        for lines in (self.statements, self.calls):
            index = bisect_right(lines, last)
            found = max(found, lines[index - 1] if index else 0)
        return found

    def holds_call(self, first: int, last: int) -> bool:
        """Whether a call that is a site may begin on these lines."""
        return _any_between(self.calls, first, last)


_ALIASED = re.compile(r"\bimport\b[^#\n]*\b(?:warn|warn_explicit|exit)\s+as\s+(\w+)")


def _aliases(text: str) -> list[str]:
    """Names under which a file imports reporting functions, as they are called."""
    if "warn as " not in text and "exit as " not in text and "warn_explicit as " not in text:
        return []
    return [f"{name}(" for name in _ALIASED.findall(text)]


_CALLED = re.compile(r"(?<=\()|(?:ing|_explicit)?[ \t]*\(")


def lines_with(source: Source, needles: Sequence[str], *, called: bool = False) -> list[int]:
    """Numbers of the lines that have one of the needles in them, sorted; with `called`, only where a call may follow it."""
    text, starts = source.text, source.starts
    found: set[int] = set()
    for needle in needles:
        position = text.find(needle)
        while position >= 0:
            if not called or _CALLED.match(text, position + len(needle)):
                line = bisect_left(starts, position + 1)
                found.add(line)
                position = starts[line] - 1 if line < len(starts) else len(text)
            position = text.find(needle, position + 1)
    return sorted(found)


def _any_between(lines: list[int], first: int, last: int) -> bool:
    index = bisect_left(lines, first)
    return index < len(lines) and lines[index] <= last
