"""Takes the lines of a traceback together: one error, although every line of it could be a message."""

from __future__ import annotations

import re

from errdex.nouns.base import NamedTuple

HEADER = b"Traceback (most recent call last):\n"
LONGEST_FOLD = 1 << 18
"""Bytes of a traceback that are taken together; a longer one is left as lines."""
_LONGEST_MARGIN = 300
_RAISED = re.compile(rb"([A-Za-z_][\w.<>]{0,300})(?::| *\n)")
_FRAME = b'  File "'


class Fold(NamedTuple):
    """A traceback in a block."""

    start: int
    """Of the line with its header."""
    end: int
    """Behind the line that names the exception."""
    margin: int
    """Bytes that stand before each of its lines, put there by whoever carried them."""
    raised: int
    """Where the class of the exception stands."""
    exception: bytes
    frame: bytes
    """The line of its innermost frame, without white space around."""

    def lines(self, block: bytes) -> list[bytes]:
        """Its lines without the margin, header first."""
        rest = block[self.start : self.end - 1].split(b"\n")[1:]
        return [HEADER[:-1], *(line[self.margin :] for line in rest)]


class Unfinished(NamedTuple):
    """A traceback that goes on behind the block's end."""


UNFINISHED = Unfinished()


def read_fold(block: bytes, start: int, header_end: int) -> Fold | Unfinished | None:
    """The traceback whose header stands in the line at `start` and ends before `header_end`; `None`: it is none.

    Its lines stand below each other, after a margin of the same width or at the start of their lines.
    """
    column = header_end - len(HEADER) - start
    margin = _margin(block, header_end, column)
    if margin is None:
        return UNFINISHED if header_end >= len(block) else None
    at, frame = header_end, b""
    while at < len(block) and at - start < LONGEST_FOLD:
        end = block.find(b"\n", at) + 1
        begins = at + margin
        if block[begins : begins + 2] != b"  " and end - begins > 1:
            return _ended(block, Fold(start, end, margin, begins, b"", frame))
        if block.startswith(_FRAME, begins):
            frame = block[begins:end].strip()
        at = end
    return UNFINISHED if at - start < LONGEST_FOLD else None


def _margin(block: bytes, at: int, column: int) -> int | None:
    for margin in (0, column):
        if margin <= _LONGEST_MARGIN and block.startswith(_FRAME, at + margin):
            return margin
    return None


def _ended(block: bytes, fold: Fold) -> Fold | None:
    """The traceback with the exception that ends it; `None`: something else stands in that line."""
    raised = _RAISED.match(block, fold.raised, fold.end)
    return fold._replace(exception=raised[1]) if raised else None
