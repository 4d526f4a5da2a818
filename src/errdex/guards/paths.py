"""The way from a function's start to one of its statements: tests on it, and what keeps them from being all there is."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

DEEPEST = 120
"""Blocks inside each other: more than the interpreter's own parser allows."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class Step(NamedTuple):
    """A test on the way, and how it came out."""

    test: ast.expr
    holds: bool
    line: int


class Path(NamedTuple):
    """The way to a statement."""

    steps: tuple[Step, ...]
    """Tests that all came out so, in source order."""
    obstacles: tuple[str, ...]
    """What else decides whether control gets there, in words; empty: nothing does."""
    loops: tuple[tuple[int, int], ...]
    """First and last line of each loop around it."""
    skipped: tuple[tuple[int, int], ...] = ()
    """First and last line of each block that control did not go through: branches not taken, and those that leave."""
    nearest: str = ""
    """What decides last whether control gets there, in words; `""`: the last of the steps."""


class Enclosing(NamedTuple):
    """The function around a site."""

    node: FunctionNode
    owner: ast.ClassDef | None
    """Class that it is a method of."""
    nested: bool
    """Whether it stands inside another function."""


def enclosing_function(tree: ast.Module, line: int) -> Enclosing | None:
    """The innermost function that holds a line, `None`: the line stands outside of all."""
    found: Enclosing | None = None
    block: Sequence[ast.AST] = tree.body
    owner: ast.ClassDef | None = None
    while True:
        inner = next((node for node in definitions_in(block) if node.lineno <= line <= (node.end_lineno or 0)), None)
        if inner is None:
            return found
        if isinstance(inner, ast.ClassDef):
            owner = inner
        else:
            found = Enclosing(inner, owner, found is not None)
            owner = None
        block = inner.body


def definitions_in(block: Sequence[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Functions and classes of a block, also inside of its `if`s and loops."""
    waiting: list[ast.AST] = list(block)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node
        elif not isinstance(node, ast.expr):
            waiting.extend(ast.iter_child_nodes(node))


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of a body, without those of functions and classes inside."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            waiting.extend(ast.iter_child_nodes(node))


def path_to(function: FunctionNode, line: int) -> tuple[Path, ast.Raise | ast.Assert] | None:
    """The way from the start of a function to the `raise` or `assert` on a line; `None`: there is none, or two."""
    steps: list[Step] = []
    obstacles: list[str] = []
    loops: list[tuple[int, int]] = []
    skipped: list[tuple[int, int]] = []
    nearest = ""
    block: Sequence[ast.stmt] = function.body
    for _ in range(DEEPEST):
        place = statement_at(block, line)
        if place is None:
            return None
        index, statement = place
        known = len(steps)
        for before in block[:index]:
            passed(before, steps, obstacles, skipped)
        nearest = nearest if len(steps) == known else ""
        if isinstance(statement, ast.Raise | ast.Assert):
            if isinstance(statement, ast.Assert):
                steps.append(Step(statement.test, holds=False, line=statement.lineno))
                nearest = ""
            return Path(tuple(steps), tuple(dict.fromkeys(obstacles)), tuple(loops), tuple(skipped), nearest), statement
        inner = enter(statement, line, steps, obstacles)
        if inner is None:
            return None
        if isinstance(statement, ast.If):
            skipped += [span(one) for one in (statement.body, statement.orelse) if one and one is not inner]
        nearest = what_decides(statement, line, nearest)
        if isinstance(statement, ast.For | ast.AsyncFor | ast.While):
            loops.append((statement.lineno, statement.end_lineno or statement.lineno))
        block = inner
    return None


def statement_at(block: Sequence[ast.stmt], line: int) -> tuple[int, ast.stmt] | None:
    """The statement of a block that holds a line; of several on one line, the one that raises."""
    held = [(index, one) for index, one in enumerate(block) if one.lineno <= line <= (one.end_lineno or one.lineno)]
    raising = [place for place in held if isinstance(place[1], ast.Raise | ast.Assert)]
    if len(held) == 1 or not raising:
        return held[0] if len(held) == 1 else None
    return raising[0] if len(raising) == 1 else None


def passed(statement: ast.stmt, steps: list[Step], obstacles: list[str], skipped: list[tuple[int, int]]) -> None:
    """What it says that control went past a statement."""
    while isinstance(statement, ast.If):
        leaves, otherwise = leaves_block(statement.body), leaves_block(statement.orelse)
        if leaves and not otherwise:
            steps.append(Step(statement.test, holds=False, line=statement.lineno))
            skipped.append(span(statement.body))
            if len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
                statement = statement.orelse[0]
                continue
            if may_leave(statement.orelse):
                obstacles.append(f"line {statement.lineno} may leave on some branches only")
            return
        if otherwise and not leaves:
            steps.append(Step(statement.test, holds=True, line=statement.lineno))
            skipped.append(span(statement.orelse))
            if may_leave(statement.body):
                obstacles.append(f"line {statement.lineno} may leave on some branches only")
            return
        break
    if may_leave([statement]):
        obstacles.append(f"line {statement.lineno} may leave on some branches only")


def may_leave(body: Sequence[ast.stmt]) -> bool:
    """Whether a part of the body returns, or leaves a loop around it. A raise is no way out: the call raises all the same."""
    return any(isinstance(node, ast.Return | ast.Break | ast.Continue) for node in own_nodes(body))


def leaves_block(body: Sequence[ast.stmt]) -> bool:
    """Whether control never reaches the statement after this block."""
    for _ in range(DEEPEST):
        match body:
            case [*_, ast.Raise() | ast.Return() | ast.Continue() | ast.Break()]:
                return True
            case [*_, ast.If(body=then, orelse=[_, *_] as otherwise)]:
                if not leaves_plainly(then):
                    return False
                body = otherwise
            case _:
                return False
    return False


def leaves_plainly(body: Sequence[ast.stmt]) -> bool:
    """Whether the last statement of a block leaves it, seen without looking into others."""
    return bool(body) and isinstance(body[-1], ast.Raise | ast.Return | ast.Continue | ast.Break)


def enter(statement: ast.stmt, line: int, steps: list[Step], obstacles: list[str]) -> Sequence[ast.stmt] | None:
    """The block of a compound statement that holds a line; `None`: there is none that can be followed."""
    match statement:
        case ast.If() | ast.While():
            inside = holds_line(statement.body, line)
            if isinstance(statement, ast.While):
                obstacles.append(f"it stands in the loop of line {statement.lineno}")
                if not inside:
                    return statement.orelse if holds_line(statement.orelse, line) else None
            if not inside and not holds_line(statement.orelse, line):
                return None
            steps.append(Step(statement.test, inside, statement.lineno))
            return statement.body if inside else statement.orelse
        case ast.For() | ast.AsyncFor():
            obstacles.append(f"it stands in the loop of line {statement.lineno}")
            return next((block for block in (statement.body, statement.orelse) if holds_line(block, line)), None)
        case ast.With() | ast.AsyncWith():
            obstacles.append(f"the `with` of line {statement.lineno} may catch it")
            return statement.body if holds_line(statement.body, line) else None
        case ast.Try() | ast.TryStar():
            obstacles.append(f"the `try` of line {statement.lineno} decides as well")
            handlers = [handler.body for handler in statement.handlers]
            blocks = (statement.body, *handlers, statement.orelse, statement.finalbody)
            return next((block for block in blocks if holds_line(block, line)), None)
        case ast.Match():
            obstacles.append(f"the `match` of line {statement.lineno} decides as well")
            return next((case.body for case in statement.cases if holds_line(case.body, line)), None)
        case _:
            return None


def what_decides(statement: ast.stmt, line: int, before: str) -> str:
    """What decides that control goes into the block of a statement that holds a line, where it is no test; else `""`."""
    match statement:
        case ast.If() | ast.While():
            return ""
        case ast.For() | ast.AsyncFor():
            return f"it depends on the items of the loop of line {statement.lineno}"
        case ast.Match():
            return f"it depends on the `match` of line {statement.lineno}"
        case ast.Try() | ast.TryStar() if any(holds_line(handler.body, line) for handler in statement.handlers):
            return "it answers another error"
        case _:
            return before


def span(block: Sequence[ast.stmt]) -> tuple[int, int]:
    """First and last line of a block."""
    return block[0].lineno, block[-1].end_lineno or block[-1].lineno


def holds_line(block: Sequence[ast.stmt], line: int) -> bool:
    """Whether a block spans a line."""
    return bool(block) and block[0].lineno <= line <= (block[-1].end_lineno or block[-1].lineno)
