from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.explanation.filling import is_only_filling
from errdex.nouns.templates import Hole, Template, template_from_parts


def template(*parts: str | None) -> Template:
    return template_from_parts([Hole("x") if part is None else part for part in parts])


def test_literal_text_that_occurs_once_splits_in_one_way() -> None:
    assert is_only_filling(template("no ", None, " in ", None), ["a", "b"])


def test_literal_text_that_a_value_holds_too_splits_in_several() -> None:
    assert not is_only_filling(template("no ", None, " in ", None), ["a in b", "c"])


def test_one_hole_or_none_leaves_no_choice() -> None:
    assert is_only_filling(template("no ", None, "!"), ["a!"])
    assert is_only_filling(template("no"), [])


def test_values_that_are_too_few_are_not_sure() -> None:
    assert not is_only_filling(template(None, "-", None), ["a"])


@given(
    st.lists(st.text("ab-", max_size=4), min_size=2, max_size=3),
    st.lists(st.text("ab-", max_size=4), min_size=3, max_size=3),
)
def test_a_filling_that_is_called_the_only_one_is(values: list[str], others: list[str]) -> None:
    parts = template(*[part for _ in values for part in ("-", None)])
    printed = "".join("-" + value for value in values)

    if is_only_filling(parts, values):
        other = others[: len(values)]
        assert "".join("-" + value for value in other) != printed or other == values
