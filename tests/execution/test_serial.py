from __future__ import annotations

import gc

from errdex.execution import shared
from errdex.execution.executor import Done, Failed
from errdex.execution.serial import Serial


def add_shared(number: int) -> int:
    return number + int(shared.value())


def divide(pair: tuple[int, int]) -> float:
    return pair[0] / pair[1]


def test_results_come_with_their_inputs() -> None:
    with Serial() as serial:
        assert list(serial.map_unordered(add_shared, [1, 2], 10)) == [Done(1, 11), Done(2, 12)]
    assert shared.value() is None


def test_what_raises_becomes_a_reason_and_the_rest_goes_on() -> None:
    with Serial() as serial:
        assert list(serial.map_unordered(divide, [(1, 0), (1, 2)])) == [
            Failed((1, 0), "ZeroDivisionError: division by zero"),
            Done((1, 2), 0.5),
        ]


def test_inputs_are_taken_when_they_are_needed() -> None:
    inputs = iter(range(9))
    with Serial() as serial:
        next(serial.map_unordered(add_shared, inputs, 0))
    assert next(inputs) == 1


def test_garbage_is_collected_again_afterwards() -> None:
    with Serial():
        assert not gc.isenabled()
    assert gc.isenabled()
