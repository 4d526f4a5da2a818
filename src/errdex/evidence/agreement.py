"""Does a guard say the same as the reaching set, on every member of the domain? Computed anew, from the guard's text."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from errdex.nouns.conditions import ReachingSet

LARGEST_TEST = 400
"""Nodes: bounds the recursion."""
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class Agreement(NamedTuple):
    """How a guard and a reaching set compare."""

    agreeing: tuple[str, ...]
    """Members for which the guard holds just where they reach the site."""
    against: tuple[str, ...]
    """Members for which it does not."""
    undecided: tuple[str, ...]
    """Members for which one of the two cannot be computed."""

    @property
    def is_whole(self) -> bool:
        """Whether every member agrees."""
        return not self.against and not self.undecided


class _Member(NamedTuple):
    """A member of an enumeration, by its name."""

    name: str


class _Undecided(Exception):  # noqa: N818 - not an error of errdex
    """The value cannot be computed."""


def agreement(test: str, operand: str, reaching: ReachingSet) -> Agreement:
    """Compares a guard with a reaching set; conjuncts that do not ask about the operand are taken as true.

    `operand` is as the guard writes it.
    """
    try:
        tree = ast.parse(test, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Agreement((), (), reaching.members)
    if sum(1 for _ in ast.walk(tree)) > LARGEST_TEST:
        return Agreement((), (), reaching.members)
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    about = [part for part in parts if any(is_operand(node, operand) for node in ast.walk(part))]
    agreeing: list[str] = []
    against: list[str] = []
    undecided: list[str] = []
    for member in reaching.members:
        verdict = holds(about, operand, member) if member not in reaching.undecided else None
        if verdict is None:
            undecided.append(member)
        else:
            (agreeing if verdict == (member in reaching.reaching) else against).append(member)
    return Agreement(tuple(agreeing), tuple(against), tuple(undecided))


def holds(tests: list[ast.expr], operand: str, member: str) -> bool | None:
    """Whether all tests hold for a member, `None`: that cannot be computed."""
    try:
        value = _value(ast.parse(member, mode="eval").body, "", None)
        return all(bool(_value(test, operand, value)) for test in tests) if tests else None
    except (_Undecided, SyntaxError, ValueError, TypeError):
        return None


def is_operand(node: ast.AST, operand: str) -> bool:
    """Whether a node is the operand."""
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) == operand


def _value(node: ast.expr, operand: str, member: object) -> Any:
    """The value of an expression where the operand is a member."""
    if operand and is_operand(node, operand):
        return member
    match node:
        case ast.Constant():
            return node.value
        case ast.Attribute(value=ast.Name()):
            return _Member(ast.unparse(node))
        case ast.UnaryOp(op=ast.Not()):
            return not _value(node.operand, operand, member)
        case ast.UnaryOp(op=ast.USub()):
            return -_value(node.operand, operand, member)
        case ast.BoolOp():
            values = (bool(_value(one, operand, member)) for one in node.values)
            return all(values) if isinstance(node.op, ast.And) else any(values)
        case ast.Tuple() | ast.List() | ast.Set():
            return [_value(one, operand, member) for one in node.elts]
        case ast.Compare(ops=[operation], comparators=[right]):
            return _compared(operation, _value(node.left, operand, member), _value(right, operand, member))
        case ast.Call(func=ast.Name(id="len"), args=[one], keywords=[]):
            return len(_value(one, operand, member))
        case _:
            raise _Undecided


def _compared(operation: ast.cmpop, left: Any, right: Any) -> bool:
    """One comparison; members of enumerations are the same where their names are."""
    if isinstance(left, _Member) or isinstance(right, _Member):
        if isinstance(operation, ast.Is | ast.Eq):
            return bool(left == right)
        if isinstance(operation, ast.IsNot | ast.NotEq):
            return bool(left != right)
    if isinstance(operation, ast.In | ast.NotIn):
        found = (
            any(left == one and type(left) is type(one) for one in right) if isinstance(right, list) else left in right
        )
        return found == isinstance(operation, ast.In)
    if isinstance(left, _Member) or isinstance(right, _Member) or type(operation) not in _COMPARISONS:
        raise _Undecided
    return bool(_COMPARISONS[type(operation)](left, right))
