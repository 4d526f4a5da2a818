from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.explanation.near import did_you_mean, edits, guard_line, near_members
from errdex.nouns.conditions import Clause, ReachingSet
from errdex.nouns.explanations import FilledHole

HOW = ReachingSet("how", "Literal", ("'left'", "'right'", "'outer'", "'none'"), ("'none'",))


def test_the_accepted_value_that_looks_like_the_one_in_the_message_was_meant() -> None:
    assert did_you_mean((HOW,), (FilledHole("how", "'lefft'"),)) == ("'left'",)


def test_values_of_other_holes_and_unsure_ones_say_nothing() -> None:
    assert did_you_mean((HOW,), (FilledHole("other", "'lefft'"), FilledHole("how", "'lefft'", sure=False))) == ()


@pytest.mark.parametrize(
    ("value", "near"),
    [
        ("<Mode.EXTND: 3>", ("Mode.EXTEND",)),
        ("Mode.DEOCDE", ("Mode.DECODE",)),
        ("x", ()),
        ("completely", ()),
        ("e" * 99, ()),
    ],
)
def test_members_are_compared_by_their_names(value: str, near: tuple[str, ...]) -> None:
    assert near_members(value, ("Mode.EXTEND", "Mode.DECODE")) == near


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edits_are_a_distance(one: str, other: str) -> None:
    assert edits(one, other) == edits(other, one)
    assert (edits(one, other) == 0) == (one == other)
    assert edits(one, other) <= max(len(one), len(other))


def test_a_set_over_a_parameter_gives_the_test_to_make_before() -> None:
    clause = Clause("not how in ('left', 'right', 'outer')", 3, trace=("how: parameter, default 'left'",))

    assert guard_line((HOW,), (clause,)) == "if how == 'none': …  [agrees with the condition on 4 of 4 members]"
    assert guard_line((HOW,), (clause._replace(trace=("how: result of f(), line 2",)),)) == ""
    assert guard_line((HOW,), (clause._replace(stale=True),)) == ""
    assert guard_line((HOW._replace(outside=True),), (clause,)) == ""


def test_values_without_the_methods_that_are_called_do_not_get_here() -> None:
    modes = ReachingSet("b.mode", "Mode (enumeration)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.C",), outside=True)
    clause = Clause("not b.mode.is_early()", 3, trace=("b: parameter",))

    assert guard_line((modes,), (clause,)) == "if b.mode is Mode.C: …  [agrees with the condition on 3 of 3 members]"
