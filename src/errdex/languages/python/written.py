"""A message as the source writes it, placeholders kept: the text that record ids are made of."""

from __future__ import annotations

import ast
import re

from errdex.languages.python.expressions import dotted_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.scopes import Scope
    from errdex.languages.python.source import Source

MAX_DEPTH = 6
MAX_LENGTH = 4000
"""Longer messages are cut."""

_LITERAL = re.compile(
    r"#[^\n]*|([A-Za-z]{0,2})"
    r"(\"\"\"(?:\\.|[^\\])*?\"\"\"|'''(?:\\.|[^\\])*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')",
    re.DOTALL,
)
_MESSAGE_KEYWORDS = ("message", "msg", "detail", "reason", "error", "text", "description")
_TEXT_METHODS = frozenset(
    {"format", "strip", "lstrip", "rstrip", "upper", "lower", "capitalize", "title", "format_map", "replace"}
)


def written(expression: ast.expr | None, source: Source, scope: Scope) -> str:
    """The message that an expression builds, as its source writes it; `""` where it writes none.

    Implicit and explicit concatenation is joined, `%`, `.format` and translation wrappers leave what they format, a name
    stands for its only definition, a call (an exception) for the first of its arguments that has text.
    """
    return "" if expression is None else _written(expression, source, scope, 0)[:MAX_LENGTH]


def _written(expression: ast.expr, source: Source, scope: Scope, depth: int) -> str:
    if depth > MAX_DEPTH:
        return ""
    match expression:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr():
            return between_quotes(expression, source)
        case ast.BinOp(op=ast.Mod(), left=left):
            return _written(left, source, scope, depth + 1)
        case ast.BinOp(op=ast.Add()):
            return _added(expression, source, scope, depth)
        case ast.Name(id=name):
            definition = scope.definition(name)
            if definition is None or definition.expression is None or definition.block is None:
                return ""
            return _written(definition.expression, source, scope.at(definition), depth + 1)
        case ast.Call():
            return _called(expression, source, scope, depth)
    return ""


def _called(call: ast.Call, source: Source, scope: Scope, depth: int) -> str:
    match call.func:
        case ast.Attribute(attr="join", value=separator) if len(call.args) == 1:
            return _joined(call.args[0], separator, source, scope, depth)
        case ast.Attribute(attr="with_traceback", value=value):
            return _written(value, source, scope, depth + 1)
        case ast.Attribute(attr=name, value=value) if name in _TEXT_METHODS:
            return _written(value, source, scope, depth + 1)
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    asked = [*call.args, *(named[name] for name in _MESSAGE_KEYWORDS if name in named)]
    return next((text for text in (_written(one, source, scope, depth + 1) for one in asked[:8]) if text), "")


def _joined(parts: ast.expr, separator: ast.expr, source: Source, scope: Scope, depth: int) -> str:
    if not isinstance(parts, (ast.List, ast.Tuple)) or not isinstance(separator, ast.Constant):
        return ""
    return str(separator.value).join(_piece(part, source, scope, depth) for part in parts.elts)


def _added(expression: ast.BinOp, source: Source, scope: Scope, depth: int) -> str:
    """`a + b + c`, however long; what is no text becomes a placeholder, unless nothing is text."""
    pieces: list[ast.expr] = []
    rest: ast.expr = expression
    while isinstance(rest, ast.BinOp) and isinstance(rest.op, ast.Add):
        pieces.append(rest.right)
        rest = rest.left
    pieces.append(rest)
    pieces.reverse()
    if not any(_written(piece, source, scope, depth + 1) for piece in pieces[:50]):
        return ""
    return "".join(_piece(piece, source, scope, depth) for piece in pieces)


def _piece(piece: ast.expr, source: Source, scope: Scope, depth: int) -> str:
    if isinstance(piece, ast.Constant):
        return str(piece.value)
    return _written(piece, source, scope, depth + 1) or "{" + source.segment(piece) + "}"


def between_quotes(joined: ast.JoinedStr, source: Source) -> str:
    """Text of an f-string between its quotes, and of the literals that stand beside it."""
    pieces: list[str] = []
    for prefix, quoted in _LITERAL.findall(source.slice_of(joined)):
        if not quoted:
            continue
        if "f" in prefix.lower():
            width = 3 if quoted.startswith(('"""', "'''")) else 1
            pieces.append(quoted[width:-width])
        else:
            pieces.append(str(ast.literal_eval(prefix + quoted)))
    return "".join(pieces)


def exception_named(node: ast.Raise, scope: Scope, parameters: frozenset[str]) -> str:
    """The class that a `raise` names, dotted as written; that of the only definition of a raised name; else `""`."""
    expression = node.exc
    for _ in range(MAX_DEPTH):
        match expression:
            case ast.Call(func=ast.Attribute(attr="with_traceback", value=value)):
                expression = value
            case ast.Call(func=function):
                return _class_named(function, parameters)
            case ast.Name(id=name):
                definition = scope.definition(name)
                if definition is None or definition.kind == "free":
                    return _class_named(expression, parameters)
                if definition.expression is None or definition.block is None:
                    return ""
                expression, scope = definition.expression, scope.at(definition)
            case ast.Attribute():
                return _class_named(expression, parameters)
            case _:
                return ""
    return ""


def _class_named(function: ast.expr, parameters: frozenset[str]) -> str:
    dotted = dotted_name(function)
    if dotted is None:
        return ""
    root, _, rest = dotted.partition(".")
    if root in parameters and not rest:
        return ""
    last = dotted.rpartition(".")[2].lstrip("_")
    is_class = last[:1].isupper() or (last.lower().endswith(("error", "exception")) and root not in {"self", "cls"})
    return dotted if is_class else ""
