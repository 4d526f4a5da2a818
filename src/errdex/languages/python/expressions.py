"""What can be told from an expression by itself: its dotted name, whether it is text, the opposite of a test."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from errdex.languages.python.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.lookup import Lookup
    from errdex.nouns.facts import Node

MAX_DEPTH = 24
"""Nested deeper, an expression becomes a hole."""

PLAIN_TYPES = frozenset(
    {
        "int",
        "str",
        "list",
        "dict",
        "tuple",
        "set",
        "bool",
        "type",
        "float",
        "bytes",
        "complex",
        "frozenset",
        "ellipsis",
        "object",
    }
)
"""Types of holes that are told from the expression; any other type of a local names what an `except` clause caught."""

MAYBE_TEXT = frozenset({"name", "param", "call", "attr", "item", "entry", "alt", "or", "and", "add"})
"""Forms that may turn out to be text once linked."""


class Reader(Protocol):
    """Reads the parts of one expression, within bounds."""

    source: Source
    lookup: Lookup

    def read(self, expression: ast.expr) -> Node:
        """The node of one expression."""
        ...

    def read_all(self, expressions: Sequence[ast.expr]) -> list[Node]:
        """The nodes of several expressions."""
        ...

    def hole(self, expression: ast.expr, kind: str = "") -> Node:
        """A hole with the expression's text."""
        ...


def is_text(node: Node) -> bool:
    """Whether the node surely stands for a string."""
    form = node[0]
    if form == "const":
        return isinstance(node[1], str)
    if form in {"alt", "or"}:
        ways: Sequence[Sequence[Node]] = node[1]  # type: ignore[assignment]
        return all(is_text(way[1]) for way in ways)
    if form == "mod":
        left: Node = node[1]  # type: ignore[assignment]
        return is_text(left)
    return form in {"cat", "fmt", "method", "format"} or (form == "hole" and node[2] == "str")


def negated(test: ast.expr, source: Source) -> str:
    """Text of the opposite of a test."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return source.segment(test.operand)
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in _OPPOSITE:
        return f"{source.segment(test.left)} {_OPPOSITE[type(test.ops[0])]} {source.segment(test.comparators[0])}"
    text = source.segment(test)
    simple = isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant)
    return f"not {text}" if simple else f"not ({text})"


def selecting_tests(test: ast.expr, source: Source, lookup: Lookup) -> tuple[Test, Test]:
    """A test and its opposite, as `alt` keeps them.

    One about a local that was assigned before carries that value: its text alone would be read as one about the
    parameter that the function was called with. Where the value is not known, nothing is said.
    """
    for name in _tested_names(test):
        found = lookup(name)
        if found is not None and found[0] != "param":
            return _about_value(test, found, source)
    return source.segment(test), negated(test, source)


Test: TypeAlias = "str | list[object]"


def _about_value(test: ast.expr, value: Node, source: Source) -> tuple[Test, Test]:
    yes, no = source.segment(test), negated(test, source)
    if value[0] in {"hole", "passed"}:
        return "", ""
    match test:
        case ast.Name():
            question, answer = "true", True
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name()):
            question, answer = "true", False
        case ast.Compare(left=ast.Name(), ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            question, answer = "none", isinstance(op, ast.Is)
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(), types]):
            question, answer = f"isinstance {source.segment(types)}", True
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(), types])):
            question, answer = f"isinstance {source.segment(types)}", False
        case _:
            return "", ""
    return [question, answer, value, yes], [question, not answer, value, no]


def _tested_names(test: ast.expr) -> list[str]:
    match test:
        case ast.Name(id=name):
            return [name]
        case ast.UnaryOp(operand=ast.Name(id=name)) | ast.Compare(left=ast.Name(id=name)):
            return [name]
        case ast.Call(args=[ast.Name(id=name), *_]) | ast.UnaryOp(operand=ast.Call(args=[ast.Name(id=name), *_])):
            return [name]
    return []


_OPPOSITE: dict[type[ast.cmpop], str] = {
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Eq: "!=",
    ast.NotEq: "==",
}


def dotted_name(expression: ast.expr) -> str | None:
    """`a.b.c` of a plain attribute chain, else `None`."""
    parts: list[str] = []
    while isinstance(expression, ast.Attribute):
        parts.append(expression.attr)
        expression = expression.value
    if not isinstance(expression, ast.Name) or len(parts) > MAX_DEPTH:
        return None
    parts.append(expression.id)
    parts.reverse()
    return ".".join(parts)
