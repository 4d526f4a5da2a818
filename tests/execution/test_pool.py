from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from errdex.execution.executor import Done, Failed
from errdex.execution.pool import Pool, usable_cores

FORKS = [True, False] if sys.platform == "linux" else [False]

WORK = """
import os, signal, time
from errdex.execution import shared

def add_shared(number):
    return number + shared.value()

def die_at_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number

def raise_at_three(number):
    if number == 3:
        raise ValueError("three\\nis bad")
    return number

def process_of(number):
    time.sleep(0.05)
    return os.getpid()

def large(number):
    return bytes(3_000_000)
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that a process which was not forked can import too."""
    (tmp_path / "work_of_pool_tests.py").write_text(WORK)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "work_of_pool_tests", raising=False)
    return import_module("work_of_pool_tests")


def results_of(outcomes: Iterable[Done | Failed]) -> list[Any]:
    return [outcome.result for outcome in outcomes if isinstance(outcome, Done)]


@pytest.mark.parametrize("fork", FORKS)
def test_every_input_has_one_result(work: ModuleType, fork: bool) -> None:
    with Pool(2, fork=fork) as pool:
        assert sorted(pool.map_unordered(work.add_shared, range(20), 100)) == [Done(n, n + 100) for n in range(20)]


def test_more_than_one_process_works(work: ModuleType) -> None:
    with Pool(2) as pool:
        processes = set(results_of(pool.map_unordered(work.process_of, range(6))))
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_a_process_that_dies_costs_one_input(work: ModuleType) -> None:
    with Pool(2) as pool:
        outcomes = list(pool.map_unordered(work.die_at_three, range(8)))
    assert sorted(outcome.given for outcome in outcomes if isinstance(outcome, Done)) == [0, 1, 2, 4, 5, 6, 7]
    assert [outcome for outcome in outcomes if isinstance(outcome, Failed)] == [
        Failed(3, "the process that read it ended (signal 9): out of memory, or a crash")
    ]


def test_a_pool_whose_processes_all_die_ends(work: ModuleType) -> None:
    with Pool(2) as pool:
        outcomes = list(pool.map_unordered(work.die_at_three, [3, 3, 3]))
    assert [type(outcome) for outcome in outcomes] == [Failed] * 3


def test_what_raises_becomes_a_reason_in_one_line(work: ModuleType) -> None:
    with Pool(2) as pool:
        outcomes = list(pool.map_unordered(work.raise_at_three, range(5)))
    assert [outcome for outcome in outcomes if isinstance(outcome, Failed)] == [Failed(3, "ValueError: three is bad")]


def test_large_results_travel(work: ModuleType) -> None:
    with Pool(2) as pool:
        results = results_of(pool.map_unordered(work.large, range(6)))
    assert [len(result) for result in results] == [3_000_000] * 6


def test_no_input_starts_no_process(work: ModuleType) -> None:
    with Pool(2) as pool:
        assert list(pool.map_unordered(work.add_shared, [])) == []


def test_inputs_are_taken_when_a_process_is_free(work: ModuleType) -> None:
    taken: list[int] = []

    def inputs() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with Pool(2) as pool:
        next(iter(pool.map_unordered(work.add_shared, inputs(), 0)))
        assert len(taken) <= 4


def test_leaving_early_ends_the_processes(work: ModuleType) -> None:
    with Pool(2) as pool:
        (first,) = results_of([next(iter(pool.map_unordered(work.process_of, range(100))))])
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


INTERRUPTED = """
import sys, time
from errdex.execution.pool import Pool

def sleep(number):
    time.sleep(60)

if __name__ == "__main__":
    try:
        with Pool(2) as pool:
            results = pool.map_unordered(sleep, range(9))
            print([worker.process.pid for worker in pool._workers], flush=True)
            list(results)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a process group")
def test_ctrl_c_ends_everything_at_once() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )  # fmt: skip
    assert running.stdout is not None
    workers = [int(number) for number in running.stdout.readline().strip(" []\n").split(",")]
    began = time.monotonic()
    os.killpg(running.pid, signal.SIGINT)
    out, errors = running.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert (out, errors) == ("interrupted\n", "")
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_processes_end_when_the_one_that_began_them_is_killed() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.replace("sleep(60)", "sleep(0.5)")], stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    workers = [int(number) for number in running.stdout.readline().strip(" []\n").split(",")]
    running.kill()
    running.communicate()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(
        os.path.exists(f"/proc/{worker}/stat") and not _is_dead(worker) for worker in workers
    ):
        time.sleep(0.05)
    assert all(_is_dead(worker) for worker in workers)


def _is_dead(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_there_is_a_core() -> None:
    assert usable_cores() >= 1
