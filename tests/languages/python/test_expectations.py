from __future__ import annotations

import textwrap

import pytest

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import Expected, FileFacts


def expected_in(source: str) -> tuple[Expected, ...]:
    facts = analyse(textwrap.dedent(source).encode())
    assert isinstance(facts, FileFacts), facts
    return facts.expected


def test_a_with_block_names_class_pattern_and_what_it_calls() -> None:
    assert expected_in("""\
        def test_it():
            with pytest.raises(shop.Empty, match="cart is empty"):
                cart.pay(total(1))
    """) == (
        Expected(
            "shop.Empty", "cart is empty", 2, 'pytest.raises(shop.Empty, match="cart is empty")', ("pay", "total")
        ),
    )


@pytest.mark.parametrize(
    ("expectation", "pattern"),
    [
        ("self.assertRaises(E)", ""),
        ('self.assertRaisesRegex(E, r"a\\.b")', r"a\.b"),
        ('self.assertRaisesMessage(E, "a.b")', r"a\.b"),
        ("raises(E, match=MSG)", "one two"),
        ('raises(E, match=re.escape("a(b)"))', r"a\(b\)"),
        ('raises(E, match=f"no {x} here")', "no .* here"),
        ('raises(E, match="a" + MSG)', "aone two"),
    ],
)
def test_the_pattern_is_read_where_it_is_constant(expectation: str, pattern: str) -> None:
    (expected,) = expected_in(f"""
        MSG = "one two"
        def test_it(self):
            with {expectation}:
                f()
    """)

    assert (expected.exception, expected.pattern) == ("E", pattern)


def test_a_pattern_that_only_run_time_knows_makes_no_expectation() -> None:
    assert expected_in("with raises(E, match=make()): f()\n") == ()


def test_a_function_can_be_handed_over() -> None:
    (expected,) = expected_in("self.assertRaises(ValueError, shop.pay, 1)\n")

    assert expected.calls == ("pay",)
