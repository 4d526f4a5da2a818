"""Tests in words: conjuncts, negations pushed inward."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.source import Source
from errdex.languages.python.wording import conjuncts, worded


def words(text: str, *, truth: bool) -> list[str]:
    test = ast.parse(text, mode="eval").body
    return [worded(part, Source(text), truth=wanted) for part, wanted in conjuncts(test, truth=truth)]


@pytest.mark.parametrize(
    ("test", "clauses"),
    [
        ("a is None", ["a is not None"]),
        ("a not in b", ["a in b"]),
        ("a == b", ["a != b"]),
        ("a < b", ["not a < b"]),
        ("a < b < c", ["not a < b < c"]),
        ("len(a) < 3", ["len(a) >= 3"]),
        ("2 <= len(a)", ["2 > len(a)"]),
        ("len(a) < n", ["not len(a) < n"]),
        ("a or b is c", ["not a", "b is not c"]),
        ("a and b is c", ["not a or b is not c"]),
        ("not (a or b)", ["a or b"]),
        ("not a", ["a"]),
        ("a and (b or c)", ["not a or (not b and not c)"]),
        ("a if b else c", ["not (a if b else c)"]),
        ("(a or b) == c", ["(a or b) != c"]),
        ("(a == b) is c", ["(a == b) is not c"]),
        ("not a == b", ["a == b"]),
        ("True", ["False"]),
        ("a(b)", ["not a(b)"]),
        ("(a := b()) is None", ["a is not None"]),
        ("(a := b()) < 2", ["not a < 2"]),
    ],
)
def test_what_holds_where_a_test_is_false(test: str, clauses: list[str]) -> None:
    assert words(test, truth=False) == clauses


@pytest.mark.parametrize(
    ("test", "clauses"),
    [
        ("a and not b and c", ["a", "not b", "c"]),
        ("not (a or not b)", ["not a", "b"]),
        ("a or b", ["a or b"]),
        ("(a := b())", ["a"]),
    ],
)
def test_what_holds_where_a_test_is_true(test: str, clauses: list[str]) -> None:
    assert words(test, truth=True) == clauses


NAN = float("nan")
OPERANDS = st.sampled_from(["a", "b", "n", "0", "len(s)", "2"])
OPERATORS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
ATOMS = st.one_of(
    st.builds("{} {} {}".format, OPERANDS, OPERATORS, OPERANDS),
    st.builds("{} in s".format, OPERANDS),
    st.sampled_from(["a is b", "n is not n", "a is not None"]),
    st.builds("{0} < {1} <= {0}".format, OPERANDS, OPERANDS),
    OPERANDS,
)
TESTS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("not ({})".format, inner),
        st.builds("({}) and ({})".format, inner, inner),
        st.builds("({}) or ({})".format, inner, inner),
        st.builds("({}) if ({}) else ({})".format, inner, inner, inner),
        st.builds("({}) == ({})".format, inner, inner),
        st.builds("not {}".format, ATOMS),
    ),
    max_leaves=6,
)
VALUES = st.sampled_from([0, 1, 2, 3, NAN, -1, True])


@given(TESTS, VALUES, VALUES, st.lists(VALUES, max_size=3))
def test_all_clauses_hold_exactly_where_the_test_came_out_so(test: str, a: Any, b: Any, s: list[Any]) -> None:
    names = {"a": a, "b": b, "n": NAN, "s": s, "__builtins__": {"len": len}}

    outcome = bool(eval(test, names))

    for truth in (True, False):
        clauses = [bool(eval(clause, names)) for clause in words(test, truth=truth)]
        assert all(clauses) is (outcome is truth)
