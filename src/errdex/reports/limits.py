"""How much of a text is read. Everything here is linear in these, whatever the text holds.

The head and the tail of what is too long are kept: the head tells the form, the tail the error that ended the program.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    Item = TypeVar("Item")

MAX_TEXT = 4_000_000
"""Characters of a text: about 40,000 frames."""
MAX_LINES = 200_000
MAX_LINE = 64_000
"""Characters of one line."""
MAX_MESSAGE = 64_000
MAX_FRAMES = 4_000
"""Of one error: the outermost and the innermost half."""
MAX_ERRORS = 1_000
"""Of one report: the first tenth and the last ones."""
MAX_ALTERNATIVES = 12

CUT = "[… errdex left out "
"""How the place of what was left out begins; an error whose message holds it is marked truncated."""


def capped_text(text: str) -> str:
    """The text, or its first quarter and last three quarters of `MAX_TEXT` characters, cut between lines where it has any."""
    if len(text) <= MAX_TEXT:
        return text
    quarter = MAX_TEXT // 4
    head_end = text.rfind("\n", quarter - MAX_LINE, quarter)
    tail_start = text.find("\n", len(text) - 3 * quarter, len(text) - 3 * quarter + MAX_LINE) + 1
    head = text[: head_end if head_end >= 0 else quarter]
    tail = text[tail_start or len(text) - 3 * quarter :]
    return f"{head}\n{CUT}{len(text) - len(head) - len(tail)} characters …]\n{tail}"


def capped_line(line: str, limit: int = MAX_LINE) -> str:
    """The line, or its first three quarters and last quarter of `limit` characters."""
    if len(line) <= limit:
        return line
    head, tail = limit - limit // 4, limit // 4
    return f"{line[:head]}{CUT}{len(line) - limit} characters …]{line[-tail:]}"


def capped_lines(text: str) -> list[str]:
    """The lines of a capped text, none too long and not too many."""
    lines = text.split("\n")
    if len(lines) > MAX_LINES:
        head, tail = MAX_LINES // 4, MAX_LINES - MAX_LINES // 4
        lines = [*lines[:head], f"{CUT}{len(lines) - MAX_LINES} lines …]", *lines[-tail:]]
    if len(text) > MAX_LINE:
        lines = [line if len(line) <= MAX_LINE else capped_line(line) for line in lines]
    return lines


def ends_of(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    """All items, or the first and the last halves of `limit`."""
    if len(items) <= limit:
        return tuple(items)
    return (*items[: limit // 2], *items[-(limit - limit // 2) :])
