from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from errdex.catalogue.anchoring import NO_WORD, chosen_words, reanchor, words_of_parts
from errdex.catalogue.connection import open_to_write
from errdex.catalogue.read import Reader
from errdex.catalogue.text import text_from_parts
from errdex.catalogue.write import Writer
from errdex.nouns.anchors import word_key, words_of_text
from errdex.nouns.sites import Site

WORDS = st.sampled_from(["bad", "mode", "no", "axis", "x1", "_y", "größe", "名"])
LITERALS = st.lists(st.one_of(WORDS, st.sampled_from([" ", ": ", "'", "-", ""])), max_size=6).map("".join)
PARTS = st.lists(st.one_of(st.none(), LITERALS), min_size=1, max_size=6)


def test_the_two_rarest_are_chosen_and_equally_rare_ones_by_key() -> None:
    assert chosen_words([7, 3, 5], {7: 1, 3: 2, 5: 2}) == (7, 3)
    assert chosen_words([9, 3, 5], {}) == (3, 5)
    assert chosen_words([4], {}) == (4, 4)
    assert chosen_words([], {}) == (NO_WORD, NO_WORD)


def test_words_that_a_hole_may_extend_are_no_anchors() -> None:
    parts = text_from_parts(["bad mode", None, "s of axis"])
    assert words_of_parts(parts) == [word_key("bad"), word_key("of"), word_key("axis")]


@given(PARTS, st.dictionaries(st.integers(0, 2**32 - 1), st.integers(0, 9)), st.data())
def test_any_choice_stands_whole_in_any_text_that_the_template_prints(
    parts: list[str | None], frequency: dict[int, int], data: st.DataObject
) -> None:
    text = "".join(data.draw(st.text(max_size=8)) if part is None else part for part in parts)
    chosen = chosen_words(words_of_parts(text_from_parts(parts)), frequency)
    assert set(chosen) - {NO_WORD} <= {word_key(word) for word in words_of_text(text)}


def test_anchors_chosen_anew_are_the_rarest_of_all_and_lose_no_template(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": [site("often seldom ", None)]})
        store(writer, {f"b{n}.py": [site(f"often b{n} ", None)] for n in range(9)}, root="/other")
    connection = open_to_write(path)
    reanchor(connection)
    parts = text_from_parts(["often seldom ", None])
    assert connection.row("SELECT word, second FROM anchor WHERE parts = ?", (parts,)) == (
        word_key("seldom"),
        word_key("often"),
    )
    assert connection.row("SELECT count(*) FROM anchor") == connection.row("SELECT count(*) FROM template")
    connection.close()
    with Reader(path) as reader:
        assert len(list(reader.templates_with_words({"often", "seldom", *[f"b{n}" for n in range(9)]}))) == 10
