"""One pass over the statements of a file that finds its sites, and what is known where control gets to each of them.

Each function is followed from its start with the facts that its tests, early exits and handlers leave behind; code that
holds no site is only asked for what it may change. Blocks nest at most as deep as the tokenizer lets them (100 levels),
chains of `elif` are followed in a loop, functions wait in a queue: so no input makes the recursion deep.
"""

from __future__ import annotations

import ast

from errdex.languages.python.effects import Effects, effects_of
from errdex.languages.python.exits import breaks, swallows
from errdex.languages.python.facts import joined, with_fact
from errdex.languages.python.inside import Inside
from errdex.languages.python.knowledge import Knowledge, assigning, is_live
from errdex.languages.python.leavings import caught_fact, ran_out
from errdex.languages.python.patterns import fitted
from errdex.languages.python.places import Block, Function
from errdex.languages.python.reporting import Reported, Reporters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from errdex.languages.python.candidates import Candidates
    from errdex.languages.python.facts import State
    from errdex.languages.python.source import Source


class Found:
    """A site: its node, its place, and the facts that are known there."""

    __slots__ = ("block", "caught", "hidden", "index", "node", "reported", "state")

    def __init__(
        self,
        node: ast.Raise | ast.Assert | ast.Call,
        block: Block,
        index: int,
        state: State,
        caught: ast.ExceptHandler | None,
        hidden: tuple[str, ...] = (),
        reported: Reported | None = None,
    ) -> None:
        self.node, self.block, self.index = node, block, index
        self.state = state
        self.caught = caught
        """Innermost handler around it."""
        self.hidden = hidden
        """Names that lambdas and comprehensions around it bind."""
        self.reported = reported
        """What a call reports."""


class Flow:
    """The walk over one file."""

    def __init__(self, source: Source, tree: ast.Module, candidates: Candidates) -> None:
        self.source, self.tree, self.candidates = source, tree, candidates
        self.knowledge = Knowledge(source, tree)
        self._inside = Inside(self.knowledge, Reporters(source.text if candidates.calls else ""))
        self._found: list[Found] = []
        self._handlers: list[ast.ExceptHandler] = []
        self._waiting: list[Function] = []
        self._last = 0
        """Line after which the function holds no site: nothing needs to be known there."""
        self._calls = False
        """Whether the function may hold calls that are sites."""

    def follow(self) -> list[Found]:
        """All sites of the file, in source order."""
        self._waiting.append(Function("<module>", "", self.tree, self.source))
        while self._waiting:
            self._enter(self._waiting.pop())
        self._found.sort(key=lambda one: (one.node.lineno, one.node.col_offset))
        return self._found

    def _enter(self, function: Function) -> None:
        body = function.body
        if body:
            self.knowledge.enter(function)
            self._handlers = []
            self._last = self.candidates.last_before(body[-1].end_lineno or body[-1].lineno)
            self._calls = self.candidates.holds_call(body[0].lineno, self._last)
            self.block(Block(body, function), {})

    def block(self, block: Block, state: State | None) -> State | None:
        """Follows a block; what is known at its end, `None` if control does not get there."""
        for index, statement in enumerate(block.statements):
            if statement.lineno > self._last:
                break
            follow = _FOLLOW.get(type(statement))
            if follow is not None:
                state = follow(self, statement, block, index, state)
                continue
            if self._calls and self.holds_call(statement):
                self.calls_in([statement], block, index, state or {})
            if state and is_live(state):
                state = self.knowledge.after(state, effects_of([statement]))
        return state

    def holds_call(self, node: ast.stmt) -> bool:
        """Whether a call that is a site may begin on the lines of a statement."""
        return self.candidates.holds_call(node.lineno, node.end_lineno or node.lineno)

    def inner(
        self, statements: list[ast.stmt], role: str, block: Block, index: int, owner: ast.AST, state: State | None
    ) -> State | None:
        """Follows a block of a compound statement; one without sites is only asked where it ends."""
        return self.block(Block(statements, block.function, role, block, index, owner), state)

    def calls_in(self, nodes: Sequence[ast.AST], block: Block, index: int, state: State) -> None:
        """Notes the calls that are sites inside statements or expressions."""
        for call in self._inside.iter_calls(nodes, (block, index), state):
            self._found.append(Found(call.node, block, index, call.state, self.caught, call.hidden, call.reported))

    # simple statements

    def raised(self, node: ast.Raise, block: Block, index: int, state: State | None) -> None:
        """A `raise`: its own expression has run before it raises."""
        if node.exc is not None and self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})
        known = self.knowledge.after(state, effects_of([node])) if state and is_live(state) else state or {}
        self._found.append(Found(node, block, index, known, self.caught))

    def asserted(self, node: ast.Assert, block: Block, index: int, state: State | None) -> State | None:
        """An `assert`: a site where its test is false."""
        if self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})
        place, whole = (block, index), self.knowledge.effects_of_test(node.test)
        known = {} if state is None else state
        failed = self.knowledge.assume(known, node.test, place, node.lineno, truth=False, whole=whole)
        if failed and node.msg is not None:
            failed = self.knowledge.after(failed, effects_of([node.msg]))
        self._found.append(Found(node, block, index, failed or {}, self.caught))
        if node.lineno >= self._last or block.function.is_test:
            return state and self.knowledge.after(state, whole)
        return self.knowledge.assume(state, node.test, place, node.lineno, truth=True, asserted=True, whole=whole)

    @property
    def caught(self) -> ast.ExceptHandler | None:
        """The innermost handler whose body is followed."""
        return self._handlers[-1] if self._handlers else None

    def left(self, node: ast.stmt, block: Block, index: int, state: State | None) -> None:
        """`return`, `break`, `continue`."""
        if self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})

    def expression(self, node: ast.Expr, block: Block, index: int, state: State | None) -> State | None:
        """An expression that stands alone."""
        if isinstance(node.value, ast.Constant):
            return state
        if self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})
        if isinstance(node.value, ast.Call) and self.knowledge.never_returns(node, block):
            return None
        return self.knowledge.after(state, effects_of([node])) if state and is_live(state) else state

    def function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef, block: Block, index: int, state: State | None
    ) -> State | None:
        """A definition: its body is followed later, with nothing known."""
        if self.candidates.holds_site(node.lineno, node.end_lineno or node.lineno):
            outer = block.function
            owner = outer.name if isinstance(outer.node, ast.ClassDef) else outer.owner
            name = node.name if isinstance(outer.node, ast.Module) else f"{outer.name}.{node.name}"
            self._waiting.append(Function(name, owner, node, self.source, block, index))
            self.header([*node.decorator_list, node.args], node, block, index, state)
        return self.knowledge.after(state, effects_of([node])) if state else state

    def class_body(self, node: ast.ClassDef, block: Block, index: int, state: State | None) -> State | None:
        """A class: its body has a frame of its own."""
        if self.candidates.holds_site(node.lineno, node.end_lineno or node.lineno):
            outer = block.function
            name = node.name if isinstance(outer.node, ast.Module) else f"{outer.name}.{node.name}"
            self._waiting.append(Function(name, name, node, self.source, block, index))
        return self.knowledge.after(state, effects_of([node])) if state else state

    # compound statements

    def branches(self, node: ast.If, block: Block, index: int, state: State | None) -> State | None:
        """`if … elif … else`, however long."""
        ends: list[State | None] = []
        while True:
            self.header([node.test], node, block, index, state)
            place = (block, index)
            then = self.knowledge.assume(state, node.test, place, node.lineno, truth=True)
            ends.append(self.inner(node.body, "then", block, index, node, then))
            state = self.knowledge.assume(state, node.test, place, node.lineno, truth=False)
            if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
                break
            block, index = Block(node.orelse, block.function, "else", block, index, node), 0
            node = node.orelse[0]
        if node.orelse:
            state = self.inner(node.orelse, "else", block, index, node, state)
        ends.append(state)
        return joined(ends)

    def header(self, parts: list[ast.AST], node: Any, block: Block, index: int, state: State | None) -> None:
        """Sites inside the expressions at the head of a compound statement."""
        if not self._calls:
            return
        last = max(node.lineno, node.body[0].lineno - 1) if hasattr(node, "body") else node.end_lineno
        first = min([node.lineno, *(part.lineno for part in parts[:1] if isinstance(part, ast.expr))])
        if self.candidates.holds_call(first, last):
            self.calls_in(parts, block, index, state or {})

    def while_loop(self, node: ast.While, block: Block, index: int, state: State | None) -> State | None:
        """A `while` loop: what its body may change is not known at its start."""
        self.header([node.test], node, block, index, state)
        if state:
            state = self.knowledge.after(state, effects_of([node.test, *node.body]))
        place = (block, index)
        inside = self.knowledge.assume(state, node.test, place, node.lineno, truth=True)
        self.inner(node.body, "loop", block, index, node, inside)
        ended = self.knowledge.assume(state, node.test, place, node.lineno, truth=False)
        if node.orelse:
            ended = self.inner(node.orelse, "loop-else", block, index, node, ended)
        return joined([ended, state]) if breaks(node.body) else ended

    def for_loop(self, node: ast.For | ast.AsyncFor, block: Block, index: int, state: State | None) -> State | None:
        """A `for` loop."""
        self.header([node.iter], node, block, index, state)
        if state:
            state = self.knowledge.after(state, effects_of([node]))
        self.inner(node.body, "loop", block, index, node, state)
        ended = state if state is None else ran_out(node, block, index, state, self.knowledge)
        if node.orelse:
            ended = self.inner(node.orelse, "loop-else", block, index, node, ended)
        return joined([ended, state]) if breaks(node.body) else ended

    def tried(self, node: ast.Try | ast.TryStar, block: Block, index: int, state: State | None) -> State | None:
        """A `try`: anywhere in its body control may go to a handler."""
        ends = [self.inner(node.body, "try", block, index, node, state)]
        interrupted = self.knowledge.after(state, effects_of(node.body)) if state else state
        for handler in node.handlers:
            entered = None if interrupted is None else with_fact(interrupted, caught_fact(node, handler, block, index))
            self._handlers.append(handler)
            ended = self.inner(handler.body, "handler", block, index, handler, entered)
            self._handlers.pop()
            if ended and handler.name:
                ended = self.knowledge.after(ended, assigning(handler.name))
            ends.append(ended)
        if node.orelse:
            ends[0] = self.inner(node.orelse, "try-else", block, index, node, ends[0])
        end = joined(ends)
        if node.finalbody:
            before = effects_of([*node.body, *node.handlers, *node.orelse]) if state else None
            start = self.knowledge.after(state, before) if state and before is not None else state
            final = self.inner(node.finalbody, "finally", block, index, node, start)
            if final is None and state is not None:
                return None
            end = self.knowledge.after(end, effects_of(node.finalbody)) if end else end
        return end

    def managed(self, node: ast.With | ast.AsyncWith, block: Block, index: int, state: State | None) -> State | None:
        """A `with`: what it manages may end an exception, and then control is after it with nothing of the body known."""
        self.header([item.context_expr for item in node.items], node, block, index, state)
        if state:
            state = self.knowledge.after(state, managing(node))
        end = self.inner(node.body, "with", block, index, node, state)
        if end is not state and swallows(node.items):
            end = joined([end, self.knowledge.after(state, effects_of(node.body)) if state else state])
        return self.knowledge.after(end, managing(node)) if end else end  # leaving calls the manager once more

    def matched(self, node: ast.Match, block: Block, index: int, state: State | None) -> State | None:
        """A `match`: each case knows that the earlier ones did not fit."""
        self.header([node.subject], node, block, index, state) if node.cases else None
        if state:
            state = self.knowledge.after(state, effects_of([node.subject]))
        ends: list[State | None] = []
        for case in node.cases:
            fits, state = fitted(self.knowledge, node, case, block, index, state)
            ends.append(self.inner(case.body, "case", block, index, case, fits))
        return joined([*ends, state])


def managing(node: ast.With | ast.AsyncWith) -> Effects:
    """What entering a `with` may change."""
    return effects_of([ast.With(node.items, []) if isinstance(node, ast.With) else ast.AsyncWith(node.items, [])])


_FOLLOW: dict[type[ast.stmt], Callable[[Flow, Any, Block, int, State | None], State | None]] = {
    ast.Raise: Flow.raised,
    ast.Assert: Flow.asserted,
    ast.Return: Flow.left,
    ast.Break: Flow.left,
    ast.Continue: Flow.left,
    ast.Expr: Flow.expression,
    ast.FunctionDef: Flow.function,
    ast.AsyncFunctionDef: Flow.function,
    ast.ClassDef: Flow.class_body,
    ast.If: Flow.branches,
    ast.While: Flow.while_loop,
    ast.For: Flow.for_loop,
    ast.AsyncFor: Flow.for_loop,
    ast.Try: Flow.tried,
    ast.TryStar: Flow.tried,
    ast.With: Flow.managed,
    ast.AsyncWith: Flow.managed,
    ast.Match: Flow.matched,
}
