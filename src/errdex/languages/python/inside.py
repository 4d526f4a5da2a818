"""Calls that report an error inside expressions, with the short cuts that lead to them."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from errdex.languages.python.effects import effects_of
from errdex.languages.python.knowledge import assigning
from errdex.languages.python.reporting import Reported, Reporters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.languages.python.facts import State
    from errdex.languages.python.knowledge import Knowledge
    from errdex.languages.python.places import Block


class Call(NamedTuple):
    """A call that reports an error."""

    node: ast.Call
    reported: Reported
    state: State
    """What is known when it is made."""
    hidden: tuple[str, ...]
    """Names that lambdas and comprehensions around it bind."""


class Inside:
    """Looks into the expressions of one file."""

    __slots__ = ("knowledge", "reporters")

    def __init__(self, knowledge: Knowledge, reporters: Reporters) -> None:
        self.knowledge, self.reporters = knowledge, reporters

    def iter_calls(self, nodes: Sequence[ast.AST], place: tuple[Block, int], state: State) -> Iterator[Call]:
        """The reporting calls of statements or expressions at a place where `state` is known."""
        assume = self.knowledge.assume
        stack: list[tuple[ast.AST, State | None, tuple[str, ...]]] = [(node, state, ()) for node in nodes]
        while stack:
            node, known, hidden = stack.pop()
            match node:
                case ast.Call() if _last_name(node.func) in self.reporters.names:
                    yield from self._called(node, known, hidden)
                case ast.BoolOp(op=op, values=values):
                    for value in values:
                        stack.append((value, known, hidden))
                        known = assume(known, value, place, value.lineno, truth=isinstance(op, ast.And))
                    continue
                case ast.IfExp(test=test, body=body, orelse=otherwise):
                    stack.append((test, known, hidden))
                    stack.append((body, assume(known, test, place, test.lineno, truth=True), hidden))
                    stack.append((otherwise, assume(known, test, place, test.lineno, truth=False), hidden))
                    continue
                case ast.Lambda(args=arguments, body=body):
                    own = tuple(arg.arg for arg in ast.walk(arguments) if isinstance(arg, ast.arg))
                    stack.append((body, {}, (*hidden, *own)))  # called later, when nothing is known
                    continue
                case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                    inside, own = self._comprehended(node, known, place)
                    stack.extend((child, inside, (*hidden, *own)) for child in ast.iter_child_nodes(node))
                    continue
            stack.extend((child, known, hidden) for child in ast.iter_child_nodes(node))

    def _called(self, node: ast.Call, known: State | None, hidden: tuple[str, ...]) -> Iterator[Call]:
        """The call itself, if it reports an error; its arguments have been evaluated by then."""
        reported = self.reporters.reported(node)
        if reported is not None:
            reached = self.knowledge.after(known, effects_of([*node.args, *node.keywords])) if known else {}
            yield Call(node, reported, reached, hidden)

    def _comprehended(
        self, node: Any, known: State | None, place: tuple[Block, int]
    ) -> tuple[State | None, tuple[str, ...]]:
        """What is known where a comprehension's element is made, and the names it binds."""
        own = {inner.id for one in node.generators for inner in ast.walk(one.target) if isinstance(inner, ast.Name)}
        inside: State | None = {} if isinstance(node, ast.GeneratorExp) else known
        for name in own:
            inside = self.knowledge.after(inside, assigning(name)) if inside else inside
        for one in node.generators:
            for test in one.ifs:
                inside = self.knowledge.assume(inside, test, place, test.lineno, truth=True)
        return inside, tuple(own)


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
