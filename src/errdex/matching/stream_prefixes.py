"""What may stand between the start of a line and its message: nothing, or what loggers and the printing of exceptions put there.

Reading a prefix is slow and there are few shapes of them, so each shape (digits evened out) is read once.
"""

from __future__ import annotations

import re

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_PREFIX = 300
_MOST_SHAPES = 20_000
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_PROSE = re.compile(rb" [a-z]+ [a-z]+ [a-z]+ ")
_LOWERCASE = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_SPACES = frozenset(b" \t")


class Prefix(NamedTuple):
    """What stands before a message."""

    level: str = ""
    """As Python's logging names it, `""`: none is told."""
    logger: str = ""
    exception: str = ""
    """Class that is printed before the message."""


NO_PREFIX = Prefix()


class Prefixes:
    """Tells prefixes from text, each shape once. Memory is bounded."""

    def __init__(self, read: Callable[[str], Prefix | None]) -> None:
        self._read = read
        self._known: dict[bytes, Prefix | None] = {b"": NO_PREFIX}

    def find(self, block: bytes, start: int, end: int) -> Prefix | None:
        """The prefix that `block[start:end]` is, at the start of a line; `None`: it is none, so no message starts there."""
        if start == end:
            return NO_PREFIX
        if end - start > LONGEST_PREFIX or ends_in_prose(block, start, end):
            return None
        shape = block[start:end].translate(_ZEROS)
        try:
            return self._known[shape]
        except KeyError:
            return self._learn(shape)

    def _learn(self, shape: bytes) -> Prefix | None:
        if _PROSE.search(shape):
            return None
        if len(self._known) >= _MOST_SHAPES:
            self._known = {b"": NO_PREFIX}
        found = self._known[shape] = self._read(shape.decode("utf-8", "replace"))
        return found


def ends_in_prose(block: bytes, start: int, end: int) -> bool:
    """Whether a word in lower case stands right before `end`: no prefix ends with one, most text does."""
    at = end - 1
    while at > start and block[at] in _SPACES:
        at -= 1
    return block[at] in _LOWERCASE
