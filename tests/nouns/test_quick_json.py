from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.nouns.quick_json import read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(VALUES, st.booleans())
def test_what_json_writes_is_read(value: object, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value


def test_infinities_are_read_as_json_reads_them() -> None:
    assert read_json("[Infinity,-Infinity]") == [float("inf"), float("-inf")]


@pytest.mark.parametrize("text", ["", "[", "nul", "{]", "[1]x", "[1] ", '"\n"', "'a'"])
def test_anything_else_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        read_json(text)


def test_what_is_nested_too_deep_does_not_crash() -> None:
    with pytest.raises(RecursionError):
        read_json("[" * 200_000)
