"""Directives of format strings as holes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.compiled.directives import joined, parts_of_braces, parts_of_c


@pytest.mark.parametrize(
    ("literal", "parts"),
    [
        ("list index out of range", ("list index out of range",)),
        ("'%.50s' object has no attribute '%U'", ("'", None, "' object has no attribute '", None, "'")),
        ("expected %zd items, got %.200s", ("expected ", None, " items, got ", None)),
        ("%R is not %S", (None, " is not ", None)),
        ("100%% of %-5d (%*.*f)", ("100% of ", None, " (", None, ")")),
        ("50% of them", ("50% of them",)),
        ("%s%s", (None,)),
        ("bad %(name)s here", ("bad ", None, " here")),
        ("%lld, %I64d, %hhx", (None, ", ", None, ", ", None)),
        ("'%T' and '%N'", ("'", None, "' and '", None, "'")),
    ],
)
def test_c_directives_are_holes(literal: str, parts: tuple[str | None, ...]) -> None:
    assert parts_of_c(literal) == parts


@pytest.mark.parametrize(
    ("literal", "parts"),
    [
        ("expected {}, found {:?}", ("expected ", None, ", found ", None)),
        ("set {{1, 2}} of {name!r:>10}", ("set {1, 2} of ", None)),
        ("{0} of {1.shape[0]}", (None, " of ", None)),
        ("dict {'a': 1}", ("dict {'a': 1}",)),
    ],
)
def test_braces_are_holes(literal: str, parts: tuple[str | None, ...]) -> None:
    assert parts_of_braces(literal) == parts


@given(st.text())
def test_no_two_literals_stand_side_by_side_and_none_is_empty(literal: str) -> None:
    for parts in (parts_of_c(literal), parts_of_braces(literal)):
        assert "" not in parts
        assert joined(parts) == parts


@given(st.text(alphabet=st.characters(exclude_characters="%{}"), min_size=1))
def test_a_literal_without_directives_is_itself(literal: str) -> None:
    assert parts_of_c(literal) == parts_of_braces(literal) == (literal,)
