from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.evidence.trying import constants_of, is_literal, known_calls, values_of_site
from errdex.nouns.conditions import ReachingSet
from errdex.nouns.sites import Site, SiteKind


def test_constants_of_a_condition_come_with_their_neighbours() -> None:
    assert constants_of(["len(text) > 3"], "") == ["3", "4", "2", "'a' * 4", "'a' * 3", "['a'] * 4"]


def test_constants_of_the_function_follow() -> None:
    assert constants_of([], "def f(x):\n    return x in ('left', 'right', 'two words')") == ["'left'", "'right'"]


def test_argument_lists_of_constants_are_collected_from_calls_and_examples() -> None:
    text = 'def f():\n    """Example.\n\n    >>> pick(1, how="x")\n    """\n    pick(2)\n    pick(unknown)\n    a.b.pick([3, "y"])\n'

    assert known_calls([text]) == {"pick": ["1, how='x'", "2", "[3, 'y']"]}


def test_values_that_get_to_the_statement_come_from_its_reaching_set() -> None:
    reaching = ReachingSet("how", "Literal", ("'left'", "'right'"), ("'right'",), outside=True)

    assert values_of_site(Site(SiteKind.RAISE, 1, 1, "f", "ValueError", reaching=(reaching,))) == {
        "how": ["'right'", "'no such member'", "987654"]
    }


@given(st.lists(st.text(max_size=30), max_size=3), st.text(max_size=60))
def test_whatever_is_tried_is_an_expression(condition: list[str], function: str) -> None:
    for text in constants_of(condition, function):
        compile(text, "x", "eval")


@given(st.text(max_size=80))
def test_any_text_is_read_for_calls(text: str) -> None:
    assert all(
        is_literal(f"[{arguments}]") or "=" in arguments
        for lists in known_calls([text]).values()
        for arguments in lists
    )
