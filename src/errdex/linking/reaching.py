"""Which members of a finite domain get to a site, and which branch takes each of the others.

Every clause that mentions the operand is evaluated on every member. A clause that cannot be decided, and one that is
stale, takes nobody away: the reaching set may then be too large, never too small.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from errdex.linking.evaluate import Scope, World, dotted_name, evaluate
from errdex.linking.operations import Member, Outsider, truth
from errdex.nouns.conditions import Branch, Clause, ReachingSet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite set that an operand is known, or seen, to range over."""

    name: str
    """As `ReachingSet.domain`."""
    members: tuple[object, ...]
    """Constants and enumeration members, in source order."""
    closed: bool
    """Whether every value the operand can have is a member, as its annotation says; `False`: the members are those that
    the source compares it with."""


@dataclass(frozen=True, slots=True)
class Test:
    """A clause, parsed."""

    clause: Clause
    tree: ast.expr
    operands: frozenset[str]
    """Names and attribute chains in it, with all their beginnings: `a`, `a.b`, `a.b.c`."""
    compared: tuple[tuple[str, ast.expr, bool], ...]
    """Chains that are compared for equality, identity or membership, each with what it is compared with, and whether it is
    asked to be in it."""


@lru_cache(maxsize=4096)
def parsed_test(clause: Clause) -> Test | None:
    """The clause as an expression; `None` for an `except`, a loop, a pattern and what does not parse."""
    if clause.kind != "test":
        return None
    try:
        tree = ast.parse(clause.text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    chains: set[str] = set()
    compared: list[tuple[str, ast.expr, bool]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            chains.add(dotted_name(node))
        elif isinstance(node, ast.Compare):
            compared.extend(_compared(node))
    return Test(clause, tree, frozenset(chains), tuple(compared))


def reaching_set(operand: str, domain: Domain, tests: Sequence[Test], module: str, world: World) -> ReachingSet | None:
    """The members of `domain` that the tests let through; `None` when no test decides about any member.

    `tests` are those of the site's condition, in source order.
    """
    about = [test for test in tests if operand in test.operands and not test.clause.stale]
    reaching, undecided = list(domain.members), set[int]()
    branches: list[Branch] = []
    for test in about:
        answers = [_answer(test, operand, member, module, world) for member in reaching]
        taken = [member for member, answer in zip(reaching, answers, strict=True) if answer is False]
        undecided |= {id(member) for member, answer in zip(reaching, answers, strict=True) if answer is None}
        if taken:
            branches.append(Branch(test.clause.line, negated_text(test.tree), tuple(map(shown, taken))))
            reaching = [member for member, answer in zip(reaching, answers, strict=True) if answer is not False]
    outside = all(_answer(test, operand, Outsider(domain.members), module, world) is not False for test in about)
    if not branches and (outside or not about):
        return None
    return ReachingSet(
        operand=operand,
        domain=domain.name,
        members=tuple(map(shown, domain.members)),
        reaching=tuple(map(shown, reaching)),
        branches=tuple(branches),
        outside=outside,
        undecided=tuple(shown(member) for member in reaching if id(member) in undecided),
    )


def _answer(test: Test, operand: str, value: object, module: str, world: World) -> bool | None:
    """Whether the test lets a value through."""
    return truth(evaluate(test.tree, Scope(module, {operand: value}), world))


def shown(value: object) -> str:
    """A member as the source would write it."""
    return str(value) if isinstance(value, Member) else repr(value)


def negated_text(tree: ast.expr) -> str:
    """Text of the test that takes those for which the clause is false."""
    match tree:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.unparse(operand)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPPOSITE:
            return ast.unparse(ast.Compare(left, [_OPPOSITE[type(op)]()], [right]))
        case ast.Name() | ast.Attribute() | ast.Call() | ast.Subscript():
            return f"not {ast.unparse(tree)}"
        case _:
            return f"not ({ast.unparse(tree)})"


_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def _compared(node: ast.Compare) -> Iterator[tuple[str, ast.expr, bool]]:
    """The chains that one comparison compares, with the other side, and whether that is to hold them."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], _EITHER_WAY + _ONE_WAY):
        return
    (right,) = node.comparators
    if left_chain := dotted_name(node.left):
        yield left_chain, right, isinstance(node.ops[0], _ONE_WAY)
    if isinstance(node.ops[0], _EITHER_WAY) and (right_chain := dotted_name(right)):
        yield right_chain, node.left, False


_EITHER_WAY = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
_ONE_WAY = (ast.In, ast.NotIn)
