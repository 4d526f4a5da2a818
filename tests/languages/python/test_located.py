"""Sites found in the text alone."""

from __future__ import annotations

import ast

import pytest

from errdex.languages.python.analysis import MAX_BYTES, analyse
from errdex.languages.python.located import located
from errdex.languages.python.source import Source
from errdex.nouns.facts import FileFacts

TEXT = '''\
class A:
    def f(self, x):
        """raise Docstring"""
        if x: raise ValueError(
            "a ) #",  # raise Comment
            x)
        assert x, "raise"; raise errors.NotFound
    def g(self):
        raise

x.raise_(1)
raise make()
'''


def test_raise_and_assert_statements_are_located_with_function_and_class() -> None:
    facts = located(Source(TEXT), "why")

    assert facts.degraded == "why: sites located only"
    assert [(one.kind, one.line, one.end_line, one.function, one.owner, one.exception) for one in facts.raised] == [
        ("raise", 4, 6, "A.f", "A", "ValueError"),
        ("assert", 7, 7, "A.f", "A", "AssertionError"),
        ("raise", 7, 7, "A.f", "A", "errors.NotFound"),
        ("raise", 9, 9, "A.g", "A", ""),
        ("raise", 12, 12, "<module>", "", ""),
    ]


@pytest.mark.parametrize(
    "expression",
    ["(" * 500 + ")" * 500, "-" * 50_000 + "1", "+".join(["x"] * 20_000), "x" + ".y" * 20_000, "[" * 150 + "]" * 150],
    ids=["parentheses", "signs", "sum", "attributes", "lists"],
)
def test_a_file_nested_too_deeply_keeps_its_sites(expression: str) -> None:
    facts = analyse(f"def f(x):\n    if x:\n        raise ValueError({expression})\n".encode())

    assert isinstance(facts, FileFacts)
    assert [(one.line, one.end_line, one.function, one.exception) for one in facts.raised] == [
        (3, 3, "f", "ValueError")
    ]


def test_a_file_that_is_too_large_keeps_its_sites() -> None:
    lines = MAX_BYTES // 40
    content = "".join(f"def f{number}(x): raise ValueError(x), '{number}'\n" for number in range(lines)).encode()
    assert len(content) > MAX_BYTES

    facts = analyse(content)

    assert isinstance(facts, FileFacts)
    assert facts.degraded == "file too large: sites located only"
    assert [one.line for one in facts.raised] == list(range(1, lines + 1))


def test_the_sites_located_in_the_text_are_those_of_the_tree() -> None:
    path = ast.__file__
    with open(path, "rb") as file:
        content = file.read()

    whole = analyse(content)
    assert isinstance(whole, FileFacts)
    in_text = located(Source(content.decode()), "")

    wanted = [site for site in whole.raised if site.kind in {"raise", "assert"}]
    assert [(one.line, one.end_line, one.function, one.owner) for one in in_text.raised] == [
        (one.line, one.end_line, one.function, one.owner) for one in wanted
    ]
