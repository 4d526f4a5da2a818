"""Counts lines by what printed them. Memory is bounded by what the catalogue knows, not by the log."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.app.watching.statements import Statement


class Moment(NamedTuple):
    """When a line was seen."""

    head: bytes
    """The start of the line, where its own time may stand: read when somebody asks."""
    arrived: float
    """When it was read, in seconds since 1970."""


class Origin(NamedTuple):
    """What printed some lines."""

    statements: tuple[Statement, ...]
    """Several: they print the same."""
    template: str
    """Text of the template; of a traceback whose statement is not known its class."""
    frame: str = ""
    """Of a traceback whose statement is not known: its innermost frame, as printed."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for lines that are counted together."""
        return (tuple(one.id for one in self.statements), self.template if not self.statements else "", self.frame)


class Tally:
    """How often lines of one origin were seen; it grows."""

    __slots__ = ("arrived", "first", "head", "is_new", "number", "origin")

    def __init__(self, origin: Origin, *, is_new: bool) -> None:
        self.origin = origin
        self.is_new = is_new
        self.number = 0
        self.first = Moment(b"", 0.0)
        self.head, self.arrived = self.first

    def add(self, head: bytes, arrived: float) -> None:
        """One more line, as `Moment` describes it."""
        if not self.number:
            self.first = Moment(head, arrived)
        self.number += 1
        self.head, self.arrived = head, arrived

    @property
    def last(self) -> Moment:
        """When the last line was seen."""
        return Moment(self.head, self.arrived)


class Counted(NamedTuple):
    """The lines of one origin, counted."""

    origin: Origin
    number: int
    first: Moment
    last: Moment
    is_new: bool
    """First seen after what was there at the start."""


def counted(tallies: Iterable[Tally]) -> tuple[Counted, ...]:
    """What was counted, the most frequent first."""
    found = [Counted(one.origin, one.number, one.first, one.last, one.is_new) for one in tallies]
    return tuple(sorted(found, key=lambda one: (-one.number, one.origin.template, one.origin.key)))
