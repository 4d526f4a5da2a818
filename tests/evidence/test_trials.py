from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from errdex.evidence.trials import Searched, TrialPlace, TrialTarget, judged, noted
from errdex.nouns.reproductions import GuardRun, Reproduction
from errdex.nouns.sites import Site, SiteKind

SITE = Site(SiteKind.RAISE, 5, 6, "f", "ValueError", "builtins.ValueError")
TARGET = TrialTarget(SITE, "m", "/x/m.py", {}, (), "^bad (.*)$")
PLACE = TrialPlace("/usr/bin/python3", "3.11.7", (), ())
GOOD = {"class": "builtins.ValueError", "message": "bad x", "file": "/x/m.py", "line": 6, "output": "Traceback"}

JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)


def test_a_program_that_ends_at_the_statement_as_that_prints_counts() -> None:
    assert judged(GOOD, "m.f()", TARGET, PLACE) == Reproduction(
        "m.f()", "builtins.ValueError", "bad x", "Traceback", "3.11.7"
    )


def test_a_program_that_ends_otherwise_does_not_count_and_says_why() -> None:
    changes: list[tuple[dict[str, object], str]] = [
        ({"file": "/x/other.py"}, "run by itself, it ends elsewhere"),
        ({"line": 7}, "run by itself, it ends elsewhere"),
        ({"class": "builtins.KeyError"}, "the statement raised builtins.KeyError, not ValueError"),
        ({"message": "good"}, "the statement printed what its template does not: 'good'"),
    ]

    assert [judged({**GOOD, **change}, "m.f()", TARGET, PLACE) for change, _ in changes] == [why for _, why in changes]


def test_answers_are_noted_by_number() -> None:
    found = Searched({}, {}, {})

    reached = noted({"begin": 3}, found, -1)
    reached = noted({"number": 4, "code": "m.f()"}, found, reached)
    reached = noted({"number": 3, "gave_up": "ImportError"}, found, reached)
    reached = noted({"number": 3, "guard": {"held_raised": 2, "not_held_else": 1}}, found, reached)

    assert (reached, found) == (3, Searched({4: "m.f()"}, {3: GuardRun(2, 0, 0, 1)}, {3: "ImportError"}))


@given(st.dictionaries(st.sampled_from(["begin", "number", "code", "guard", "gave_up", "held_raised"]), JSON))
def test_whatever_analysed_code_writes_in_between_is_bearable(answer: dict[str, Any]) -> None:
    assert isinstance(noted(answer, Searched({}, {}, {}), -1), int)
    assert judged(answer, "x", TARGET, PLACE) == "run by itself, it ends elsewhere"
