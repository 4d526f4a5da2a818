from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.holes import fill_holes, in_domain, is_quoted, plausible
from errdex.nouns.conditions import ReachingSet
from errdex.nouns.templates import Hole


@pytest.mark.parametrize(
    ("hole", "value", "fits"),
    [
        (Hole("n", format="d"), "-12", True),
        (Hole("n", format="d"), "twelve", False),
        (Hole("n", type="int"), "12", True),
        (Hole("n", format="04x"), "00ff", True),
        (Hole("n", format=".2f"), "1.50", True),
        (Hole("n", format=".2f"), "a lot", False),
        (Hole("s", "r", type="str"), "'a'", True),
        (Hole("s", "r", type="str"), "a", False),
        (Hole("s", "r"), "'a' or 'b'", False),
        (Hole("s", "r"), "Decimal('1')", None),
        (Hole("s"), "anything", None),
        (Hole("b", type="bool"), "maybe", False),
        (Hole("items", type="list"), "[1, 2]", True),
        (Hole("items", type="list"), "1, 2", False),
    ],
)
def test_type_and_conversion_foretell_the_text(hole: Hole, value: str, fits: bool | None) -> None:
    assert plausible(hole, value) is fits


@given(st.text())
def test_repr_of_every_string_is_quoted(text: str) -> None:
    assert is_quoted(repr(text))


def test_of_several_fillings_the_one_that_suits_the_holes_is_taken() -> None:
    parts = (Hole("name", "r"), ": ", Hole("text"))

    assert fill_holes(parts, "'a: b': c") == ("'a: b'", "c")


def test_text_that_the_parts_do_not_print_has_no_filling() -> None:
    assert fill_holes(("n=", Hole("n", format="d")), "n=many") is None


def test_fillings_made_to_be_slow_are_given_up() -> None:
    parts = tuple(part for index in range(30) for part in (Hole(f"n{index}", format="d"), " "))
    started = time.process_time()

    assert fill_holes((*parts, "end"), "1 " * 5_000) is None

    assert time.process_time() - started < 1.0


def test_member_of_the_domain_is_known_by_its_text_or_repr() -> None:
    sets = (ReachingSet("mode", "Mode (enum)", ("Mode.A", "Mode.B"), ("Mode.B",)),)

    assert in_domain(Hole("mode", "r"), "<Mode.B: 2>", sets) is True
    assert in_domain(Hole("mode"), "Mode.B", sets) is True
    assert in_domain(Hole("mode"), "Mode.A", sets) is False
    assert in_domain(Hole("other"), "Mode.A", sets) is None
