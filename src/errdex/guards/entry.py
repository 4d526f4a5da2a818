"""What a function's start has, and until where it still holds: parameters, bindings, and calls that may alter objects."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from errdex.guards.paths import FUNCTIONS, own_nodes
from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.guards.paths import Enclosing, Path

PURE_CALLS = frozenset({"isinstance", "issubclass", "len", "type", "callable", "hasattr", "abs", "str", "int", "float", "bool", "repr",
                        "id", "ord", "chr", "getattr"})  # fmt: skip
"""Builtins that change nothing and use nothing up."""
PURE_METHODS = frozenset({
    "startswith", "endswith", "isdigit", "isalpha", "isidentifier", "isspace", "isupper", "islower", "strip", "lstrip", "rstrip",
    "lower", "upper", "get", "keys", "values", "items", "count", "find", "split", "partition", "issubset", "issuperset", "isdisjoint",
    "isnumeric", "isalnum", "isdecimal", "isascii", "bit_length", "is_integer", "casefold", "title",
})  # fmt: skip
QUIET_CALLS = frozenset({"debug", "info", "warning", "error", "exception", "warn", "log", "critical"})
RECEIVERS = frozenset({"self", "cls", "mcs", "mcls", "metacls"})


class Start(NamedTuple):
    """What is known at the start of a function."""

    parameters: dict[str, str]
    """Plain parameters, each with its annotation as written or `""`; the receiver is not among them."""
    receiver: str
    """First parameter of a method, `""`: it has none."""
    bound: dict[str, list[int]]
    """Lines on which each local name is bound again."""
    touched: dict[str, list[tuple[int, str]]]
    """For each name, lines on which what it stands for may be altered or used up, with the path to it: `batch.items`."""
    single: dict[str, ast.Assign]
    """Locals that one plain assignment at the top of the function binds, and nothing else."""


def start_of(enclosing: Enclosing) -> Start:
    """What is known at the start of a function, and of what happens to it later."""
    node = enclosing.node
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    receiver = ""
    if enclosing.owner is not None and not has_decorator(node, "staticmethod"):
        first = [*arguments.posonlyargs, *arguments.args][:1]
        receiver = first[0].arg if first else ""
    parameters = {
        one.arg: ast.unparse(one.annotation) if one.annotation is not None else ""
        for one in plain
        if one.arg != receiver
    }
    bound: dict[str, list[int]] = {}
    touched: dict[str, list[tuple[int, str]]] = {}
    for inner in own_nodes(node.body):
        for name in names_bound(inner):
            bound.setdefault(name, []).append(inner.lineno)  # type: ignore[attr-defined]  # binding nodes have lines
        for way in paths_touched(inner):
            root = way.partition(".")[0]
            touched.setdefault(root, []).append((inner.lineno, way))  # type: ignore[attr-defined]
    for variadic in (arguments.vararg, arguments.kwarg):
        if variadic is not None:
            bound.setdefault(variadic.arg, []).append(0)
    top = {one.targets[0].id: one for one in node.body if isinstance(one, ast.Assign) and is_plain(one)}  # type: ignore[attr-defined]
    single = {name: one for name, one in top.items() if len(bound.get(name, ())) == 1 and name not in parameters}
    return Start(parameters, receiver, bound, touched, single)


def is_plain(statement: ast.Assign) -> bool:
    """Whether it assigns to one name."""
    return len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)


def has_decorator(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Whether a function has a decorator of this last name."""
    return any(decorator_name(one) == name for one in node.decorator_list)


def decorator_name(node: ast.expr) -> str:
    """The last name of a decorator."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def names_bound(node: ast.AST) -> Iterator[str]:
    """Names that a node binds in the function; `global` and `nonlocal` ones count as bound."""
    match node:
        case ast.Name(ctx=ast.Store() | ast.Del()):
            yield node.id
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
            for inner in ast.walk(node):
                if isinstance(inner, ast.Nonlocal):
                    yield from inner.names
        case ast.Import() | ast.ImportFrom():
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        case ast.Global() | ast.Nonlocal():
            yield from node.names
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            yield name
        case _:
            pass


def paths_touched(node: ast.AST) -> Iterator[str]:
    """Paths to the objects that a node may alter or use up: `batch.items` where it calls `batch.items.pop()`."""
    match node:
        case ast.Call() if not is_quiet(node):
            if isinstance(node.func, ast.Attribute):
                yield from paths_in(node.func.value)
            for argument in node.args:
                yield from paths_in(argument)
            for keyword in node.keywords:
                yield from paths_in(keyword.value)
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            yield from paths_in(node)
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            yield from paths_in(node.value)
        case ast.AugAssign():
            yield from paths_in(node.target)
        case ast.For() | ast.AsyncFor():
            yield from paths_in(node.iter)
        case ast.With() | ast.AsyncWith():
            for item in node.items:
                yield from paths_in(item.context_expr)
        case _:
            pass


def is_quiet(call: ast.Call) -> bool:
    """Whether a call alters nothing that it is given."""
    function = call.func
    if isinstance(function, ast.Name):
        return function.id in PURE_CALLS or function.id.startswith(("is_", "has_")) or function.id[:1].isupper()
    if isinstance(function, ast.Attribute):
        return function.attr in PURE_METHODS | QUIET_CALLS or function.attr.startswith(("is_", "has_"))
    return False


def paths_in(node: ast.expr) -> Iterator[str]:
    """The longest chains of names that an expression reads, outermost first."""
    waiting: list[ast.AST] = [node]
    while waiting:
        inner = waiting.pop()
        way = path_of(inner)
        if way:
            yield way
        else:
            waiting.extend(ast.iter_child_nodes(inner))


def path_of(node: ast.AST) -> str:
    """`a.b.c` for such a chain, `""` for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""


def lines_touching(way: str, touched: list[tuple[int, str]]) -> list[int]:
    """Lines that may change what reading a path gives: they alter the object at its end, or one on the way."""
    return [line for line, altered in touched if way == altered or way.startswith(f"{altered}.")]


def is_changed(lines: list[int], at: int, path: Path) -> bool:
    """Whether something that happens on these lines may come before a test on line `at`."""
    if any(line < at and not any(first <= line <= last for first, last in path.skipped) for line in lines):
        return True
    return any(first <= at <= last and any(first <= line <= last for line in lines) for first, last in path.loops)


__all__ = ["FUNCTIONS", "Start", "is_changed", "lines_touching", "path_of", "start_of"]
