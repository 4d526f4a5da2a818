from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.evidence.pattern import check_pattern
from errdex.nouns.explanations import Level
from errdex.nouns.templates import Hole, Template, template_from_parts

MODE = Template(("Invalid forward mode: batch.mode=", Hole("batch.mode", "r")))
RIGHT = r"(?s)^Invalid forward mode: batch\.mode=(.+?)$"


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (
            "Invalid forward mode: (.+?)",
            "it misses the literal text `batch.mode=`; it captures one character of a value",
        ),
        (r"Invalid forward mode: batch\.mode=(.+?)", "it captures one character of a value"),
        (r"forward mode: batch\.mode=(.+)$", "it misses the literal text `Invalid`"),
        (r"^Invalid backward mode", "it does not match what the statement prints"),
        (r"Invalid forward mode: (batch\.mode=.+)$", "it captures `batch.mode=<Kind.FIRST_ONE: 7>` where the value is"),
        (r"(?=Invalid)", "RE2 has no assert"),
        ("(", "it is no regular expression"),
    ],
)
def test_a_wrong_pattern_is_refuted_with_the_reason(pattern: str, reason: str) -> None:
    check = check_pattern(pattern, [MODE], RIGHT)

    assert (check.level, check.right) == (Level.REFUTED, RIGHT)
    assert check.reason.startswith(reason)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (
            r"^Invalid forward mode: batch.mode=(.+)$",
            "it matches what is printed, and also what differs a little from it",
        ),
        (
            r"Invalid forward mode: batch\.mode=(.+)$",
            "it matches what is printed, and also what differs a little from it",
        ),
        (r"^Invalid forward mode: batch\.mode=(\d+)$", "it fits only where the values are numbers"),
    ],
)
def test_what_is_looser_or_narrower_than_the_message_is_not_confirmed(pattern: str, reason: str) -> None:
    check = check_pattern(pattern, [MODE], RIGHT)

    assert check.level is None
    assert check.reason.startswith(reason)


@pytest.mark.parametrize(
    "pattern", [RIGHT, r"(?s)^Invalid forward mode: batch\.mode=(.*)$", r"^Invalid\sforward mode: batch[.]mode\=(.+)\Z"]
)
def test_a_right_pattern_is_evaluated(pattern: str) -> None:
    assert check_pattern(pattern, [MODE], RIGHT).level is Level.EVALUATED


def test_what_another_statement_prints_is_told() -> None:
    other = Template(("no such file: ", Hole("path")))

    check = check_pattern(
        r"^no such (?:file|folder): (.*)$", [Template(("no such folder: ", Hole("path")))], "", [other]
    )

    assert check.level is Level.REFUTED
    assert check.reason == "it also matches `no such file: <Kind.FIRST_ONE: 7>`, which the statement does not print"


def test_nothing_is_said_where_the_message_is_not_known() -> None:
    check = check_pattern(".*", [Template((Hole("…"),))], "")

    assert (check.level, check.reason) == (None, "what the statement prints shows only when it runs")


PARTS = st.lists(st.one_of(st.text("ab .:", min_size=1, max_size=8), st.just(Hole("x"))), min_size=1, max_size=5)


@given(PARTS, st.text("ab.*()[]|+?^$\\", max_size=12))
@settings(deadline=None, max_examples=150)
def test_any_pattern_gets_a_verdict_and_only_the_known_one_is_sure_to_hold(
    parts: list[str | Hole], pattern: str
) -> None:
    template = template_from_parts(parts)

    check = check_pattern(pattern, [template], "")

    assert check.level in (None, Level.EVALUATED, Level.REFUTED)
    assert check.reason or check.level is Level.EVALUATED
