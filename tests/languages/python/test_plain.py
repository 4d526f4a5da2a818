"""Which names hold nothing that can be altered."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from errdex.languages.python.plain import plain_names
from errdex.languages.python.source import Source


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(a: str, b: int | None, c: list, d): pass", {"a", "b"}),
        ("def f(a: str): a = a.split()", set()),
        ("def f(a: str): a = a.strip()", {"a"}),
        ("def f(a): a = 1", set()),
        ("def f():\n a = 1\n b = f'{a}'\n c = len(b)", {"a", "b", "c"}),
        ("def f(x):\n a = x.lower()\n b = x.str.lower()", {"a"}),
        ("def f(x):\n a = x is None\n b = x == 1", {"a"}),
        ("def f(x):\n for a in x:\n  b = 1\n a = 2", {"b"}),
        ("def f(x):\n a = 1\n with x as a: pass", set()),
        ("def f(x):\n a = 1\n if (a := x): pass", set()),
        ("def f(x):\n a = 1\n match x:\n  case [a, *_]: pass", set()),
        ("def f(x):\n a = ''\n try: pass\n except E as a: pass", set()),
        ("def f(x):\n a = 1\n a += x", set()),
    ],
)
def test_names_whose_values_cannot_be_altered(text: str, names: set[str]) -> None:
    text = dedent(text)
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)

    assert plain_names(function, Source(text)) == names
