from __future__ import annotations

import ast
import textwrap

from errdex.languages.python.functions import function_facts
from errdex.languages.python.source import Source
from errdex.nouns.facts import FunctionFacts, Parameter


def facts(text: str) -> FunctionFacts:
    text = textwrap.dedent(text).strip()
    (statement,) = ast.parse(text).body
    assert isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    return function_facts(statement, statement.name, Source(text))


def test_parameters_in_order_with_kind_default_and_annotation() -> None:
    found = facts("def f(a, /, b: 'Mode' = 1, *c, d: int, **e) -> str: ...")

    assert found.parameters == (
        Parameter("a", "pos", None, ""),
        Parameter("b", "any", ["const", 1], "Mode"),
        Parameter("c", "*", None, ""),
        Parameter("d", "kw", None, "int"),
        Parameter("e", "**", None, ""),
    )
    assert found.annotation == "str"


def test_texts_and_errors_that_are_returned_are_kept_with_their_tests() -> None:
    found = facts("""
        def f(a):
            if a:
                return ValueError("a")
            text = "b"
            return KeyError(text)
    """)

    assert found.returns == [
        "alt",
        [
            [["a"], ["call", "ValueError", [["const", "a"]], [], 'ValueError("a")', 3]],
            [["not a"], ["call", "KeyError", [["const", "b"]], [], "KeyError(text)", 5]],
        ],
    ]


def test_a_function_that_may_fall_off_its_end_also_returns_none() -> None:
    found = facts("""
        def f(a):
            if a:
                return "a"
    """)

    assert found.returns == ["alt", [[["a"], ["const", "a"]], [["not a"], ["const", None]]]]


def test_generators_and_results_that_say_nothing_are_left_out() -> None:
    assert facts("def f(a):\n    yield a\n    return 'x'").returns is None
    assert facts("def f(a):\n    return a.b()").returns is None


def test_what_a_loop_assigns_is_not_known_after_it() -> None:
    found = facts("""
        def f(a):
            text = "x"
            for b in a:
                text = text + b
            return "y" + text
    """)

    assert found.returns == ["cat", [["const", "y"], ["hole", "text", ""]]]


def test_small_predicates_keep_their_source() -> None:
    found = facts('''
        def is_done(self):
            """Says."""
            if self.x is None:
                return False
            return self.mode in (Mode.A, Mode.B)
    ''')

    assert (
        found.body
        == "def is_done(self):\n    if self.x is None:\n        return False\n    return self.mode in (Mode.A, Mode.B)"
    )
    assert facts("def f(self):\n    self.x = 1\n    return self.x == 2").body == ""
