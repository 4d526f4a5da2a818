"""Several processes. One that dies takes only the input it was at with it; leaving the pool ends all at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait

from errdex.execution.executor import Done, Failed
from errdex.execution.worker import run_worker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess
    from types import TracebackType
    from typing import Any, Self

PATIENCE = 2.0
"""Seconds that a process gets to end by itself before it is killed."""


def usable_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Holds Ctrl-C back while a process starts, until it has said that Ctrl-C is not for it (`worker.run_worker`)."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """One process, and the input it is at."""

    def __init__(
        self, context: BaseContext, function: Callable[[Any], Any], shared: Any, others: list[_Worker]
    ) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        # a forked child holds copies of its elders' pipes: it must close them, or they would not see us end
        inherited = [other.pipe for other in others] + [self.pipe] if context.get_start_method() == "fork" else []
        self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=run_worker, args=(theirs, function, shared, inherited), daemon=True
        )
        with _no_interrupt():
            self.process.start()
        theirs.close()
        self.given: Any = None
        self.busy = False

    def begin(self, given: Any) -> None:
        """Sends it an input. Where it has just died, `receive` tells."""
        self.given, self.busy = given, True
        with suppress(OSError):
            self.pipe.send(given)

    def receive(self) -> Done | Failed | None:
        """Its result; `None`: it died."""
        self.busy = False
        try:
            succeeded, value = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return Done(self.given, value) if succeeded else Failed(self.given, value)

    def end(self) -> str:
        """Ends it; how it ended by itself, for people."""
        self.pipe.close()
        self.process.join(PATIENCE if not self.process.is_alive() else 0)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        code = self.process.exitcode or 0
        self.process.close()
        return f"signal {-code}" if code < 0 else f"status {code}"


class Pool:
    """Runs things in `jobs` processes."""

    def __init__(self, jobs: int, *, fork: bool = True) -> None:
        """`fork`: whether processes may be forked where the system does that well; not while a catalogue is open."""
        self.jobs = jobs
        self._method = "fork" if fork and sys.platform == "linux" else "spawn"
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end_all()

    def map_unordered(
        self, function: Callable[[Any], Any], inputs: Iterable[Any], shared: Any = None
    ) -> Iterator[Done | Failed]:
        """As `executor.Executor` says. The processes start at once, before the first result is asked for."""
        pending = iter(inputs)
        context = multiprocessing.get_context(self._method)
        for given in pending:
            worker = _Worker(context, function, shared, self._workers)
            self._workers.append(worker)
            worker.begin(given)
            if len(self._workers) == self.jobs:
                break
        return self._results(function, shared, pending)

    def _results(self, function: Callable[[Any], Any], shared: Any, pending: Iterator[Any]) -> Iterator[Done | Failed]:
        try:
            while any(worker.busy for worker in self._workers):
                yield from self._next_results(function, shared, pending)
        finally:
            self._end_all()

    def _next_results(
        self, function: Callable[[Any], Any], shared: Any, pending: Iterator[Any]
    ) -> Iterator[Done | Failed]:
        waiting = {worker.pipe: worker for worker in self._workers if worker.busy}
        for pipe in wait(list(waiting)):
            worker = waiting[pipe]  # type: ignore[index]
            given = worker.given
            outcome = worker.receive()
            if outcome is None:
                worker, reason = self._replaced(worker, function, shared)
                outcome = Failed(given, f"the process that read it ended ({reason}): out of memory, or a crash")
            for following in pending:
                worker.begin(following)
                break
            yield outcome

    def _replaced(self, worker: _Worker, function: Callable[[Any], Any], shared: Any) -> tuple[_Worker, str]:
        self._workers.remove(worker)
        reason = worker.end()
        # never forked: by now this process may hold a catalogue open, which must not be carried into a child
        new = _Worker(multiprocessing.get_context("spawn"), function, shared, self._workers)
        self._workers.append(new)
        return new, reason

    def _end_all(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()
