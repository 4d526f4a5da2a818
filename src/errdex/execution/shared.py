"""What all inputs of a map share, as the function that runs on them sees it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_held: list[Any] = [None]


def value() -> Any:
    """What `map_unordered` was given as `shared`."""
    return _held[0]


def hold(shared: Any) -> None:
    """Makes `value` answer this, in this process. For executors."""
    _held[0] = shared
