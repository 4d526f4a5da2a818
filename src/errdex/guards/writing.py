"""Tests and calls as a person writes them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from errdex.guards.entry import Start
    from errdex.guards.operands import Home
    from errdex.guards.paths import Enclosing

MOST_ARGUMENTS = 4


def folded(tests: Sequence[ast.expr]) -> list[ast.expr]:
    """Each test once; several `x != "a"` in a row become one `x not in ("a", "b")`."""
    found: list[ast.expr] = []
    seen: set[str] = set()
    for test in tests:
        text = ast.unparse(test)
        if text in seen:
            continue
        seen.add(text)
        joined = joined_inequality(found[-1], test) if found else None
        if joined is not None:
            found[-1] = joined
        else:
            found.append(test)
    return found


def joined_inequality(first: ast.expr, second: ast.expr) -> ast.expr | None:
    """`x not in (…)` for two tests that one operand is none of some constants; `None`: they are something else."""
    one, two = excluded(first), excluded(second)
    if one is None or two is None or ast.unparse(one[0]) != ast.unparse(two[0]):
        return None
    return ast.Compare(one[0], [ast.NotIn()], [ast.Tuple([*one[1], *two[1]], ast.Load())])


def excluded(test: ast.expr) -> tuple[ast.expr, list[ast.expr]] | None:
    """Operand and constants of `x != "a"` and `x not in ("a", "b")`."""
    match test:
        case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[ast.Constant(value=str() | int()) as constant]):
            return left, [constant]
        case ast.Compare(left=left, ops=[ast.NotIn()], comparators=[ast.Tuple(elts=[_, *_] as items)]):
            return (left, items) if all(isinstance(item, ast.Constant) for item in items) else None
        case _:
            return None


def call_text(enclosing: Enclosing, home: Home, start: Start, given: Collection[str]) -> str:
    """The call as one writes it, with the parameters that have no default and those that are tested."""
    node, owner = enclosing.node, enclosing.owner
    required = required_parameters(node, start)
    named = {one.partition("=")[0] for one in required}
    tested = [f"{name}={name}" for name in start.parameters if name in given and name not in named]
    needed = [one for one in required if one.partition("=")[0] in given]
    few = len(required) + len(tested) <= MOST_ARGUMENTS
    shown = ", ".join([*required, *tested] if few else [*needed, *tested, "..."])
    if owner is None:
        return f"{node.name}({shown})"
    decorators = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    if node.name in {"__init__", "__new__", "__post_init__"}:
        return f"{owner.name}({shown})"
    target = home.receiver or owner.name
    if "setter" in decorators:
        return f"{target}.{node.name} = {shown}"
    if decorators & {"property", "cached_property", "deleter"}:
        return f"{target}.{node.name}"
    return f"{target}.{node.name}({shown})"


def required_parameters(node: ast.FunctionDef | ast.AsyncFunctionDef, start: Start) -> list[str]:
    """Names of the parameters that a call has to give."""
    positional = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    positional = positional[: len(positional) - len(node.args.defaults)]
    keyword = [
        one.arg for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if default is None
    ]
    return [name for name in positional if name in start.parameters] + [f"{name}={name}" for name in keyword]
