from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.nouns.anchors import bounded_words, words_of_text

PARTS = st.lists(st.one_of(st.none(), st.text("ab \n.", min_size=1, max_size=12)), min_size=1, max_size=6)


def test_words_that_a_hole_may_extend_are_left_out() -> None:
    assert bounded_words(("no mode", None, "s of kind ", None)) == ["no", "of", "kind"]


def test_the_first_lines_are_enough_where_they_have_enough_words() -> None:
    first = "this model has no annotation at all"

    assert bounded_words((f"{first}\n\nFor more visit ", None)) == first.split()
    assert bounded_words((f"{first} ", None, "\n", None, " seen")) == first.split()


def test_a_short_first_line_takes_words_of_the_next() -> None:
    assert bounded_words(("\nnot equal\nActual text is ", None)) == ["not", "equal", "Actual", "text", "is"]


@given(PARTS, st.text("ab \n.", max_size=8))
def test_every_printed_text_holds_all_of_them(parts: list[str | None], value: str) -> None:
    printed = "".join(value if part is None else part for part in parts)

    assert set(bounded_words(parts)) <= words_of_text(printed)
