"""What a source line calls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.calls import calls_on_line


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("x = np.concatenate([a, b])", ("np.concatenate",)),
        ("return int(f(y))", ("int", "f")),
        ("text.decode('utf-8').split(',')", ("text.decode", ".split")),
        ("if (a or b):", ()),
        ("def f(x): return g(x)", ("g",)),
        ("return table['k(']", ()),
        ("while (n := read(8)) and not (done):", ("read",)),
    ],
)
def test_every_call_of_a_line_is_named_outermost_first(source: str, calls: tuple[str, ...]) -> None:
    assert calls_on_line(source) == calls


@pytest.mark.parametrize(
    ("marked", "calls"),
    [
        ("np.concatenate([a, b(1)])", ("np.concatenate",)),
        ("text.strip().decode('utf-8')", (".decode",)),
        ("a + b", ()),
        ("f(1) + g(2)", ()),
        ("table[f(1)]", ()),
    ],
)
def test_carets_leave_the_call_that_they_mark(marked: str, calls: tuple[str, ...]) -> None:
    assert calls_on_line(f"x = h({marked})", marked) == calls


@given(st.text(), st.text())
def test_any_line_has_an_answer(source: str, marked: str) -> None:
    assert isinstance(calls_on_line(source, marked), tuple)


def test_a_line_of_parentheses_costs_no_more_than_its_length() -> None:
    assert calls_on_line("a." * 100_000 + "(" * 100_000) == ()
