from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.rendering.escape import one_line, visible


def test_terminal_escapes_are_seen() -> None:
    assert visible("\x1b[31mred\x07") == "\\x1b[31mred\\x07"


def test_bidirectional_controls_are_seen() -> None:
    assert visible("a\u202eb\u2066c\u200f") == "a\\u202eb\\u2066c\\u200f"


def test_separators_of_lines_that_are_no_line_ends_are_seen() -> None:
    assert visible("a\u2028b\x85c\x0cd") == "a\\u2028b\\x85c\\x0cd"


def test_letters_of_any_script_line_ends_and_tabs_stay() -> None:
    assert visible("äé中文\n\tx") == "äé中文\n\tx"


def test_lone_surrogates_become_text_that_can_be_written() -> None:
    assert visible("\udc80").encode() == b"\\udc80"


@given(st.text())
def test_nothing_a_terminal_obeys_is_left(text: str) -> None:
    assert visible(text).replace("\n", "").replace("\t", "").isprintable()
    assert one_line(text).isprintable()


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_printable_text_is_not_changed(text: str) -> None:
    assert visible(text) == text
