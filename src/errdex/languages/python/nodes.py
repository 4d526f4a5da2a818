"""Expressions as nodes: the forms in which facts keep the values a source builds (`nouns.facts` lists them)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from errdex.languages.python.calls import call_node
from errdex.languages.python.expressions import (
    MAX_DEPTH,
    MAYBE_TEXT,
    PLAIN_TYPES,
    dotted_name,
    is_text,
    selecting_tests,
)
from errdex.languages.python.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.lookup import Lookup
    from errdex.nouns.facts import Node

MAX_NODES = 1500
"""Expressions with more nodes than this are cut: what is left of them becomes holes."""
MAX_ITEMS = 300
"""Displays with more items become holes."""
MAX_TEXT = 8000
"""Longer string literals become holes."""


def node_of(expression: ast.expr, source: Source, lookup: Lookup) -> Node:
    """The node of an expression.

    `lookup` answers for a name: the node of the local value, `["param", name]`, a hole for a local of unknown value, or
    `None` for a name that is not local.
    """
    return NodeReader(source, lookup).read(expression)


class NodeReader:
    """Reads the parts of one expression, within bounds."""

    __slots__ = ("budget", "depth", "lookup", "source")

    def __init__(self, source: Source, lookup: Lookup) -> None:
        self.source, self.lookup = source, lookup
        self.depth, self.budget = 0, MAX_NODES

    def read(self, expression: ast.expr) -> Node:
        """The node of one expression."""
        form = _FORMS.get(type(expression))
        if form is None:
            return self.hole(expression, _TYPES.get(type(expression), ""))
        if self.depth >= MAX_DEPTH or self.budget <= 0:
            return self.hole(expression)
        self.depth += 1
        self.budget -= 1
        try:
            return form(self, expression)
        finally:
            self.depth -= 1

    def hole(self, expression: ast.expr, kind: str = "") -> Node:
        """A hole with the expression's text."""
        return ["hole", self.source.segment(expression), kind]

    def read_all(self, expressions: Sequence[ast.expr]) -> list[Node]:
        """The nodes of several expressions."""
        return [self.read(expression) for expression in expressions]


def _constant(reader: NodeReader, expression: ast.Constant) -> Node:
    value = expression.value
    match value:
        case str() if len(value) <= MAX_TEXT:
            return ["const", value]
        case bool() | None:
            return ["const", value]
        case int() if -(2**63) < value < 2**63:
            return ["const", value]
        case float() if isfinite(value):
            return ["const", value]
    return reader.hole(expression, type(value).__name__)


def _name(reader: NodeReader, expression: ast.Name) -> Node:
    found = reader.lookup(expression.id)
    if found is None:
        return ["name", expression.id]
    if found[0] in {"list", "set", "dict"}:
        # What is printed may have been added to since.
        return ["hole", expression.id, str(found[0])]
    if found[0] not in {"param", "const", "hole", "name"}:
        # A local used twice in each of many assignments would grow without end.
        reader.budget -= weight(found, MAX_NODES)
        if reader.budget < 0:
            return ["hole", expression.id, ""]
    return found


def weight(node: object, limit: int) -> int:
    """Number of lists and tuples in a node, counted up to a limit."""
    pending, count = [node], 0
    while pending and count <= limit:
        current = pending.pop()
        if isinstance(current, list | tuple):
            count += 1
            pending.extend(current)
    return count


def _attribute(reader: NodeReader, expression: ast.Attribute) -> Node:
    dotted = dotted_name(expression)
    if dotted is None:
        return _attribute_of_value(reader, expression)
    root, _, rest = dotted.partition(".")
    found = reader.lookup(root)
    if found is None:
        return ["name", dotted]
    match found:
        case ["param", "self" | "cls" | "mcs" as receiver]:
            return _own_attribute(reader, dotted, f"{receiver}.{rest.partition('.')[0]}")
        case ["name", str(target)]:
            return ["name", f"{target}.{rest}"]
        case ["hole", _, str(kind)] if kind and kind not in PLAIN_TYPES and expression.attr in _ERROR_TEXTS:
            return ["passed", dotted, root]
    return ["hole", dotted, "str" if rest == "__class__.__name__" else ""]


def _own_attribute(reader: NodeReader, dotted: str, attribute: str) -> Node:
    """`self.x`, where it was set in the same body: what it was set to."""
    found = reader.lookup(attribute)
    if found is None or found == ["hole", attribute, ""]:
        return ["name", dotted]
    return found if dotted == attribute else ["hole", dotted, ""]


_ERROR_TEXTS = frozenset({"args", "message", "msg", "reason", "strerror", "detail", "description"})


def _attribute_of_value(reader: NodeReader, expression: ast.Attribute) -> Node:
    if expression.attr in {"__name__", "__qualname__"}:
        return reader.hole(expression, "str")
    value = reader.read(expression.value)
    if value[0] in {"call", "item"}:
        return ["attr", value, expression.attr, reader.source.segment(expression)]
    return reader.hole(expression)


def _joined(reader: NodeReader, expression: ast.JoinedStr) -> Node:
    reader.source.distrust(expression)
    return ["cat", reader.read_all(expression.values)]


def _formatted(reader: NodeReader, expression: ast.FormattedValue) -> Node:
    value = reader.read(expression.value)
    spec: Node = ["const", ""] if expression.format_spec is None else reader.read(expression.format_spec)
    conversion = "" if expression.conversion == -1 else chr(expression.conversion)
    return ["fmt", value, conversion, spec]


def _binary(reader: NodeReader, expression: ast.BinOp) -> Node:
    match expression.op:
        case ast.Add():
            return _added(reader, expression)
        case ast.Mod():
            left = reader.read(expression.left)
            if is_text(left) or left[0] in MAYBE_TEXT:
                return ["mod", left, reader.read(expression.right), reader.source.segment(expression)]
        case ast.Mult():
            return _repeated(reader, expression)
    return reader.hole(expression)


def _added(reader: NodeReader, expression: ast.BinOp) -> Node:
    """`a + b + c`, flat however long: the parser nests it to the left."""
    operands: list[ast.expr] = []
    left: ast.expr = expression
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add) and len(operands) < MAX_NODES:
        operands.append(left.right)
        left = left.left
    operands.append(left)
    operands.reverse()
    if len(operands) > MAX_ITEMS:
        return reader.hole(expression)
    pieces = reader.read_all(operands)
    if any(is_text(piece) for piece in pieces):
        return ["cat", pieces]
    if any(piece[0] in MAYBE_TEXT for piece in pieces):
        return ["add", pieces, reader.source.segment(expression)]
    return reader.hole(expression)


def _repeated(reader: NodeReader, expression: ast.BinOp) -> Node:
    match reader.read(expression.left), reader.read(expression.right):
        case (["const", str(text)], ["const", int(count)]) | (["const", int(count)], ["const", str(text)]):
            if len(text) * count <= MAX_TEXT:
                return ["const", text * count]
            return reader.hole(expression, "str")
        case (["const", str()], _) | (_, ["const", str()]):
            return reader.hole(expression, "str")
    return reader.hole(expression)


def _unary(reader: NodeReader, expression: ast.UnaryOp) -> Node:
    if isinstance(expression.op, ast.USub):
        match reader.read(expression.operand):
            case ["const", int() | float() as value] if not isinstance(value, bool):
                return ["const", -value]
    return reader.hole(expression, "bool" if isinstance(expression.op, ast.Not) else "")


def _conditional(reader: NodeReader, expression: ast.IfExp) -> Node:
    yes, no = selecting_tests(expression.test, reader.source, reader.lookup)
    return [
        "alt",
        [[[yes] if yes else [], reader.read(expression.body)], [[no] if no else [], reader.read(expression.orelse)]],
    ]


def _either(reader: NodeReader, expression: ast.BoolOp) -> Node:
    form = "or" if isinstance(expression.op, ast.Or) else "and"
    ways = [[reader.source.segment(value), reader.read(value)] for value in expression.values]
    if all(way[1][0] == "hole" for way in ways):
        return reader.hole(expression)
    return [form, ways]


def _display(reader: NodeReader, expression: ast.Tuple | ast.List) -> Node:
    if len(expression.elts) > MAX_ITEMS:
        return reader.hole(expression, _TYPES[type(expression)])
    return [_TYPES[type(expression)], reader.read_all(expression.elts)]


def _set(reader: NodeReader, expression: ast.Set) -> Node:
    if len(expression.elts) > MAX_ITEMS:
        return reader.hole(expression, "set")
    return ["set", reader.read_all(expression.elts), reader.source.segment(expression)]


def _dict(reader: NodeReader, expression: ast.Dict) -> Node:
    if len(expression.keys) > MAX_ITEMS:
        return reader.hole(expression, "dict")
    return [
        "dict",
        [
            [["star"] if key is None else reader.read(key), reader.read(value)]
            for key, value in zip(expression.keys, expression.values, strict=True)
        ],
    ]


def _starred(reader: NodeReader, expression: ast.Starred) -> Node:
    return ["star", reader.read(expression.value)]


def _subscript(reader: NodeReader, expression: ast.Subscript) -> Node:
    value = _held_dict(reader, expression.value) or reader.read(expression.value)
    if value[0] == "passed":
        return ["passed", reader.source.segment(expression), value[2]]
    if value[0] in {"name", "call", "item", "dict", "tuple", "list", "attr"} and not isinstance(
        expression.slice, ast.Slice
    ):
        return ["item", value, reader.read(expression.slice), reader.source.segment(expression)]
    return reader.hole(expression)


def _held_dict(reader: NodeReader, expression: ast.expr) -> Node | None:
    """A dict display that a local holds, where one of its entries is taken."""
    if isinstance(expression, ast.Name):
        found = reader.lookup(expression.id)
        if found is not None and found[0] == "dict" and weight(found, MAX_NODES) <= reader.budget:
            return found
    return None


def _inner(reader: NodeReader, expression: ast.NamedExpr | ast.Await) -> Node:
    return reader.read(expression.value)


_TYPES: dict[type[ast.expr], str] = {
    ast.Tuple: "tuple",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.DictComp: "dict",
    ast.Dict: "dict",
    ast.Compare: "bool",
}

_FORMS: dict[type[ast.expr], Callable[[NodeReader, Any], Node]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.IfExp: _conditional,
    ast.BoolOp: _either,
    ast.Tuple: _display,
    ast.List: _display,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.Starred: _starred,
    ast.Subscript: _subscript,
    ast.NamedExpr: _inner,
    ast.Await: _inner,
    ast.Call: call_node,
}
"""Each form gets the expressions of its own key, hence `Any`."""
