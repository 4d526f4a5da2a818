"""What a function statement says: parameters, what it returns, whether it is a small predicate."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from errdex.languages.python.bodies import Body, FunctionNode, TooLongError, node_of_ways
from errdex.languages.python.calls import GETTEXT_NAMES
from errdex.languages.python.classes import ERROR_NAME, annotation_text, parameter_names
from errdex.languages.python.docstrings import raises_of_docstring
from errdex.languages.python.expressions import dotted_name
from errdex.languages.python.lookup import nothing_local
from errdex.languages.python.nodes import node_of
from errdex.languages.python.source import Source
from errdex.nouns.facts import Called, FunctionFacts, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

MAX_LINES = 120
"""Longer functions are not looked at for what they return."""
MAX_PREDICATE_LINES = 25
MAX_PREDICATE_NODES = 80

_HELPER_NAMES = ("err", "exc", "msg", "mess", "fail", "text", "warn", "format", "name", "repr", "str", "desc", "hint")
"""Parts of names of functions whose result may be a text or an exception."""


def function_facts(
    node: FunctionNode,
    qualname: str,
    source: Source,
    calls: tuple[Called, ...] = (),
    returns_never: bool = False,
) -> FunctionFacts:
    """The facts of one function statement; `calls` and `returns_never` as the walk found them."""
    return FunctionFacts(
        name=qualname,
        line=node.lineno,
        end_line=node.end_lineno or node.lineno,
        parameters=tuple(_parameters(node.args, source)),
        decorators=tuple(_decorator(decorator) for decorator in node.decorator_list),
        returns=_returns(node, source),
        body=_predicate(node, source),
        calls=calls,
        raises=_raises(node),
        returns_never=returns_never,
        annotation=annotation_text(node.returns, source),
    )


def _parameters(arguments: ast.arguments, source: Source) -> list[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
    found = [
        _parameter(argument, "pos" if at < len(arguments.posonlyargs) else "any", default, source)
        for at, (argument, default) in enumerate(zip(positional, defaults, strict=True))
    ]
    if arguments.vararg is not None:
        found.append(_parameter(arguments.vararg, "*", None, source))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument, "kw", default, source))
    if arguments.kwarg is not None:
        found.append(_parameter(arguments.kwarg, "**", None, source))
    return found


def _parameter(argument: ast.arg, kind: str, default: ast.expr | None, source: Source) -> Parameter:
    node = None if default is None else node_of(default, source, nothing_local)
    return Parameter(argument.arg, kind, node, annotation_text(argument.annotation, source))


def _decorator(expression: ast.expr) -> str:
    while isinstance(expression, ast.Call):
        expression = expression.func
    return dotted_name(expression) or ""


def _raises(node: FunctionNode) -> tuple[str, ...]:
    match node.body[0]:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return raises_of_docstring(text)
    return ()


def _returns(node: FunctionNode, source: Source) -> Node | None:
    if (node.end_lineno or 0) - node.lineno > MAX_LINES or not _returns_text(node.body):
        return None
    body = Body(source, parameter_names(node))
    try:
        ends = body.follow(node.body)
    except TooLongError:
        return None
    if body.is_generator or not body.returns:
        return None
    if ends:
        body.returns.append((body.tests, ["const", None]))
    return node_of_ways(body.returns, f"{node.name}()")


def _returns_text(body: Sequence[ast.stmt]) -> bool:
    """Whether a return value may be text, an exception or a constant: a look at its outer form only."""
    pending: list[ast.stmt] = list(body)
    returned: set[str] = set()
    assigned: set[str] = set()
    while pending:
        statement = pending.pop()
        match statement:
            case ast.Return(value=ast.Name(id=name)):
                returned.add(name)
            case ast.Return(value=ast.expr() as value):
                if _may_matter(value, 0):
                    return True
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                if _may_matter(value, 0):
                    assigned.add(name)
            case ast.If() | ast.For() | ast.While() | ast.With() | ast.Try() | ast.AsyncWith() | ast.AsyncFor():
                pending.extend(statement.body)
                pending.extend(getattr(statement, "orelse", ()))
                pending.extend(getattr(statement, "finalbody", ()))
                for handler in getattr(statement, "handlers", ()):
                    pending.extend(handler.body)
            case ast.Match(cases=cases):
                for case in cases:
                    pending.extend(case.body)
    return not returned.isdisjoint(assigned)


def _may_matter(value: ast.expr, depth: int) -> bool:
    match value:
        case ast.Constant(value=constant):
            return isinstance(constant, str)
        case ast.JoinedStr():
            return True
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right) if depth < 8:
            return _may_matter(left, depth + 1) or _may_matter(right, depth + 1)
        case ast.IfExp(body=left, orelse=right) if depth < 8:
            return _may_matter(left, depth + 1) or _may_matter(right, depth + 1)
        case ast.BoolOp(values=values) if depth < 8:
            return any(_may_matter(inner, depth + 1) for inner in values)
        case ast.Call(func=ast.Attribute(attr="format" | "join" | "with_traceback")):
            return True
        case ast.Call(func=function):
            last = (dotted_name(function) or "").rpartition(".")[2]
            lowered = last.lower()
            return (
                last in GETTEXT_NAMES
                or last in {"cls", "dedent"}
                or (last[:1].isupper() and ERROR_NAME.search(last) is not None)
                or any(part in lowered for part in _HELPER_NAMES)
            )
    return False


def _predicate(node: FunctionNode, source: Source) -> str:
    """Source of a small pure function, decorators and docstring left out; `""`: it is none."""
    last = node.end_lineno or node.lineno
    if isinstance(node, ast.AsyncFunctionDef) or len(node.body) > 6 or last - node.lineno > MAX_PREDICATE_LINES:
        return ""
    statements = node.body
    match statements[0]:
        case ast.Expr(value=ast.Constant(value=str())):
            statements = statements[1:]
    if not statements or not _decides(statements) or not all(map(_is_plain_statement, statements)):
        return ""
    first = statements[0].lineno
    head = source.lines[node.lineno - 1 : min(node.body[0].lineno - 1, first - 1)] or [source.lines[node.lineno - 1]]
    lines = head if first == node.lineno else [*head, *source.lines[first - 1 : last]]
    return textwrap.dedent("\n".join(lines))


def _decides(statements: Sequence[ast.stmt]) -> bool:
    """Whether the last statement returns something that can be true or false, or a constant."""
    match statements[-1]:
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Constant()):
            return True
        case ast.Return(value=ast.Call(func=function, args=arguments)) if len(arguments) <= 2:
            last = (dotted_name(function) or "").rpartition(".")[2]
            return last.startswith(("is_", "has_", "isinstance", "issubclass", "any", "all"))
        case ast.If():
            return True
    return False


def _is_plain_statement(statement: ast.stmt) -> bool:
    """Only `if`, `return` and expressions without side effects, and not many of them."""
    pending: list[ast.AST] = [statement]
    seen = 0
    while pending:
        inner = pending.pop()
        seen += 1
        if seen > MAX_PREDICATE_NODES or not isinstance(inner, _PLAIN):
            return False
        pending.extend(ast.iter_child_nodes(inner))
    return True


_PLAIN = (
    ast.If, ast.Return, ast.Pass, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Name, ast.Attribute, ast.Constant, ast.Tuple,
    ast.List, ast.Set, ast.Subscript, ast.Call, ast.IfExp, ast.BinOp, ast.expr_context, ast.boolop, ast.cmpop, ast.unaryop,
    ast.operator, ast.keyword,
)  # fmt: skip
