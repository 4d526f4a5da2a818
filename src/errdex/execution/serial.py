"""One process: for little work, and for tests."""

from __future__ import annotations

import gc

from errdex.execution import shared as shared_value
from errdex.execution.executor import Done, Failed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Any, Self


WORTHWHILE = 100_000
"""Objects: looking at so many takes milliseconds, and what they hold is some megabytes."""


class Serial:
    """Runs everything here, one after the other."""

    def __enter__(self) -> Self:
        # as in the pool's processes: looking for cyclic garbage all the time costs a quarter of all parsing
        self._collecting = gc.isenabled()
        gc.disable()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._collecting:
            gc.enable()

    def map_unordered(
        self, function: Callable[[Any], Any], inputs: Iterable[Any], shared: Any = None
    ) -> Iterator[Done | Failed]:
        """As `executor.Executor` says."""
        try:
            for given in inputs:
                shared_value.hold(shared)  # another map may have run since the last result
                yield outcome_of(function, given)
                collect_if_worthwhile()
        finally:
            shared_value.hold(None)


def collect_if_worthwhile() -> None:
    """Between two inputs: looks for cyclic garbage when many more objects were made than went away since the last time."""
    if gc.get_count()[0] > WORTHWHILE:
        gc.collect()


def outcome_of(function: Callable[[Any], Any], given: Any) -> Done | Failed:
    """Runs the function; whatever it raises becomes the reason."""
    try:
        return Done(given, function(given))
    except Exception as error:  # noqa: BLE001 - a worker's end: one input fails, the run goes on
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Failed(given, what[:300])
