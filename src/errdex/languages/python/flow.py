"""One pass over the statements of a file that finds its sites, and what is known where control gets to each of them.

Each function is followed from its start with the facts that its tests, early exits and handlers leave behind; code that
holds no site is only asked for what it may change. Blocks nest at most as deep as the tokenizer lets them (100 levels),
chains of `elif` are followed in a loop, functions wait in a queue: so no input makes the recursion deep.
"""

from __future__ import annotations

import ast
import re

from errdex.languages.python.effects import Effects, effects_of
from errdex.languages.python.exits import breaks, calls_no_return, swallows
from errdex.languages.python.facts import Aliases, Fact, effects_on_itself, facts_of, joined, with_fact
from errdex.languages.python.places import Block, Function
from errdex.languages.python.reporting import Reported, Reporters
from errdex.languages.python.wording import TEXT_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from errdex.languages.python.candidates import Candidates
    from errdex.languages.python.facts import State
    from errdex.languages.python.source import Source

NO_EFFECTS = Effects()


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

    def __init__(self, source: Source, candidates: Candidates) -> None:
        self.source, self.candidates = source, candidates
        self.reporters = Reporters(source.text if candidates.calls else "")
        self.rebound = rebound_names(source.text)
        """Names that some function declares `global` or `nonlocal`: any call may rebind them."""
        self.found: list[Found] = []
        self.handlers: list[ast.ExceptHandler] = []
        self._waiting: list[Function] = []
        self._aliases: Aliases | None = None
        self._body: list[ast.stmt] = []
        self._last = 0
        """Line after which the function holds no site: nothing needs to be known there."""
        self._calls = False
        """Whether the function may hold calls that are sites."""

    def follow(self, tree: ast.Module) -> list[Found]:
        """All sites of a file, in source order."""
        self._waiting.append(Function("<module>", "", tree, self.source))
        while self._waiting:
            function = self._waiting.pop()
            body = function.body
            self._aliases, self._body = None, body
            self._last = self.candidates.last_before(body[-1].end_lineno or body[-1].lineno) if body else 0
            self.handlers = []
            self._calls = bool(body) and self.candidates.holds_call(body[0].lineno, self._last)
            self.block(Block(body, function), {})
        self.found.sort(key=lambda one: (one.node.lineno, one.node.col_offset))
        return self.found

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
                state = self.after(state, effects_of([statement]))
        return state

    def holds_call(self, node: ast.stmt) -> bool:
        """Whether a call that is a site may begin on the lines of a statement."""
        return self.candidates.holds_call(node.lineno, node.end_lineno or node.lineno)

    def inner(
        self, statements: list[ast.stmt], role: str, block: Block, index: int, owner: ast.AST, state: State | None
    ) -> State | None:
        """Follows a block of a compound statement; one without sites is only asked where it ends."""
        return self.block(Block(statements, block.function, role, block, index, owner), state)

    # what is known

    def after(self, state: State, effects: Effects) -> State:
        """What is still known after some code has run."""
        if not effects or not state:
            return state
        touched = self.aliases_of(effects.touched) if effects.touched else effects.touched
        changed = [fact for fact, stale in state.items() if not stale and self._changes(effects, touched, fact)]
        if not changed:
            return state
        known = {**state, **dict.fromkeys(changed, True)}
        for fact in changed:
            if fact.asserted:
                del known[fact]  # of what an earlier assert said, only what still holds is worth keeping
        return known

    def _changes(self, effects: Effects, touched: set[str], fact: Fact) -> bool:
        if not effects.assigned.isdisjoint(fact.names) or not touched.isdisjoint(fact.deep):
            return True
        if effects.pauses and fact.deep:
            return True
        return effects.opaque and not self.rebound.isdisjoint(fact.names)

    def aliases_of(self, names: set[str]) -> set[str]:
        """Names that may stand for the same objects, in the function that is followed."""
        if self._aliases is None:
            self._aliases = Aliases(self._body, self.source)
        return self._aliases.of(names)

    def assume(
        self,
        state: State | None,
        test: ast.expr,
        place: tuple[Block, int],
        line: int,
        *,
        truth: bool,
        asserted: bool = False,
        whole: Effects | None = None,
    ) -> State | None:
        """What is known where `test` came out as `truth`; `whole`: its effects, where they are known already."""
        if state is None:
            return None
        if isinstance(test, ast.Constant):
            return state if bool(test.value) is truth else None
        whole = self.effects_of_test(test) if whole is None else whole
        for fact, part in facts_of(test, line, *place, truth=truth, asserted=asserted):
            if not whole:
                state = with_fact(state, fact)
                continue
            effects = effects_of([part])
            if effects:
                state = self.after(state, effects)
                effects = effects_on_itself(fact, part, effects)
            state = with_fact(state, fact, stale=effects.opaque or effects.pauses or self._hits(effects, fact))
        return state

    def effects_of_test(self, test: ast.expr) -> Effects:
        """What evaluating a test may change."""
        return effects_of([test]) if self.source.may_act(test) else NO_EFFECTS

    def _hits(self, effects: Effects, fact: Fact) -> bool:
        return bool(effects) and self._changes(effects, self.aliases_of(effects.touched), fact)

    # simple statements

    def raised(self, node: ast.Raise, block: Block, index: int, state: State | None) -> None:
        """A `raise`: its own expression has run before it raises."""
        if node.exc is not None and self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})
        known = self.after(state, effects_of([node])) if state and is_live(state) else state or {}
        self.found.append(Found(node, block, index, known, self.caught))

    def asserted(self, node: ast.Assert, block: Block, index: int, state: State | None) -> State | None:
        """An `assert`: a site where its test is false."""
        if self._calls and self.holds_call(node):
            self.calls_in([node], block, index, state or {})
        place, whole = (block, index), self.effects_of_test(node.test)
        known = {} if state is None else state
        failed = self.assume(known, node.test, place, node.lineno, truth=False, whole=whole)
        if failed and node.msg is not None:
            failed = self.after(failed, effects_of([node.msg]))
        self.found.append(Found(node, block, index, failed or {}, self.caught))
        if node.lineno >= self._last or block.function.is_test:
            return state and self.after(state, whole)
        return self.assume(state, node.test, place, node.lineno, truth=True, asserted=True, whole=whole)

    @property
    def caught(self) -> ast.ExceptHandler | None:
        """The innermost handler whose body is followed."""
        return self.handlers[-1] if self.handlers else None

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
        if calls_no_return(node):
            return None
        return self.after(state, effects_of([node])) if state and is_live(state) else state

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
        return self.after(state, effects_of([node])) if state else state

    def class_body(self, node: ast.ClassDef, block: Block, index: int, state: State | None) -> State | None:
        """A class: its body has a frame of its own."""
        if self.candidates.holds_site(node.lineno, node.end_lineno or node.lineno):
            outer = block.function
            name = node.name if isinstance(outer.node, ast.Module) else f"{outer.name}.{node.name}"
            self._waiting.append(Function(name, name, node, self.source, block, index))
        return self.after(state, effects_of([node])) if state else state

    # compound statements

    def branches(self, node: ast.If, block: Block, index: int, state: State | None) -> State | None:
        """`if … elif … else`, however long."""
        ends: list[State | None] = []
        while True:
            self.header([node.test], node, block, index, state)
            place = (block, index)
            then = self.assume(state, node.test, place, node.lineno, truth=True)
            ends.append(self.inner(node.body, "then", block, index, node, then))
            state = self.assume(state, node.test, place, node.lineno, truth=False)
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
            state = self.after(state, effects_of([node.test, *node.body]))
        place = (block, index)
        inside = self.assume(state, node.test, place, node.lineno, truth=True)
        self.inner(node.body, "loop", block, index, node, inside)
        ended = self.assume(state, node.test, place, node.lineno, truth=False)
        if node.orelse:
            ended = self.inner(node.orelse, "loop-else", block, index, node, ended)
        return joined([ended, state]) if breaks(node.body) else ended

    def for_loop(self, node: ast.For | ast.AsyncFor, block: Block, index: int, state: State | None) -> State | None:
        """A `for` loop."""
        self.header([node.iter], node, block, index, state)
        if state:
            state = self.after(state, effects_of([node]))
        self.inner(node.body, "loop", block, index, node, state)
        ended = state if state is None else self.ran_out(node, block, index, state)
        if node.orelse:
            ended = self.inner(node.orelse, "loop-else", block, index, node, ended)
        return joined([ended, state]) if breaks(node.body) else ended

    def ran_out(self, node: ast.For | ast.AsyncFor, block: Block, index: int, state: State) -> State:
        """What is known when a `for` loop has met all items without leaving.

        `for x in xs: if test: return …` leaves `not any(test for x in xs)`; other loops that search say only that they ran out.
        """
        match node:
            case ast.For(body=[ast.If(test=test, body=[*_, then], orelse=[])]) if (
                leaves_loop(then) and not self.source.may_bind(node) and not shares_names(node.target, node.iter)
            ):
                return self.none_fits(node, test, (block, index), state)
        if node.orelse or breaks(node.body, also=(ast.Return,)):
            text = f"Loop over {self.source.segment(node.iter)} ran out"
            return with_fact(state, Fact(node.lineno, block, index, "loop", text))
        return state

    def none_fits(self, node: ast.For | ast.AsyncFor, test: ast.expr, place: tuple[Block, int], state: State) -> State:
        """Adds that no item passes the test on which a loop would have been left."""
        target, items = self.source.segment(node.target), self.source.segment(node.iter)
        text = f"not any({self.source.segment(test, TEXT_LIMIT)} for {target} in {items})"
        some = ast.GeneratorExp(test, [ast.comprehension(node.target, node.iter, [], 0)])
        fact = Fact(node.lineno, *place, text=text).of_test(some, truth=False)
        effects = effects_of([test, node.iter])
        return with_fact(state, fact, stale=effects.opaque or effects.pauses or self._hits(effects, fact))

    def tried(self, node: ast.Try | ast.TryStar, block: Block, index: int, state: State | None) -> State | None:
        """A `try`: anywhere in its body control may go to a handler."""
        ends = [self.inner(node.body, "try", block, index, node, state)]
        interrupted = self.after(state, effects_of(node.body)) if state else state
        for handler in node.handlers:
            entered = (
                None if interrupted is None else with_fact(interrupted, self.caught_fact(node, handler, block, index))
            )
            self.handlers.append(handler)
            ended = self.inner(handler.body, "handler", block, index, handler, entered)
            self.handlers.pop()
            if ended and handler.name:
                ended = self.after(ended, _assigned(handler.name))
            ends.append(ended)
        if node.orelse:
            ends[0] = self.inner(node.orelse, "try-else", block, index, node, ends[0])
        end = joined(ends)
        if node.finalbody:
            before = effects_of([*node.body, *node.handlers, *node.orelse]) if state else None
            start = self.after(state, before) if state and before is not None else state
            final = self.inner(node.finalbody, "finally", block, index, node, start)
            if final is None and state is not None:
                return None
            end = self.after(end, effects_of(node.finalbody)) if end else end
        return end

    def caught_fact(self, node: ast.Try | ast.TryStar, handler: ast.ExceptHandler, block: Block, index: int) -> Fact:
        """The clause that a handler was entered: `Except KeyError raised by self._cache[key]`."""
        caught = "any exception" if handler.type is None else self.caught_text(handler.type)
        first, last = node.body[0], node.body[-1]
        match node.body:
            case [ast.Expr(value=value) | ast.Assign(value=value) | ast.Return(value=ast.expr() as value)]:
                what = self.source.segment(value)
            case _ if first.lineno == last.end_lineno:
                what = f"line {first.lineno}"
            case _:
                what = f"lines {first.lineno}-{last.end_lineno}"
        return Fact(handler.lineno, block, index, "except", f"Except {caught} raised by {what}")

    def caught_text(self, caught: ast.expr) -> str:
        """`KeyError or TypeError` of the tuple in an `except`."""
        if isinstance(caught, ast.Tuple):
            return " or ".join(self.source.segment(one) for one in caught.elts)
        return self.source.segment(caught)

    def managed(self, node: ast.With | ast.AsyncWith, block: Block, index: int, state: State | None) -> State | None:
        """A `with`: what it manages may end an exception, and then control is after it with nothing of the body known."""
        self.header([item.context_expr for item in node.items], node, block, index, state)
        if state:
            state = self.after(state, managing(node))
        end = self.inner(node.body, "with", block, index, node, state)
        if end is not state and swallows(node.items):
            end = joined([end, self.after(state, effects_of(node.body)) if state else state])
        return end

    def matched(self, node: ast.Match, block: Block, index: int, state: State | None) -> State | None:
        """A `match`: each case knows that the earlier ones did not fit."""
        self.header([node.subject], node, block, index, state) if node.cases else None
        if state:
            state = self.after(state, effects_of([node.subject]))
        ends: list[State | None] = []
        for case in node.cases:
            fits, state = self.fitted(node, case, block, index, state)
            ends.append(self.inner(case.body, "case", block, index, case, fits))
        return joined([*ends, state])

    def fitted(
        self, node: ast.Match, case: ast.match_case, block: Block, index: int, state: State | None
    ) -> tuple[State | None, State | None]:
        """What is known where a case fits, and where it does not."""
        if state is None:
            return None, None
        place = (block, index)
        test = test_of_pattern(case.pattern, node.subject)
        line = case.pattern.lineno
        if test is not None:
            fits = self.assume(state, test, place, line, truth=True)
            others = self.assume(state, test, place, line, truth=False)
        else:
            pattern, subject = ast.unparse(case.pattern), self.source.segment(node.subject)
            captures = effects_of([ast.match_case(case.pattern, None, [])])
            fits, others = self.after(state, captures), self.after(state, captures)
            if not _always_fits(case.pattern):
                fits = with_fact(fits, Fact(line, block, index, "case", f"Case {pattern} fits {subject}"))
                others_fact = Fact(line, block, index, "no-case", f"Case {pattern} does not fit {subject}")
                others = with_fact(others, others_fact)
        if case.guard is None:
            return fits, None if _always_fits(case.pattern) else others
        passed = self.assume(fits, case.guard, place, case.guard.lineno, truth=True)
        if _always_fits(case.pattern):
            return passed, self.assume(fits, case.guard, place, case.guard.lineno, truth=False)
        return passed, self.after(state, effects_of([case.guard, ast.match_case(case.pattern, None, [])]))

    # expressions

    def calls_in(self, nodes: Sequence[ast.AST], block: Block, index: int, state: State) -> None:
        """Finds calls that are sites inside statements or expressions, with the short cuts that lead there."""
        stack: list[tuple[ast.AST, State | None, tuple[str, ...]]] = [(node, state, ()) for node in nodes]
        place = (block, index)
        while stack:
            node, known, hidden = stack.pop()
            match node:
                case ast.Call() if _last_name(node.func) in self.reporters.names:
                    self.called(node, place, known, hidden)
                case ast.BoolOp(op=op, values=values):
                    for value in values:
                        stack.append((value, known, hidden))
                        known = self.assume(known, value, place, value.lineno, truth=isinstance(op, ast.And))
                    continue
                case ast.IfExp(test=test, body=body, orelse=otherwise):
                    stack.append((test, known, hidden))
                    stack.append((body, self.assume(known, test, place, test.lineno, truth=True), hidden))
                    stack.append((otherwise, self.assume(known, test, place, test.lineno, truth=False), hidden))
                    continue
                case ast.Lambda(args=arguments, body=body):
                    own = tuple(arg.arg for arg in ast.walk(arguments) if isinstance(arg, ast.arg))
                    stack.append((body, {}, (*hidden, *own)))
                    continue
                case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                    inside, own = self.comprehended(node, known, place)
                    stack.extend((child, inside, (*hidden, *own)) for child in ast.iter_child_nodes(node))
                    continue
            stack.extend((child, known, hidden) for child in ast.iter_child_nodes(node))

    def called(self, node: ast.Call, place: tuple[Block, int], known: State | None, hidden: tuple[str, ...]) -> None:
        """A call that may report an error; its arguments have been evaluated by then."""
        reported = self.reporters.reported(node)
        if reported is not None:
            reached = self.after(known, effects_of([*node.args, *node.keywords])) if known else {}
            self.found.append(Found(node, *place, reached, self.caught, hidden, reported))

    def comprehended(
        self, node: Any, known: State | None, place: tuple[Block, int]
    ) -> tuple[State | None, tuple[str, ...]]:
        """What is known where a comprehension's element is made, and the names it binds."""
        own = {inner.id for one in node.generators for inner in ast.walk(one.target) if isinstance(inner, ast.Name)}
        inside: State | None = {} if isinstance(node, ast.GeneratorExp) else known
        for name in own:
            inside = self.after(inside, _assigned(name)) if inside else inside
        for one in node.generators:
            for test in one.ifs:
                inside = self.assume(inside, test, place, test.lineno, truth=True)
        return inside, tuple(own)


_REBOUND = re.compile(r"^\s*(?:global|nonlocal)\s+([\w, \t]+)", re.MULTILINE)


def rebound_names(text: str) -> frozenset[str]:
    """Names that some function declares `global` or `nonlocal`."""
    if "global " not in text and "nonlocal " not in text:
        return frozenset()
    return frozenset(name.strip() for names in _REBOUND.findall(text) for name in names.split(","))


def is_live(state: State) -> bool:
    """Whether something is known that code may change."""
    return any(not stale and fact.test is not None for fact, stale in state.items())


def managing(node: ast.With | ast.AsyncWith) -> Effects:
    """What entering a `with` may change."""
    return effects_of([ast.With(node.items, []) if isinstance(node, ast.With) else ast.AsyncWith(node.items, [])])


def _assigned(name: str) -> Effects:
    effects = Effects()
    effects.assigned.add(name)
    return effects


def _last_name(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def leaves_loop(statement: ast.stmt) -> bool:
    """Whether a statement surely leaves the loop it stands in."""
    return isinstance(statement, (ast.Return, ast.Raise, ast.Break))


def shares_names(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions have a name in common."""
    names = {inner.id for inner in ast.walk(one) if isinstance(inner, ast.Name)}
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(other))


def _always_fits(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def test_of_pattern(pattern: ast.pattern, subject: ast.expr) -> ast.expr | None:
    """The expression that says that a pattern of values fits a subject that can be asked again, else `None`."""
    base: ast.expr = subject
    while isinstance(base, ast.Attribute):
        base = base.value
    if not isinstance(base, ast.Name):
        return None
    match pattern:
        case ast.MatchValue(value=value):
            test = ast.Compare(subject, [ast.Eq()], [value])
        case ast.MatchSingleton(value=value):
            test = ast.Compare(subject, [ast.Is()], [ast.copy_location(ast.Constant(value), pattern)])
        case ast.MatchOr(patterns=patterns):
            parts = [test_of_pattern(one, subject) for one in patterns]
            found = [part for part in parts if part is not None]
            if len(found) < len(parts):
                return None
            either = ast.copy_location(ast.BoolOp(ast.Or(), found), pattern)
            either.end_lineno = None
            return either
        case _:
            return None
    ast.copy_location(test, pattern)
    test.end_lineno = None
    for part in test.comparators:
        if isinstance(part, ast.Constant) and isinstance(pattern, ast.MatchSingleton):
            part.end_lineno = None
    return test


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
