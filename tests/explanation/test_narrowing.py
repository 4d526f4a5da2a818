from __future__ import annotations

import pytest

from errdex.explanation.narrowing import narrowed, prints_as
from errdex.nouns.conditions import ReachingSet
from errdex.nouns.explanations import FilledHole, Level, Narrowed

MODES = ReachingSet("mode", "Mode (enum)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.B", "Mode.C"))


def test_a_set_of_one_leaves_its_member() -> None:
    one = MODES._replace(reaching=("Mode.B",))

    assert narrowed(one, ()) == Narrowed(one, "Mode.B", Level.EVALUATED)


def test_a_set_of_one_that_others_may_join_leaves_none() -> None:
    open_set = MODES._replace(reaching=("Mode.B",), outside=True)
    unsure = MODES._replace(reaching=("Mode.B",), undecided=("Mode.B",))

    assert narrowed(open_set, ()).member == ""
    assert narrowed(unsure, ()).member == ""


def test_the_message_names_the_member() -> None:
    assert narrowed(MODES, (FilledHole("mode", "<Mode.C: 3>"),)) == Narrowed(MODES, "Mode.C", Level.OBSERVED)


def test_a_hole_of_another_operand_says_nothing() -> None:
    assert narrowed(MODES, (FilledHole("other", "<Mode.C: 3>"),)) == Narrowed(MODES, "", Level.EVALUATED)


def test_a_member_that_cannot_get_there_is_not_believed() -> None:
    assert narrowed(MODES, (FilledHole("mode", "<Mode.A: 1>"),)).member == ""


@pytest.mark.parametrize(("member", "value"), [("'left'", "left"), ("'left'", "'left'"), ("3", "3"), ("M.A", "M.A")])
def test_members_print_as_their_text_or_repr(member: str, value: str) -> None:
    assert prints_as(member, value)
