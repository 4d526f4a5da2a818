"""What a dialect works on and what it gives back."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import ReportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Lines(NamedTuple):
    """The lines of an unwrapped text."""

    text: list[str]
    """Without line ends and without what carriers put before each."""
    carried: list[str]
    """What stood before each line: `web_1  | `, `2024-01-01 12:00:00 ERROR `; all `""` when nothing did. May be empty:
    no line of the text had anything before it."""
    fenced: bool = False
    """Whether lines of three backticks or tildes are Markdown fences; else they belong to a message."""

    def before(self, index: int) -> str:
        """What stood before a line."""
        return self.carried[index] if self.carried else ""


class Found(NamedTuple):
    """Errors that a dialect found in one stretch of lines."""

    start: int
    """Index of the first line."""
    end: int
    """Index after the last line."""
    errors: tuple[ReportedError, ...]
    """In the order of the text."""
    final: int
    """Index in `errors` of the one that ended this stretch."""
    is_weak: bool = False
    """Whether it only tells of an error that something else in the text may tell better: a summary, a log record."""
    lead: str = ""
    """Text that stands before the stretch on its first line: `12:00:01 ERROR worker: `."""


def last_told(errors: Sequence[ReportedError]) -> int:
    """Index of the last error whose exception line is there; of the last one, where none is: what was cut explains little."""
    for index in range(len(errors) - 1, -1, -1):
        if is_told(errors[index]):
            return index
    return len(errors) - 1


def is_told(error: ReportedError) -> bool:
    """Whether class and message of an error were there to read."""
    return bool(error.exception and (error.message or not error.truncated))
