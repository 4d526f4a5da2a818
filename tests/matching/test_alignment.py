from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.alignment import (
    FOLDED,
    INSIDE,
    TRUNCATED,
    Alignment,
    align_folded,
    align_inside,
    align_truncated,
    align_whole,
    fold,
)

TEXT = st.text(alphabet="ab:' \n", max_size=12)


def normal(drawn: list[str | None]) -> tuple[str | None, ...]:
    """Parts without two literals side by side, as templates have them."""
    parts: list[str | None] = []
    for part in drawn:
        if parts and part is not None and parts[-1] is not None:
            parts[-1] += part
        else:
            parts.append(part)
    return tuple(parts)


PARTS = st.lists(st.one_of(st.none(), TEXT.filter(bool)), min_size=1, max_size=7).map(normal)


@pytest.mark.parametrize(
    ("parts", "text", "values"),
    [
        (("bad mode",), "bad mode", ()),
        (("bad mode",), "bad mode ", None),
        (("",), "", ()),
        ((None,), "anything\nat all", ("anything\nat all",)),
        (("bad ", None), "bad mode", ("mode",)),
        ((None, " is bad"), "mode is bad", ("mode",)),
        (("got ", None, ", want ", None, "."), "got a, want b, c.", ("a", "b, c")),
        (("a", None, "a"), "a", None),
        (("ab", None, "ba"), "aba", None),
        (("a", None, "b", None, "b"), "abb", ("", "")),
        ((None, ": ", None), "k: v: w", ("k", "v: w")),
        ((None, None), "xy", ("", "xy")),
        (("line one\n", None, "\nline three"), "line one\nline two\nline three", ("line two",)),
    ],
)
def test_template_is_laid_on_the_whole_text(
    parts: tuple[str | None, ...], text: str, values: tuple[str, ...] | None
) -> None:
    assert align_whole(parts, text) == values


@given(PARTS, st.data())
def test_every_text_that_a_template_prints_aligns_and_prints_again(
    parts: tuple[str | None, ...], data: st.DataObject
) -> None:
    text = "".join(data.draw(TEXT) if part is None else part for part in parts)

    values = align_whole(parts, text)

    assert values is not None
    remaining = iter(values)
    assert "".join(next(remaining) if part is None else part for part in parts) == text


@given(PARTS, TEXT)
def test_no_alignment_crashes_and_a_whole_one_prints_the_text(parts: tuple[str | None, ...], text: str) -> None:
    values = align_whole(parts, text)
    align_inside(parts, text)
    align_truncated(parts, text)
    align_folded(parts, fold(text))

    if values is not None:
        remaining = iter(values)
        assert "".join(next(remaining) if part is None else part for part in parts) == text


@pytest.mark.parametrize(
    ("parts", "text", "wanted"),
    [
        (("bad mode ", None), "12:00 E bad mode x\nmore", Alignment(INSIDE, ("x",), ("bad mode ",))),
        ((None, " is bad"), "note\nmode is bad!", Alignment(INSIDE, ("mode",), (" is bad",))),
        (("bad mode",), "notbad mode", None),
        (("bad mode",), "bad modes", None),
        ((None,), "anything", None),
        (("",), "anything", None),
    ],
)
def test_template_is_found_inside_a_longer_text_at_word_bounds(
    parts: tuple[str | None, ...], text: str, wanted: Alignment | None
) -> None:
    assert align_inside(parts, text) == wanted


@pytest.mark.parametrize(
    ("parts", "text", "wanted"),
    [
        (("bad mode ", None, " for this"), "bad mode x for", Alignment(TRUNCATED, ("x",), ("bad mode ", " for"))),
        (("bad mode ", None, " for this"), "bad mode x", Alignment(TRUNCATED, ("x",), ("bad mode ",))),
        (("bad mode for this",), "bad mode", Alignment(TRUNCATED, (), ("bad mode",))),
        (("bad mode ", None), "good mode", None),
        ((None, " for this"), "x", None),
    ],
)
def test_text_may_end_inside_the_template(parts: tuple[str | None, ...], text: str, wanted: Alignment | None) -> None:
    assert align_truncated(parts, text) == wanted


def test_case_and_white_space_may_differ_in_the_weaker_tier() -> None:
    assert align_folded(("Bad  mode: ", None, "\n"), fold("bad MODE:\n  X")) == Alignment(
        FOLDED, ("x",), ("Bad  mode: ", "\n")
    )
    assert align_folded(("Bad mode",), fold("bad modes")) is None


def test_near_matches_made_to_be_slow_are_not() -> None:
    parts = ("a", *(None, "a") * 200, None, "b")
    text = "a" * 200_000
    started = time.process_time()

    assert align_whole(parts, text) is None
    assert align_inside(parts, text) is None
    align_truncated(parts, text)
    align_folded(parts, fold(text))

    assert time.process_time() - started < 1.0
