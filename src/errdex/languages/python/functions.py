"""What a function statement says: parameters, what it returns, whether it is a small predicate."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

from errdex.languages.python.bodies import Body, FunctionNode, TooLongError, node_of_ways
from errdex.languages.python.calls import GETTEXT_NAMES
from errdex.languages.python.classes import ERROR_NAME, annotation_text, parameter_names
from errdex.languages.python.docstrings import raises_of_docstring
from errdex.languages.python.expressions import MAX_DEPTH, dotted_name
from errdex.languages.python.lookup import nothing_local
from errdex.languages.python.nodes import node_of
from errdex.languages.python.source import Source
from errdex.nouns.facts import Called, FunctionFacts, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

MAX_LINES = 80
"""Longer functions are not looked at for what they return."""
MAX_PREDICATE_LINES = 25
MAX_PREDICATE_NODES = 80


def function_facts(
    node: FunctionNode,
    qualname: str,
    source: Source,
    calls: tuple[Called, ...] = (),
    returns_never: bool = False,
) -> FunctionFacts:
    """The facts of one function statement; `calls` and `returns_never` as the walk found them."""
    return FunctionFacts(
        qualname,
        node.lineno,
        node.end_lineno or node.lineno,
        tuple(_parameters(node.args, source)),
        tuple([_decorator(decorator) for decorator in node.decorator_list]),
        _returns(node, source),
        _predicate(node, source),
        calls,
        _raises(node),
        returns_never,
        annotation_text(node.returns, source),
    )


def _parameters(arguments: ast.arguments, source: Source) -> list[Parameter]:
    found = [_parameter(argument, "pos", source) for argument in arguments.posonlyargs]
    found += [_parameter(argument, "any", source) for argument in arguments.args]
    if arguments.defaults:
        start = len(found) - len(arguments.defaults)
        for at, default in enumerate(arguments.defaults, start):
            name, kind, _, annotation = found[at]
            found[at] = Parameter(name, kind, node_of(default, source, nothing_local), annotation)
    if arguments.vararg is not None:
        found.append(_parameter(arguments.vararg, "*", source))
    for argument, given in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        node = None if given is None else node_of(given, source, nothing_local)
        found.append(Parameter(argument.arg, "kw", node, annotation_text(argument.annotation, source)))
    if arguments.kwarg is not None:
        found.append(_parameter(arguments.kwarg, "**", source))
    return found


def _parameter(argument: ast.arg, kind: str, source: Source) -> Parameter:
    annotation = argument.annotation
    return Parameter(argument.arg, kind, None, "" if annotation is None else annotation_text(annotation, source))


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
    if (node.end_lineno or 0) - node.lineno > MAX_LINES or node.name.startswith("test") or not _returns_text(node.body):
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
    # This looks at every statement of an environment: types are compared directly, which is what is fast.
    pending: list[ast.stmt] = list(body)
    returned: set[str] = set()
    assigned: list[ast.Assign] = []
    while pending:
        statement = pending.pop()
        kind = type(statement)
        if kind is ast.Return:
            value = statement.value  # type: ignore[attr-defined]
            if type(value) is ast.Name:
                returned.add(value.id)
            elif value is not None and _may_matter(value, 0):
                return True
        elif kind is ast.Assign:
            assigned.append(statement)  # type: ignore[arg-type]
        elif kind in _BLOCKS:
            for field in _BLOCKS[kind]:
                if field in _HOLDERS:
                    for inner in getattr(statement, field):
                        pending += inner.body
                else:
                    pending += getattr(statement, field)
    return bool(returned) and any(
        isinstance(target := statement.targets[0], ast.Name)
        and target.id in returned
        and _may_matter(statement.value, 0)
        for statement in assigned
    )


_BLOCKS: dict[type[ast.stmt], tuple[str, ...]] = {
    ast.If: ("body", "orelse"),
    ast.For: ("body", "orelse"),
    ast.AsyncFor: ("body", "orelse"),
    ast.While: ("body", "orelse"),
    ast.With: ("body",),
    ast.AsyncWith: ("body",),
    ast.Try: ("body", "orelse", "finalbody", "handlers"),
    ast.Match: ("cases",),
}
_HOLDERS = frozenset({"handlers", "cases"})


def _may_matter(value: ast.expr, depth: int) -> bool:
    known = _MATTERS.get(type(value))
    return known is not None and depth < MAX_DEPTH and known(value, depth + 1)


def _called_matters(call: ast.Call, _depth: int) -> bool:
    function = call.func
    if type(function) is ast.Attribute:
        last = function.attr
        if last in {"format", "join", "with_traceback"}:
            return True
    elif type(function) is ast.Name:
        last = function.id
    else:
        return False
    if last[:1].isupper():
        return ERROR_NAME.search(last) is not None
    return last in GETTEXT_NAMES or last in {"cls", "dedent"} or _HELPER.search(last) is not None


_HELPER = re.compile("err|exc|msg|mess|fail|text|warn|format|name|repr|str|desc|hint", re.IGNORECASE)
"""In names of functions whose result may be a text or an exception."""

_MATTERS: dict[type[ast.expr], Callable[[Any, int], bool]] = {
    ast.Constant: lambda value, _depth: isinstance(value.value, str),
    ast.JoinedStr: lambda _value, _depth: True,
    ast.BinOp: lambda value, depth: (
        isinstance(value.op, ast.Add | ast.Mod) and (_may_matter(value.left, depth) or _may_matter(value.right, depth))
    ),
    ast.IfExp: lambda value, depth: _may_matter(value.body, depth) or _may_matter(value.orelse, depth),
    ast.BoolOp: lambda value, depth: any(_may_matter(inner, depth) for inner in value.values),
    ast.Call: _called_matters,
}


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
