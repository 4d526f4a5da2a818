from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.evidence.acceptance import Acceptance, acceptance

MEMBERS = ("Mode.FAST", "Mode.SLOW", "Mode.ODD")


@pytest.mark.parametrize(
    "snippet",
    [
        "assert batch.mode in {Mode.FAST, Mode.SLOW}",
        "SAFE = (Mode.FAST, Mode.SLOW, Mode.GONE)\nassert batch.mode in SAFE, batch.mode",
        "if batch.mode is Mode.ODD:\n    raise ValueError",
        "from x import Mode\nif batch.mode is Mode.ODD:\n    ...  # run(batch) raises",
        "if batch.mode not in (Mode.FAST, Mode.SLOW):\n    return",
        "def fits(mode: Mode) -> bool:\n    return mode in {Mode.FAST, Mode.SLOW}",
        "def fits(batch):\n    return batch.mode is not Mode.ODD",
        "def fits(mode: Mode, strict=False):\n    if mode == Mode.ODD:\n        return False\n    return True",
        "OK = frozenset({Mode.FAST, Mode.SLOW})\ndef fits(x):\n    return not (x not in OK)",
        "if not (batch.mode == Mode.FAST or batch.mode == Mode.SLOW):\n    raise ValueError('x')\nrun(batch)",
    ],
)
def test_members_that_a_check_lets_pass_are_found(snippet: str) -> None:
    assert acceptance(snippet, "batch.mode", MEMBERS) == Acceptance(("Mode.FAST", "Mode.SLOW"), ("Mode.ODD",), ())


def test_constants_are_members_too() -> None:
    found = acceptance("assert how in ('left', 'right')", "how", ("'left'", "'right'", "'cross'", "None"))

    assert found == Acceptance(("'left'", "'right'"), ("'cross'", "None"), ())


@pytest.mark.parametrize(
    ("snippet", "reason"),
    [
        ("assert mode.is_fast()", "what it says of a member cannot be read from it"),
        ("assert other in SAFE", "it does not ask about mode"),
        ("assert (", "it does not parse"),
        ("assert mode in SOMETHING", "what it says of a member cannot be read from it"),
        ("while True:\n    assert mode", "what it says of a member cannot be read from it"),
        ("a = b\nb = a\nassert mode is b", "what it says of a member cannot be read from it"),
    ],
)
def test_what_cannot_be_read_is_undecided_with_the_reason(snippet: str, reason: str) -> None:
    assert acceptance(snippet, "mode", MEMBERS) == Acceptance((), (), MEMBERS, reason)


@given(st.text("modeassrtif ()=:\n'nM.FAST!<>[]{},", max_size=60))
@settings(deadline=None)
def test_any_text_is_answered_for_every_member_once(snippet: str) -> None:
    found = acceptance(snippet, "mode", MEMBERS)

    assert sorted((*found.passing, *found.rejected, *found.undecided)) == sorted(MEMBERS)


def test_deep_nesting_is_undecided() -> None:
    assert acceptance(f"assert {'not ' * 900}mode", "mode", MEMBERS).undecided == MEMBERS
    assert acceptance("assert " + "(" * 5000 + "mode" + ")" * 5000, "mode", MEMBERS).undecided == MEMBERS
