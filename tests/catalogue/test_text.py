from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.catalogue.text import (
    backwards,
    escaped,
    functions_from_blob,
    functions_to_blob,
    packed,
    parts_from_text,
    text_from_parts,
    unescaped,
    unpacked,
)
from errdex.nouns.matches import FunctionSpan

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(ANY_TEXT)
def test_any_text_comes_back_from_what_sqlite_can_hold(text: str) -> None:
    stored = escaped(text)
    assert unescaped(stored.encode().decode()) == text
    assert "\x01" not in stored


@given(st.lists(ANY_TEXT.filter(bool), max_size=5), st.booleans(), st.booleans())
def test_parts_come_back(literals: list[str], starts_with_hole: bool, ends_with_hole: bool) -> None:
    parts: list[str | None] = [None] if starts_with_hole else []
    for index, literal in enumerate(literals):
        parts += [None, literal] if index else [literal]
    parts += [None] if ends_with_hole else []
    assert parts_from_text(text_from_parts(parts)) == (tuple(parts) or ("",))


def test_the_empty_message_has_one_empty_part() -> None:
    assert parts_from_text(text_from_parts([""])) == ("",)


@given(ANY_TEXT)
def test_json_comes_back_packed_or_not(text: str) -> None:
    content = f"[{text!r}]".encode("utf-8", "backslashreplace")
    assert unpacked(packed(content)) == content


def test_a_bomb_is_not_unpacked() -> None:
    inflating = zlib.compressobj()
    bomb = b"".join([inflating.compress(bytes(1 << 24)) for _ in range(17)]) + inflating.flush()
    with pytest.raises(ValueError, match="larger than any"):
        unpacked(bomb)


@given(st.lists(st.tuples(ANY_TEXT.filter(lambda t: "\n" not in t), st.integers(1, 9), st.integers(1, 9))))
def test_functions_come_back(functions: list[tuple[str, int, int]]) -> None:
    assert functions_from_blob(functions_to_blob(functions)) == [FunctionSpan(*function) for function in functions]


def test_a_tail_of_a_path_is_a_head_of_it_backwards() -> None:
    assert backwards("pandas/core/frame.py") == "frame.py/core/pandas/"
    assert backwards("core/frame.py") == "frame.py/core/"
