from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from errdex.explanation.pattern import message_pattern
from errdex.nouns.templates import BARE, Hole, template_from_parts

TEXT = st.text(max_size=12)
PARTS = st.lists(st.one_of(TEXT, st.just(Hole("x"))), min_size=1, max_size=6)


def test_literal_text_is_escaped_and_each_hole_is_a_group() -> None:
    template = template_from_parts(["f(", Hole("a"), ") costs $", Hole("b", format="d"), ": ", Hole("c", "r")])

    assert message_pattern([template]) == r"(?s)^f\((.*?)\) costs \$(-?[0-9]+): (.+?)$"


def test_several_ways_are_alternatives() -> None:
    ways = [template_from_parts(["a"]), template_from_parts(["b"])]

    assert message_pattern(ways) == "(?s)^(?:a|b)$"


def test_a_text_that_is_not_known_has_no_pattern() -> None:
    assert message_pattern([template_from_parts(["a"]), BARE]) is None
    assert message_pattern([]) is None


@given(PARTS, st.lists(TEXT, min_size=6, max_size=6))
def test_whatever_a_template_prints_fits_its_pattern(parts: list[str | Hole], values: list[str]) -> None:
    template = template_from_parts(parts)
    filling = iter(values)
    printed = "".join(part if isinstance(part, str) else next(filling) for part in template.parts)
    pattern = message_pattern([template])

    if pattern is not None:
        assert re.search(pattern, printed)
        assert re.compile(pattern).groups == sum(isinstance(part, Hole) for part in template.parts)


@given(st.text(min_size=1, max_size=12), TEXT)
def test_a_text_without_holes_fits_nothing_else(text: str, other: str) -> None:
    pattern = message_pattern([template_from_parts([text])])

    assert pattern is not None
    if other not in (text, f"{text}\n"):  # `$` of Python's re also fits before a last line end
        assert not re.search(pattern, other)
