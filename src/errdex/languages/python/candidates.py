"""Lines on which a site may stand, found in the text alone: what lies between them need not be looked at."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate

KEYWORDS = ("raise", "assert")
CALLS = (".warn", "warn(", "warn_explicit(", ".error", ".exception", ".critical", ".fatal", ".log", ".exit", "exit(")


class Candidates:
    """Line numbers, sorted, of statements and calls that may be sites."""

    __slots__ = ("calls", "statements")

    def __init__(self, text: str, lines: list[str], more_calls: tuple[str, ...] = ()) -> None:
        starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self.statements = sorted(_lines_with(text, starts, KEYWORDS))
        """Lines with one of `KEYWORDS` anywhere in them."""
        self.calls = sorted(_lines_with(text, starts, (*CALLS, *more_calls), called=True))
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


_CALLED = re.compile(r"(?<=\()|(?:ing|_explicit)?[ \t]*\(")


def _lines_with(text: str, starts: list[int], needles: tuple[str, ...], *, called: bool = False) -> set[int]:
    found: set[int] = set()
    for needle in needles:
        position = text.find(needle)
        while position >= 0:
            if not called or _CALLED.match(text, position + len(needle)):
                line = bisect_left(starts, position + 1)
                found.add(line)
                position = starts[line] - 1 if line < len(starts) else len(text)
            position = text.find(needle, position + 1)
    return found


def _any_between(lines: list[int], first: int, last: int) -> bool:
    index = bisect_left(lines, first)
    return index < len(lines) and lines[index] <= last
