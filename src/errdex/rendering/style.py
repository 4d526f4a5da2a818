"""Colours, as a small table of roles: importing `rich` costs more than the whole of a cold `errdex explain`."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

RESET = "\x1b[0m"


class Style(NamedTuple):
    """How each role of text starts; all empty for plain text."""

    error: str = ""
    """Class of an error."""
    strong: str = ""
    """What a person looks for first: the place, the statement's line."""
    label: str = ""
    """Names of rows."""
    faint: str = ""
    """Line numbers, levels, everything that may be skipped."""
    value: str = ""
    """Values out of the message."""
    doubt: str = ""
    """What is not sure, or not known."""

    def paint(self, text: str, start: str) -> str:
        """`text` in the role that starts with `start`."""
        return f"{start}{text}{RESET}" if start and text else text


PLAIN = Style()
COLOURED = Style(
    error="\x1b[1;31m",
    strong="\x1b[1m",
    label="\x1b[36m",
    faint="\x1b[2m",
    value="\x1b[33m",
    doubt="\x1b[35m",
)
