"""Clauses that are no plain tests: what a loop leaves behind when it ran out, what a handler knows when it is entered."""

from __future__ import annotations

import ast

from errdex.languages.python.compound import statements_within
from errdex.languages.python.effects import effects_of
from errdex.languages.python.exits import breaks
from errdex.languages.python.facts import Fact, with_fact
from errdex.languages.python.wording import TEXT_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.facts import State
    from errdex.languages.python.knowledge import Knowledge
    from errdex.languages.python.places import Block
    from errdex.languages.python.source import Source


def ran_out(node: ast.For | ast.AsyncFor, block: Block, index: int, state: State, knowledge: Knowledge) -> State:
    """What is known when a `for` loop has met all items without leaving.

    `for x in xs: if test: return …` leaves `not any(test for x in xs)`; other loops that search say only that they ran out.
    """
    match node:
        case ast.For(body=[ast.If(test=test, body=then, orelse=[])]) if (
            surely_leaves(then) and not knowledge.source.may_bind(node) and not shares_names(node.target, node.iter)
        ):
            return with_none_fitting(node, test, (block, index), state, knowledge)
    if node.orelse or breaks(node.body, also=(ast.Return,)):
        text = f"Loop over {knowledge.source.segment(node.iter)} ran out"
        return with_fact(state, Fact(node.lineno, block, index, "loop", text))
    return state


def with_none_fitting(
    node: ast.For, test: ast.expr, place: tuple[Block, int], state: State, knowledge: Knowledge
) -> State:
    """Adds that no item passes the test on which a loop would have been left."""
    source = knowledge.source
    target, items = source.segment(node.target), source.segment(node.iter)
    text = f"not any({source.segment(test, TEXT_LIMIT)} for {target} in {items})"
    some = ast.GeneratorExp(test, [ast.comprehension(node.target, node.iter, [], 0)])
    fact = Fact(node.lineno, *place, text=text).of_test(some, truth=False)
    effects = effects_of([test, node.iter])
    return with_fact(state, fact, stale=effects.opaque or effects.pauses or knowledge.hits(effects, fact))


def surely_leaves(then: list[ast.stmt]) -> bool:
    """Whether a branch of a loop's body always leaves the loop."""
    if not isinstance(then[-1], (ast.Return, ast.Raise, ast.Break)):
        return False
    return not any(isinstance(statement, ast.Continue) for statement in statements_within(then))


def shares_names(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions have a name in common."""
    names = {inner.id for inner in ast.walk(one) if isinstance(inner, ast.Name)}
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(other))


def caught_fact(node: ast.Try | ast.TryStar, handler: ast.ExceptHandler, block: Block, index: int) -> Fact:
    """The clause that a handler was entered: `Except KeyError raised by self._cache[key]`.

    Where the body is one expression it is named; else `line 9` or `lines 9-12`.
    """
    source = block.function.source
    caught = "any exception" if handler.type is None else caught_text(handler.type, source)
    first, last = node.body[0], node.body[-1]
    match node.body:
        case [ast.Expr(value=value) | ast.Assign(value=value) | ast.Return(value=ast.expr() as value)]:
            what = source.segment(value)
        case _ if first.lineno == last.end_lineno:
            what = f"line {first.lineno}"
        case _:
            what = f"lines {first.lineno}-{last.end_lineno}"
    return Fact(handler.lineno, block, index, "except", f"Except {caught} raised by {what}")


def caught_text(caught: ast.expr, source: Source) -> str:
    """`KeyError or TypeError` of the tuple in an `except`."""
    if isinstance(caught, ast.Tuple):
        return " or ".join(source.segment(one) for one in caught.elts)
    return source.segment(caught)
