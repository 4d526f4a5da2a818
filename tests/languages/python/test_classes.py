from __future__ import annotations

import ast
import textwrap

from errdex.languages.python.classes import class_facts
from errdex.languages.python.source import Source
from errdex.nouns.facts import ClassFacts


def facts(text: str) -> ClassFacts:
    text = textwrap.dedent(text).strip()
    (statement,) = ast.parse(text).body
    assert isinstance(statement, ast.ClassDef)
    return class_facts(statement, statement.name, Source(text))


def test_bases_constants_annotations_and_docstring() -> None:
    found = facts('''
        class E(errors.Base[int], metaclass=M):
            """Says no.

            And more.
            """
            a = "x"
            b: str = a + "y"
            c: int
            d = compute()
    ''')

    assert (found.bases, found.docstring) == (("errors.Base",), "Says no.")
    assert found.attributes == (("a", ["const", "x"]), ("b", ["cat", [["const", "x"], ["const", "y"]]]))
    assert found.annotations == (("b", "str"), ("c", "int"))


def test_what_a_constructor_sets_and_passes_on() -> None:
    found = facts("""
        class E(ValueError):
            def __init__(self, name, code: int = 1):
                self.name = name
                text = "bad " + name
                super().__init__(text)
    """)

    text = ["cat", [["const", "bad "], ["param", "name"]]]
    assert found.sets == (("name", ["param", "name"]),)
    assert found.init == (["call", "super().__init__", [text], [], "super().__init__(text)", 5],)


def test_branches_of_a_constructor_are_ways_and_what_one_leaves_unset_is_said() -> None:
    found = facts("""
        class E(ValueError):
            def __init__(self, name=None):
                if name is None:
                    super().__init__("nothing")
                else:
                    self.name = name
    """)

    assert found.sets == (
        ("name", ["alt", [[["name is None"], ["hole", "self.name", ""]], [["name is not None"], ["param", "name"]]]]),
    )
    ((form, ways),) = found.init
    assert (form, [way[0] for way in ways]) == ("alt", [["name is None"], ["name is not None"]])  # type: ignore[attr-defined]
    assert ways[1][1][0] == "hole"  # type: ignore[index]


def test_a_constructor_that_is_too_long_passes_on_nobody_knows_what() -> None:
    found = facts("class E(ValueError):\n    def __init__(self, n):\n" + "        n = n + 1\n" * 200)

    assert found.init == (["call", "", [], [], "__init__ was not read", 2],)


def test_str_may_be_another_method() -> None:
    found = facts("""
        class E(ValueError):
            def __repr__(self):
                return "E"
            __str__ = __repr__
    """)

    assert found.text == ["const", "E"]


def test_a_text_that_methods_set_again_is_not_only_that_of_the_class() -> None:
    found = facts("""
        class Widget:
            text = "x"
            other = "y"
            def f(self):
                self.text = "z"
    """)

    assert [name for name, _ in found.sets] == ["text"]
