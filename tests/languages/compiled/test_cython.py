"""Strings of modules that Cython made."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.compiled.cython import cython_strings, packed_run

MESSAGES = sorted(
    [
        "Cannot losslessly cast '", "' to ", "day_of_month must be 1<=day_of_month<=31, got ", "unbounded slice",
        "Out of bounds nanosecond timestamp: ", "expected non-negative integer", 'time data "', "\" doesn't match format \"",
    ]
)  # fmt: skip
NAMES = sorted(
    ["__init__", "__main__", "add_note", "asyncio", "cline", "days", "freq", "items", "name", "other", "self", "unit"]
)
STRINGS = [*MESSAGES, *NAMES]


@pytest.mark.parametrize("form", ["zlib", "lzss", ""])
def test_joined_strings_are_cut_apart_by_their_table_of_lengths(
    cython_constants: Callable[..., bytes], form: str
) -> None:
    assert cython_strings(cython_constants(STRINGS, form)) == tuple(STRINGS)


def test_without_a_table_packed_strings_are_one_run(cython_constants: Callable[..., bytes]) -> None:
    constants = cython_constants(STRINGS)
    packed = constants[constants.index(b"\x78\x9c") :]

    assert cython_strings(packed) == ()
    assert packed_run(packed) == "".join(STRINGS)


def test_a_table_that_cuts_words_in_no_order_is_not_believed(cython_constants: Callable[..., bytes]) -> None:
    assert cython_strings(cython_constants(STRINGS[::-1], "")) == ()


@given(st.binary(max_size=600))
def test_constants_of_any_other_kind_hold_none_or_some(constants: bytes) -> None:
    assert isinstance(cython_strings(constants), tuple)
    assert isinstance(packed_run(constants), str)
