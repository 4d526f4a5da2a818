"""What a dialect works on and what it gives back."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import ReportedError


class Lines(NamedTuple):
    """The lines of an unwrapped text."""

    text: list[str]
    """Without line ends and without what carriers put before each."""
    carried: list[str]
    """What stood before each line: `web_1  | `, `2024-01-01 12:00:00 ERROR `; all `""` when nothing did. May be empty:
    no line of the text had anything before it."""

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
    lead: str = ""
    """Text that stands before the stretch on its first line: `12:00:01 ERROR worker: `."""
