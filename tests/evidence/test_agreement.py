from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.evidence.agreement import Agreement, agreement
from errdex.nouns.conditions import ReachingSet

MODES = ReachingSet("mode", "Mode (enumeration)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.C",))


@pytest.mark.parametrize(
    "test",
    [
        "mode is Mode.C",
        "mode not in (Mode.A, Mode.B)",
        "mode != Mode.A and mode != Mode.B",
        "not mode is not Mode.C",
        "x > 3 and mode == Mode.C",
    ],
)
def test_tests_that_say_the_same_agree_on_every_member(test: str) -> None:
    assert agreement(test, "mode", MODES) == Agreement(MODES.members, (), ())


def test_members_that_a_guard_takes_otherwise_speak_against_it() -> None:
    assert agreement("mode in (Mode.B, Mode.C)", "mode", MODES) == Agreement(("Mode.A", "Mode.C"), ("Mode.B",), ())


@pytest.mark.parametrize("test", ["mode.is_late()", "g(mode)", "x", "(", "mode < Mode.B"])
def test_what_cannot_be_computed_is_undecided(test: str) -> None:
    assert agreement(test, "mode", MODES) == Agreement((), (), MODES.members)


def test_members_that_the_set_is_not_sure_of_are_undecided() -> None:
    assert agreement("mode is Mode.C", "mode", MODES._replace(undecided=("Mode.C",))).undecided == ("Mode.C",)


@given(st.sets(st.sampled_from(["'a'", "'b'", "None", "True", "1"]), min_size=1))
def test_membership_of_the_reaching_members_always_agrees(reaching: set[str]) -> None:
    members = ("'a'", "'b'", "None", "True", "1")
    found = ReachingSet("x", "choices", members, tuple(one for one in members if one in reaching))

    assert agreement(f"x in ({', '.join(found.reaching)},)", "x", found).is_whole
