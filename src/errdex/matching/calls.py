"""What a source line calls, as its text shows: for an error that came out of a call into compiled code."""

from __future__ import annotations

import re
from keyword import kwlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 2_000
_KEYWORDS = frozenset({*kwlist, "match", "case"})
_STRING = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""


def calls_on_line(source: str, marked: str = "") -> tuple[str, ...]:
    """Names of what is called on a line, outermost first: `np.concatenate`, `.decode` where the receiver is no plain name.

    Where carets mark a part of the line (`marked`), the one call that is all of it; empty where they mark something else, such
    as an operator or an index.
    """
    line = re.sub(_STRING, lambda found: "'" + "_" * (len(found.group()) - 2) + "'", (marked or source)[:_LONGEST])
    if not marked:
        return tuple(dict.fromkeys(callee for _, callee in _calls(line)))
    whole = line.strip()
    if not whole.endswith(")"):
        return ()
    start = _opening_of(whole)
    callee = _callee_before(whole, start)
    return (callee,) if callee and _is_one_operand(whole[:start]) else ()


def _calls(line: str) -> Iterator[tuple[int, str]]:
    for place, character in enumerate(line):
        if character == "(" and (callee := _callee_before(line, place)):
            yield place, callee


def _callee_before(line: str, place: int) -> str:
    """The dotted name in front of a parenthesis, `.name` behind anything but a name; `""`: none, so that it opens no call."""
    end = place
    while end > 0 and line[end - 1].isspace():
        end -= 1
    start = end
    while start > 0 and (line[start - 1].isalnum() or line[start - 1] in "_."):
        start -= 1
    name = line[start:end]
    last = name.rpartition(".")[2]
    if not last or name[0].isdigit() or name in _KEYWORDS:
        return ""
    return "" if line[:start].rstrip().endswith(("def", "class")) else name


def _is_one_operand(text: str) -> bool:
    """Whether a text is names, calls and indices joined by dots, without an operator between them."""
    depth = 0
    for character in text:
        depth += {")": -1, "]": -1, "}": -1, "(": 1, "[": 1, "{": 1}.get(character, 0)
        if depth == 0 and not (character.isalnum() or character in "_.)]}'\""):
            return False
    return True


def _opening_of(line: str) -> int:
    """Where the parenthesis that ends the line was opened; 0: nowhere."""
    depth = 0
    for place in range(len(line) - 1, -1, -1):
        depth += {")": 1, "]": 1, "}": 1, "(": -1, "[": -1, "{": -1}.get(line[place], 0)
        if depth == 0:
            return place
    return 0
