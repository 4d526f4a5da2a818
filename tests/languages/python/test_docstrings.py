from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.docstrings import raises_of_docstring

NUMPY = """Does.

    Parameters
    ----------
    n : int

    Raises
    ------
    ValueError
        If n is negative,
        or odd.
    pkg.OddError : sometimes

    Returns
    -------
    int
"""
GOOGLE = """Does.

    Raises:
        ValueError: If n is negative,
            or odd.
        pkg.OddError: sometimes

    Returns:
        int: a number
"""
FIELDS = """Does.

    :param n: a number
    :raises ValueError: If n is negative,
        or odd.
    :raise pkg.OddError: sometimes
    :returns: a number
"""


@pytest.mark.parametrize("text", [NUMPY, GOOGLE, FIELDS])
def test_each_layout_gives_class_and_text(text: str) -> None:
    assert raises_of_docstring(text) == ("ValueError: If n is negative, or odd.", "pkg.OddError: sometimes")


def test_other_prose_gives_nothing() -> None:
    assert raises_of_docstring("Raises the roof.\n\n    Returns:\n        int") == ()


@given(st.text(st.sampled_from("Raises:\n -ValueErrort"), max_size=80))
def test_no_text_makes_it_fail(text: str) -> None:
    assert all(isinstance(entry, str) for entry in raises_of_docstring("Raises\n" + text))
