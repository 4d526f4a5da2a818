from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.linking.patterns import literal_runs, matched_text


@pytest.mark.parametrize(
    ("pattern", "runs"),
    [
        ("plain text", ["plain text"]),
        (r"a\(b\)c", ["a(b)c"]),
        ("one.*two", ["one", "two"]),
        (r"size \d+ given$", ["size ", " given"]),
        ("colou?r", ["colo", "r"]),
        ("[aA]bc", ["bc"]),
        ("(?:opt )?rest", ["rest"]),
        ("x{2}yy", ["yy"]),
        ("a|b", None),
        ("say (this|that)", None),
    ],
)
def test_literal_text_is_told_from_the_rest(pattern: str, runs: list[str] | None) -> None:
    assert literal_runs(pattern) == runs


@given(st.text(min_size=1, max_size=30))
def test_an_escaped_text_is_one_run(text: str) -> None:
    assert literal_runs(re.escape(text)) == [text]


@given(st.text(max_size=30))
def test_any_pattern_is_read(pattern: str) -> None:
    assert literal_runs(pattern) is None or literal_runs(pattern) is not None


@pytest.mark.parametrize(
    ("run", "matched"),
    [
        ("no mode", 7),
        ("no mode 'x' given", 8 + 6),
        ("mode 'x' giv", 5 + 4),
        ("'x' given", 6),
        ("other text", 0),
    ],
)
def test_a_run_may_lie_across_holes(run: str, matched: int) -> None:
    assert matched_text([run], ["no mode ", None, " given"]) == matched


@given(
    st.lists(st.text(alphabet="abc ", min_size=1, max_size=5), min_size=1, max_size=4),
    st.text(alphabet="xy", max_size=3),
)
def test_what_a_template_prints_always_fits_it(literals: list[str], filled: str) -> None:
    parts: list[str | None] = [literals[0]]
    for literal in literals[1:]:
        parts += [None, literal]
    printed = filled.join(literals)

    assert matched_text([printed], parts) > 0 or not printed.strip()
