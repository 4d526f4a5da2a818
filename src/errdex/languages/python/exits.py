"""Whether control gets past a statement."""

from __future__ import annotations

import ast

from errdex.languages.python.compound import inner_blocks, statements_within
from errdex.languages.python.expressions import dotted_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NEVER_RETURN = frozenset(
    {"sys.exit", "os._exit", "os.abort", "exit", "quit", "pytest.fail", "pytest.skip", "pytest.exit"}
)
"""Calls that never return, as they are usually written."""

_CALM = ("open", "lock", "catch_warnings", "nullcontext", "closing", "errstate", "no_grad", "TemporaryDirectory")


def leaves_block(statements: Sequence[ast.stmt]) -> bool:
    """Whether control never gets to what follows these statements. `False` when it cannot be told."""
    return any(leaves(statement) for statement in reversed(statements))


def leaves(statement: ast.stmt) -> bool:
    """Whether control never gets to the statement after this one. `False` when it cannot be told."""
    while True:
        match statement:
            case ast.Raise() | ast.Return() | ast.Continue() | ast.Break():
                return True
            case ast.Expr():
                return calls_no_return(statement)
            case ast.If(body=body, orelse=[ast.If() as otherwise]):
                if not leaves_block(body):
                    return False
                statement = otherwise
            case ast.If(body=body, orelse=otherwise_all):
                return leaves_block(body) and leaves_block(otherwise_all)
            case ast.While(test=ast.Constant(value=always), body=body):
                return bool(always) and not breaks(body)
            case ast.Try() | ast.TryStar():
                return _try_leaves(statement)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                return leaves_block(body) and not swallows(items)
            case ast.Match(cases=cases):
                whole = any(_fits_always(case) for case in cases)
                return whole and all(leaves_block(case.body) for case in cases)
            case _:
                return False


def never_ends(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether no call of the function ends normally, neither with `return` nor at its end."""
    if not leaves(function.body[-1]):
        return False
    for statement in statements_within(function.body):
        if isinstance(statement, ast.Return):
            return False
    return not any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(function))


def _try_leaves(statement: ast.Try | ast.TryStar) -> bool:
    if leaves_block(statement.finalbody):
        return True
    handled = all(leaves_block(handler.body) for handler in statement.handlers)
    return handled and (leaves_block(statement.body) or leaves_block(statement.orelse))


def _fits_always(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def calls_no_return(statement: ast.Expr) -> bool:
    """Whether the statement calls something that is known never to return."""
    return isinstance(statement.value, ast.Call) and dotted_name(statement.value.func) in NEVER_RETURN


def breaks(body: Sequence[ast.stmt], also: tuple[type[ast.stmt], ...] = ()) -> bool:
    """Whether a loop with this body has a `break` of its own, or a statement of the kinds in `also`."""
    stack = [(statement, False) for statement in body]
    while stack:
        statement, nested = stack.pop()
        if (not nested and isinstance(statement, ast.Break)) or isinstance(statement, also):
            return True
        for role, _, inner in inner_blocks(statement):
            if role != "loop" or also:
                stack.extend((one, nested or role == "loop") for one in inner)
    return False


def swallows(items: Sequence[ast.withitem]) -> bool:
    """Whether a `with` may end an exception of its body: any context manager may, unless it is known not to."""
    return not all(_is_calm(item.context_expr) for item in items)


def _is_calm(manager: ast.expr) -> bool:
    name = dotted_name(manager.func if isinstance(manager, ast.Call) else manager)
    return name is not None and name.rpartition(".")[2].endswith(_CALM)
