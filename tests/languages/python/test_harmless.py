"""Which functions of a file change nothing."""

from __future__ import annotations

import ast

import pytest

from errdex.languages.python.harmless import Harmless
from errdex.languages.python.source import Source


class Module:
    rebound = frozenset({"COUNT"})
    alterable = frozenset({"TABLE", "_KEPT"})

    def is_kept(self, name: str) -> bool:
        return name == "_KEPT"


def harmless(text: str, name: str) -> bool:
    return Harmless(Source(text), ast.parse(text)).is_harmless(name, Module())


@pytest.mark.parametrize(
    "text",
    [
        "def f(a): return len(a)",
        "def f(a): return _KEPT[a]",
        "def g(a): return a + 1\ndef f(a): return g(a)",
        "def f(a):\n if a is None: raise ValueError(a)\n return a.x",
    ],
)
def test_a_function_that_only_computes_is_harmless(text: str) -> None:
    assert harmless(text, "f")


@pytest.mark.parametrize(
    "text",
    [
        "def f(a): return a.pop()",
        "def f(a):\n a.x = 1\n return a",
        "def f(a):\n b = a.x\n b.y = 1\n return b",
        "def f(a): return TABLE[a]",
        "def f(a): return COUNT + a",
        "def f(a):\n global X\n X = a\n return a",
        "def f(a): yield a",
        "def f(a): return unknown(a)",
        "def f(a): return f(a)",
        "@cached\ndef f(a): return len(a)",
        "def f(a): return len(a)\ndef f(a): return a.pop()",
        "def f(a): return len(a)\nf = wrapped(f)",
        "def g(a): return f(a)\ndef f(a): return g(a)",
    ],
)
def test_a_function_that_may_change_something_is_not(text: str) -> None:
    assert not harmless(text, "f")


def test_methods_of_a_name_are_harmless_when_all_of_them_are() -> None:
    one, other = "class A:\n def m(self): return self.x + 1\n", "class B:\n def m(self): return self.x.pop()\n"

    assert harmless(one, ".m")
    assert not harmless(one + other, ".m")
    assert not harmless(one + "def g(a): a.m = pop", ".m")


def test_a_method_that_answers_nothing_is_there_to_be_overridden() -> None:
    text = "class A:\n def m(self): pass\n def n(self): return None\ndef f(a): pass"

    assert [harmless(text, name) for name in (".m", ".n", "f")] == [False, False, True]
