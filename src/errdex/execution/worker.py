"""What runs in a process of the pool."""

from __future__ import annotations

import gc
import signal

from errdex.execution import shared as shared_value
from errdex.execution.executor import Done
from errdex.execution.serial import collect_if_worthwhile, outcome_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection
    from typing import Any


def run_worker(pipe: Connection, function: Callable[[Any], Any], shared: Any, inherited: Iterable[Connection]) -> None:
    """Answers inputs until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all: the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for other in inherited:
        other.close()
    gc.disable()
    gc.freeze()
    shared_value.hold(shared)
    while True:
        try:
            given = pipe.recv()
        except (EOFError, OSError):
            return
        outcome = outcome_of(function, given)
        try:
            pipe.send((True, outcome.result) if isinstance(outcome, Done) else (False, outcome.reason))
        except OSError:
            return
        del outcome
        collect_if_worthwhile()
