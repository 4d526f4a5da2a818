"""Names of a function that hold nothing that can be altered: texts, numbers, truth values, by annotation or by all their bindings."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import bound_names, captured_names, target_names, walrus_names
from errdex.languages.python.compound import COMPOUND, statements_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.source import Source

_PLAIN = frozenset({"str", "int", "float", "bool", "bytes", "complex", "None", "type"})
_MAKES_PLAIN = frozenset({
    "str", "int", "float", "bool", "repr", "ascii", "len", "chr", "ord", "format", "hex", "oct", "bin", "isinstance", "issubclass",
    "callable", "hasattr", "id", "hash", "bytes", "complex", "any", "all",
})  # fmt: skip
_TEXT_METHODS = frozenset({
    "strip", "lstrip", "rstrip", "lower", "upper", "casefold", "title", "capitalize", "startswith", "endswith", "isdigit", "isalpha",
    "isspace", "isidentifier", "isupper", "islower", "isalnum",
})  # fmt: skip
"""Methods that only text has, and arrays of texts behind `.str` and `.char`."""
_TESTS = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def plain_names(function: ast.FunctionDef | ast.AsyncFunctionDef, source: Source) -> frozenset[str]:
    """Parameters annotated with types whose values cannot be altered (`str`, `int | None`), and locals bound to such values only."""
    arguments = function.args
    annotated = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    plain = {arg.arg for arg in annotated if arg.annotation is not None and is_plain_annotation(arg.annotation)}
    others = {arg.arg for arg in (*annotated, arguments.vararg, arguments.kwarg) if arg is not None} - plain
    if source.has_walrus:
        others |= walrus_names(function.body)
    for statement in statements_within(function.body):
        match statement:
            case ast.Assign(targets=targets, value=value) if all(isinstance(one, ast.Name) for one in targets):
                (plain if is_plain_value(value) else others).update(one.id for one in targets)  # type: ignore[attr-defined]
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=ast.expr() as value):
                (plain if is_plain_annotation(annotation) or is_plain_value(value) else others).add(name)
            case _:
                others |= _bound_by(statement)
    return frozenset(plain - others)


def _bound_by(statement: ast.stmt) -> set[str]:
    """Names that a statement itself binds, what is inside its blocks left out."""
    if not isinstance(statement, COMPOUND):
        return bound_names([statement])
    names: set[str] = set()
    match statement:
        case ast.For(target=target) | ast.AsyncFor(target=target):
            target_names(target, names)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    target_names(item.optional_vars, names)
        case ast.Try(handlers=handlers) | ast.TryStar(handlers=handlers):
            names.update(handler.name for handler in handlers if handler.name)
        case ast.Match(cases=cases):
            names.update(*(captured_names(case.pattern) for case in cases))
    return names


def is_plain_annotation(annotation: ast.expr) -> bool:
    """Whether a type's values cannot be altered."""
    match annotation:
        case ast.Name(id=name):
            return name in _PLAIN
        case ast.Constant(value=value):
            return value is None or (isinstance(value, str) and value in _PLAIN)
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Name() | ast.Constant() as right):
            return is_plain_annotation(left) and is_plain_annotation(right)
        case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=inner):
            return is_plain_annotation(inner)
        case ast.Subscript(value=ast.Name(id="Literal") | ast.Attribute(attr="Literal")):
            return True
    return False


def is_plain_value(value: ast.expr) -> bool:
    """Whether an expression's value is a text, a number, a truth value or `None`, as its form shows."""
    match value:
        case ast.Constant() | ast.JoinedStr():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _MAKES_PLAIN
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join" | "format")):
            return True
        case ast.Call(func=ast.Attribute(value=receiver, attr=name)):
            arrays = isinstance(receiver, ast.Attribute) and receiver.attr in ("str", "char", "strings")
            return name in _TEXT_METHODS and not arrays
        case ast.UnaryOp(op=ast.Not()) | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Compare(ops=ops):
            return all(isinstance(op, _TESTS) for op in ops)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod()):
            return isinstance(left, ast.JoinedStr) or (isinstance(left, ast.Constant) and isinstance(left.value, str))
        case ast.BoolOp(values=values):
            return all(
                isinstance(one, (ast.Constant, ast.Compare, ast.UnaryOp)) and is_plain_value(one) for one in values
            )
    return False
