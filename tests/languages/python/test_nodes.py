from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.nodes import node_of, weight
from errdex.languages.python.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

LOCALS: dict[str, Node] = {
    "self": ["param", "self"],
    "p": ["param", "p"],
    "e": ["hole", "e", "KeyError"],
    "text": ["const", "hello"],
    "seen": ["list", []],
    "table": ["dict", [[["const", "a"], ["const", "b"]]]],
    "which": ["alt", [[["x"], ["name", "A"]], [["not x"], ["name", "B"]]]],
}


def node(text: str) -> Node:
    return node_of(ast.parse(text, mode="eval").body, Source(text), LOCALS.get)


EMPTY = ["const", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'a' 'b'", ["const", "ab"]),
        ("-1", ["const", -1]),
        ("b'a'", ["hole", "b'a'", "bytes"]),
        ("1e999", ["hole", "1e999", "float"]),
        ("p", ["param", "p"]),
        ("p.x", ["hole", "p.x", ""]),
        ("A.b", ["name", "A.b"]),
        ("self.x", ["name", "self.x"]),
        ("text", ["const", "hello"]),
        ("e.args[0]", ["passed", "e.args[0]", "e"]),
        ("seen", ["hole", "seen", "list"]),
        ("table['a']", ["item", LOCALS["table"], ["const", "a"], "table['a']"]),
        ("f'{p!r:>5}{p=}'", ["cat", [["fmt", ["param", "p"], "r", ["cat", [["const", ">5"]]]], ["const", "p="], ["fmt", ["param", "p"], "r", EMPTY]]]),
        ("'a' + p", ["cat", [["const", "a"], ["param", "p"]]]),
        ("A + p", ["add", [["name", "A"], ["param", "p"]], "A + p"]),
        ("len(p) + 1", ["hole", "len(p) + 1", ""]),
        ("'%s' % p", ["mod", ["const", "%s"], ["param", "p"], "'%s' % p"]),
        ("p % 2", ["mod", ["param", "p"], ["const", 2], "p % 2"]),
        ("'{}'.format(*p)", ["format", ["const", "{}"], [["star", ["param", "p"]]], [], "'{}'.format(*p)"]),
        ("', '.join(sorted(p))", ["hole", "', '.join(sorted(p))", "str"]),
        ("_('a')", ["const", "a"]),
        ("ngettext('a', 'b', p)", ["alt", [[["p == 1"], ["const", "a"]], [["p != 1"], ["const", "b"]]]]),
        ("pgettext('context', 'a')", ["const", "a"]),
        ("str(e)", ["fmt", LOCALS["e"], "s", EMPTY]),
        ("len(p)", ["hole", "len(p)", "int"]),
        ("type(p).__name__", ["hole", "type(p).__name__", "str"]),
        ("p or 'a'", ["or", [["p", ["param", "p"]], ["'a'", ["const", "a"]]]]),
        ("'a' if p is None else 'b'", ["alt", [[["p is None"], ["const", "a"]], [["p is not None"], ["const", "b"]]]]),
        ("X('a').with_traceback(p)", ["call", "X", [["const", "a"]], [], "X('a')", 1]),
        ("X[int]('a')", ["call", "X", [["const", "a"]], [], "X[int]('a')", 1]),
        ("ERRORS[p]('a')", ["call", "", [["const", "a"]], [], "ERRORS[p]('a')", 1]),
        ("type(self)('a')", ["call", "self.__class__", [["const", "a"]], [], "type(self)('a')", 1]),
        ("p('a')", ["call", "(p)", [["const", "a"]], [], "p('a')", 1]),
        ("super().f(k=1)", ["call", "super().f", [], [["k", ["const", 1]]], "super().f(k=1)", 1]),
        ("which('a')", ["alt", [[["x"], ["call", "A", [["const", "a"]], [], "which('a')", 1]], [["not x"], ["call", "B", [["const", "a"]], [], "which('a')", 1]]]]),
    ],
)  # fmt: skip
def test_forms(text: str, expected: Node) -> None:
    assert node(text) == expected


def test_long_sums_are_read_flat_and_deep_nesting_becomes_a_hole() -> None:
    assert node(" + ".join(["'a'", *["p"] * 200]))[0] == "cat"
    assert node("(" * 90 + "p" + ",)" * 90)[0] == "tuple"


def test_a_local_used_again_and_again_does_not_grow_without_end() -> None:
    held: dict[str, Node] = {"x": ["cat", [["const", "a"]] * 3]}
    for _ in range(60):
        text = "x + x"
        held["x"] = node_of(ast.parse(text, mode="eval").body, Source(text), held.get)

    assert weight(held["x"], 10_000) < 10_000


@given(st.recursive(st.sampled_from(["p", "(1)", "'a'", "A.b", "f'{p}'", "self.x"]), lambda inner: st.one_of(
    st.tuples(inner, inner).map(lambda pair: f"({pair[0]} + {pair[1]})"),
    st.tuples(inner, inner).map(lambda pair: f"({pair[0]} % {pair[1]})"),
    st.tuples(inner, inner).map(lambda pair: f"{{{pair[0]}: [{pair[1]}]}}"),
    inner.map(lambda text: f"{text}.format({text}, k={text})"),
    inner.map(lambda text: f"X({text})[{text}].y"),
), max_leaves=12))  # fmt: skip
def test_any_expression_has_a_node_with_a_known_form(text: str) -> None:
    forms = {"const", "hole", "passed", "param", "name", "cat", "add", "fmt", "mod", "format", "method", "alt", "or", "and",
             "tuple", "list", "set", "dict", "item", "entry", "attr", "call", "star"}  # fmt: skip

    assert node(text)[0] in forms
