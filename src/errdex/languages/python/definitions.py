"""Which assignments of a name reach a statement, and under which tests.

The search goes backwards from the statement, through the blocks around it, and only where the name is bound: it costs
nothing until a site asks for a name. Where control flow would need a fixed point (loops that rebind the name), the
answer is "not known".
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from typing import NamedTuple

from errdex.languages.python.bindings import bound_names, captured_names, walrus_names
from errdex.languages.python.exits import leaves_block
from errdex.languages.python.places import Block
from errdex.languages.python.wording import conjuncts, worded

MAX_STEPS = 100
"""Statements that bind it, and blocks around it, looked at for one name."""
MAX_NESTING = 12
"""Blocks entered on the way."""
MAX_WAYS = 32


class Definition(NamedTuple):
    """Something that gives a name its value."""

    kind: str
    """`value`: an expression; `param`: the parameter; `hole`: not known; `free`: a definition or import, which names
    itself; `through`: unchanged since before."""
    expression: ast.expr | None = None
    block: Block | None = None
    position: int = 0
    """Place at which `expression` is evaluated."""
    type: str = ""
    """Of a hole, where it can be told."""


class Way(NamedTuple):
    """A definition that reaches, and what selects it."""

    tests: tuple[str, ...]
    definition: Definition


HOLE = Definition("hole")
THROUGH = Definition("through")


class _UnknownError(Exception):
    """The search ends without an answer."""


def ways_before(block: Block, index: int, name: str) -> list[Way] | None:
    """The definitions of `name` that reach the statement `index` of `block`.

    `None`: they cannot be told. Empty: this function does not bind the name before the statement.
    """
    if not block.function.binds(name):
        return []
    try:
        return _Search(name).before(block, index)
    except _UnknownError:
        return None


class _Search:
    __slots__ = ("name", "steps")

    def __init__(self, name: str) -> None:
        self.name, self.steps = name, MAX_STEPS

    def before(self, block: Block, index: int) -> list[Way]:
        found: list[Way] = []
        tests: tuple[str, ...] = ()
        while True:
            self.steps -= 1
            if self.steps < 0:
                raise _UnknownError
            ways = self.in_block(block, index, 0)
            through = [way for way in ways if way.definition is THROUGH]
            found.extend(Way((*tests, *way.tests), way.definition) for way in ways if way.definition is not THROUGH)
            if not through:
                return found
            tests = (*tests, *_shared(through))
            if block.parent is None:
                return self.at_entry(block, found, tests)
            entry = self.into(block)
            if entry is not None:
                return [*found, *(Way((*tests, *way.tests), way.definition) for way in entry)]
            block, index = block.parent, block.index

    def at_entry(self, block: Block, found: list[Way], tests: tuple[str, ...]) -> list[Way]:
        """The ways of a name, some of which come from before the function's first statement."""
        if self.name in block.function.parameters:
            return [*found, Way(tests, Definition("param"))]
        if block.function.is_code:
            raise _UnknownError  # declared global, or bound where control has not come from
        return found

    def in_block(self, block: Block, index: int, depth: int) -> list[Way]:
        """The ways out of the first `index` statements of a block; with `THROUGH` where the name may be as before it."""
        found: list[Way] = []
        tests: tuple[str, ...] = ()
        positions = block.function.binders(block.statements).get(self.name, [])
        for number in range(bisect_left(positions, index) - 1, -1, -1):
            position = positions[number]
            self.steps -= 1
            if self.steps < 0:
                raise _UnknownError
            statement = block.statements[position]
            ways = self.out_of(statement, block, position, depth)
            found.extend(Way((*tests, *way.tests), way.definition) for way in ways if way.definition is not THROUGH)
            through = [way for way in ways if way.definition is THROUGH]
            if not through:
                return found
            tests = (*tests, *_shared(through))
            if len(found) > MAX_WAYS:
                raise _UnknownError
        return [*found, Way(tests, THROUGH)]

    def out_of(self, statement: ast.stmt, block: Block, index: int, depth: int) -> list[Way]:
        """The ways in which one statement that binds the name leaves it."""
        match statement:
            case ast.Assign() | ast.AnnAssign():
                return [Way((), self.assigned(statement, block, index))]
            case ast.AugAssign(target=target, op=op, value=value):
                sum_of = ast.BinOp(ast.Name(self.name, ast.Load()), op, value)
                for node in (sum_of, sum_of.left):
                    ast.copy_location(node, statement)
                ast.copy_location(sum_of.left, target)
                return [Way((), Definition("value", sum_of, block, index))]
            case ast.If():
                return self.branched(statement, block, index, depth)
            case ast.Try() | ast.TryStar():
                return self.tried(statement, block, index, depth)
            case ast.With() | ast.AsyncWith():
                targets = bound_names([ast.With(statement.items, [])])
                if self.name in targets:
                    return [Way((), HOLE)]
                inner = Block(statement.body, block.function, "with", block, index, statement)
                return self.ended(inner, depth)
            case ast.Match():
                return self.matched(statement, block, index, depth)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
                return [Way((), Definition("free"))]
            case _:
                return [Way((), HOLE)]

    def assigned(self, statement: ast.Assign | ast.AnnAssign, block: Block, index: int) -> Definition:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            match target, statement.value:
                case ast.Name(id=self.name), ast.expr() as value:
                    return Definition("value", value, block, index)
                case ast.Tuple(elts=elements), ast.Tuple(elts=values) if len(elements) == len(values):
                    if any(isinstance(part, ast.Starred) for part in (*elements, *values)):
                        return HOLE
                    for element, value in zip(elements, values, strict=True):
                        if isinstance(element, ast.Name) and element.id == self.name:
                            return Definition("value", value, block, index)
        return HOLE

    def ended(self, block: Block, depth: int) -> list[Way]:
        """The ways out of a whole inner block; none where control does not get to its end."""
        if depth > MAX_NESTING:
            raise _UnknownError
        if leaves_block(block.statements):
            return []
        return self.in_block(block, len(block.statements), depth + 1)

    def branched(self, statement: ast.If, block: Block, index: int, depth: int) -> list[Way]:
        found: list[Way] = []
        source = block.function.source
        tests: tuple[str, ...] = ()
        while True:
            then = Block(statement.body, block.function, "then", block, index, statement)
            yes = tuple(worded(part, source, truth=truth) for part, truth in conjuncts(statement.test, truth=True))
            found.extend(Way((*tests, *yes, *way.tests), way.definition) for way in self.ended(then, depth))
            tests = (
                *tests,
                *(worded(part, source, truth=truth) for part, truth in conjuncts(statement.test, truth=False)),
            )
            otherwise = Block(statement.orelse, block.function, "else", block, index, statement)
            if len(found) > MAX_WAYS:
                raise _UnknownError
            if len(statement.orelse) != 1 or not isinstance(statement.orelse[0], ast.If):
                break
            statement, block, index = statement.orelse[0], otherwise, 0
        found.extend(Way((*tests, *way.tests), way.definition) for way in self.ended(otherwise, depth))
        return found

    def tried(self, statement: ast.Try | ast.TryStar, block: Block, index: int, depth: int) -> list[Way]:
        function = block.function
        final = Block(statement.finalbody, function, "finally", block, index, statement)
        if self.name in bound_names(statement.finalbody):
            ways = self.ended(final, depth)
            if any(way.definition is THROUGH for way in ways):
                raise _UnknownError
            return ways
        body = Block(statement.body, function, "try", block, index, statement)
        after = Block(statement.orelse, function, "try-else", block, index, statement)
        found = [] if leaves_block(statement.body) else self.ended(after, depth)
        if any(way.definition is THROUGH for way in found):
            found = [*(way for way in found if way.definition is not THROUGH), *self.ended(body, depth)]
        halfway = self.name in bound_names(statement.body)
        for handler in statement.handlers:
            caught = f"Except {text_of_caught(handler, block)}"
            inner = Block(handler.body, function, "handler", block, index, handler)
            ways = self.ended(inner, depth)
            if ways and handler.name == self.name:
                raise _UnknownError  # deleted at the handler's end
            if halfway and any(way.definition is THROUGH for way in ways):
                raise _UnknownError
            found.extend(Way((caught, *way.tests), way.definition) for way in ways)
        return found

    def matched(self, statement: ast.Match, block: Block, index: int, depth: int) -> list[Way]:
        found: list[Way] = []
        source = block.function.source
        for case in statement.cases:
            inner = Block(case.body, block.function, "case", block, index, case)
            if self.name in captured_names(case.pattern):
                raise _UnknownError
            fits = (f"Case {ast.unparse(case.pattern)} fits {source.segment(statement.subject)}",)
            found.extend(Way((*fits, *way.tests), way.definition) for way in self.ended(inner, depth))
            if case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
                return found
        return [*found, Way((), THROUGH)]

    def into(self, block: Block) -> list[Way] | None:
        """What the start of an inner block makes of the name: `None` where it is as before the owner."""
        owner, name = block.owner, self.name
        if block.function.source.has_walrus and name in walrus_names(_heads(owner)):
            raise _UnknownError
        match block.role:
            case "loop" | "loop-else":
                if name in block.function.bound(block.parent.statements[block.index]):  # type: ignore[union-attr]
                    raise _UnknownError
            case "handler" | "finally" | "try-else":
                return self.into_part_of_try(block)
            case "with" if isinstance(owner, (ast.With, ast.AsyncWith)):
                if name in bound_names([ast.With(owner.items, [])]):
                    raise _UnknownError
            case "case" if isinstance(owner, ast.match_case) and name in captured_names(owner.pattern):
                raise _UnknownError
        return None

    def into_part_of_try(self, block: Block) -> list[Way] | None:
        if isinstance(block.owner, ast.ExceptHandler) and block.owner.name == self.name:
            return [Way((), Definition("hole", type=text_of_caught(block.owner, block)))]
        parent = block.parent
        statement = parent.statements[block.index] if parent is not None else None
        if parent is None or not isinstance(statement, (ast.Try, ast.TryStar)):
            return None
        if block.role == "try-else":
            if self.name not in bound_names(statement.body):
                return None
            body = Block(statement.body, block.function, "try", parent, block.index, statement)
            ways = self.ended(body, 0)
            if any(way.definition is THROUGH for way in ways):
                raise _UnknownError
            return ways
        before = statement.body if block.role == "handler" else [statement]
        if self.name in bound_names(before):
            raise _UnknownError
        return None


def text_of_caught(handler: ast.ExceptHandler, block: Block) -> str:
    """What a handler catches, as written; `Exception` stands for everything only where it is written so."""
    return "" if handler.type is None else block.function.source.segment(handler.type)


def _heads(owner: ast.AST | None) -> list[ast.AST]:
    """The expressions at the head of a compound statement, handler or case."""
    heads = [getattr(owner, field, None) for field in ("test", "iter", "subject", "guard", "type")]
    return [head for head in (*heads, *getattr(owner, "items", ())) if isinstance(head, ast.AST)]


def _shared(ways: list[Way]) -> tuple[str, ...]:
    """Tests that all of these ways have."""
    first, *others = ways
    return tuple(test for test in first.tests if all(test in other.tests for other in others))
