"""How a long run tells what it is at, for surfaces to show."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
else:
    Protocol = object


class Progress(Protocol):
    """Shows what a run is at."""

    def begin(self, stage: str, total: int) -> None:
        """A stage begins: `listing`, `reading` (`total` in bytes) or `linking` (`total` in bytes of source)."""

    def advance(self, amount: int, name: str) -> None:
        """Part of the stage is done; `name` says what was worked on."""

    def end(self) -> None:
        """All stages are over, also when the run was stopped."""


class Silent:
    """Shows nothing."""

    def begin(self, stage: str, total: int) -> None:
        """As `Progress`."""

    def advance(self, amount: int, name: str) -> None:
        """As `Progress`."""

    def end(self) -> None:
        """As `Progress`."""
