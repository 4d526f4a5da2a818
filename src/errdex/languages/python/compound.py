"""The blocks of compound statements."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COMPOUND = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.Try,
    ast.TryStar,
    ast.With,
    ast.AsyncWith,
    ast.Match,
)


def inner_blocks(statement: ast.stmt) -> Iterator[tuple[str, ast.AST, list[ast.stmt]]]:
    """Role, owner and statements of each block of a compound statement, in source order; none of definitions."""
    match statement:
        case ast.If():
            yield "then", statement, statement.body
            yield "else", statement, statement.orelse
        case ast.For() | ast.AsyncFor() | ast.While():
            yield "loop", statement, statement.body
            yield "loop-else", statement, statement.orelse
        case ast.Try() | ast.TryStar():
            yield "try", statement, statement.body
            for handler in statement.handlers:
                yield "handler", handler, handler.body
            yield "try-else", statement, statement.orelse
            yield "finally", statement, statement.finalbody
        case ast.With() | ast.AsyncWith():
            yield "with", statement, statement.body
        case ast.Match():
            for case in statement.cases:
                yield "case", case, case.body


def statements_within(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a block and the blocks inside it, in no order; nested definitions themselves, not their bodies."""
    stack = list(statements)
    while stack:
        statement = stack.pop()
        yield statement
        if isinstance(statement, COMPOUND):
            for _, _, inner in inner_blocks(statement):
                stack.extend(inner)
