from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.rendering.layout import columns_of, cut, dedented, row, wrapped
from errdex.rendering.style import PLAIN


def test_text_breaks_at_spaces_and_hangs() -> None:
    assert wrapped("one two three four", 9, hanging=2) == ["one two", "  three", "  four"]


def test_a_word_that_is_too_long_breaks_where_the_room_ends() -> None:
    assert wrapped("a/very/long/path", 6) == ["a/very", "/long/", "path"]


def test_line_ends_stay() -> None:
    assert wrapped("a\n\nb", 10) == ["a", "", "b"]


def test_wide_characters_take_two_columns() -> None:
    assert columns_of("中文ab") == 6
    assert wrapped("中文中文", 5) == ["中文", "中文"]


def test_a_row_has_its_label_before_the_first_line() -> None:
    assert row("because", ["a", "b"], PLAIN) == ["  because     a", "              b"]


def test_cut_text_ends_in_an_ellipsis() -> None:
    assert cut("abcdef", 4) == "abc…"


def test_common_indentation_goes() -> None:
    assert dedented(["    a", "", "      b"]) == ["a", "", "  b"]


@given(st.text(), st.integers(8, 100), st.integers(0, 4))
def test_no_line_is_wider_than_asked_and_no_character_is_lost(text: str, width: int, hanging: int) -> None:
    lines = wrapped(text, width, hanging)

    assert all(columns_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
