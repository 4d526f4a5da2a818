"""What an executor is: the same interface for one process and for many, so that no stage knows which."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Any, Protocol, Self


class Done(NamedTuple):
    """A result."""

    given: Any
    """The input it is of."""
    result: Any


class Failed(NamedTuple):
    """An input that came to nothing: the function raised, or its process ended."""

    given: Any
    """The input."""
    reason: str
    """For people, in one line."""


if TYPE_CHECKING:

    class Executor(Protocol):
        """Runs functions. A context manager: leaving it ends all processes at once."""

        def __enter__(self) -> Self: ...

        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
        ) -> None: ...

        def map_unordered(
            self, function: Callable[[Any], Any], inputs: Iterable[Any], shared: Any = None
        ) -> Iterator[Done | Failed]:
            """Results as they come, one for each input.

            `function` stands at the top of a module, and reads what all inputs share by `shared.value()`. Inputs are
            taken one at a time, when there is a process for them, so that a long iterator costs no memory.
            """
