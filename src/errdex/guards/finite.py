"""Tests over a finite domain become tests of membership, from the reaching set."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Protocol

from errdex.nouns.base import NamedTuple
from errdex.nouns.guards import GuardImport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.guards.entry import Start
    from errdex.nouns.conditions import ReachingSet
    from errdex.nouns.sites import Site

MOST_LISTED = 12
TRUTH = frozenset({"True", "False", "None"})


class ClassPlaces(Protocol):
    """Finds the module that holds a class which the code of a site names."""

    def module_of(self, name: str, operand: str, annotation: str) -> str:
        """Module that defines the class `name`, which the site's module names, or of which `operand` is an object.

        `annotation` is that of the operand's first name, `""`: none. `""`: it is not known.
        """


class Checked(NamedTuple):
    """Tests, with those over a finite domain as membership."""

    tests: tuple[ast.expr, ...]
    imports: tuple[GuardImport, ...] = ()
    operand: str = ""
    accepted: tuple[str, ...] = ()
    only: bool = False
    """Whether nothing is left of the tests as they were."""


def with_sets(tests: Sequence[ast.expr], site: Site, receiver: str, start: Start, places: ClassPlaces) -> Checked:
    """The tests; where one reaching set says all that some of them say of an operand, it stands in their place."""
    plain = Checked(tuple(tests))
    for reaching in site.reaching:
        operand = callers_operand(reaching.operand, receiver, start)
        about = [test for test in tests if operand and mentions(test, operand)]
        if not about or not all(concerns_only(test, operand) for test in about) or reaching.undecided:
            continue
        accepted = tuple(one for one in reaching.members if one not in reaching.reaching)
        asks_members = any(isinstance(node, ast.Call) for test in about for node in ast.walk(test))
        truths = all(one in TRUTH for one in reaching.members)  # `not x` says it better than `x is False`
        if truths or (
            reaching.outside and not asks_members
        ):  # values that are no member come into it: the tests know them
            return plain._replace(operand=operand, accepted=accepted)
        membership = membership_test(reaching, operand)
        imports = imports_of(reaching, start, places)
        if membership is None or imports is None:
            continue
        others = [test for test in tests if test not in about]
        return Checked((*others, membership), imports, operand, accepted, only=not others)
    return plain


def callers_operand(operand: str, receiver: str, start: Start) -> str:
    """The operand in the caller's words, `""`: it is none."""
    root, dot, rest = operand.partition(".")
    if root == start.receiver and receiver:
        return f"{receiver}{dot}{rest}"
    return operand if root in start.parameters else ""


def mentions(test: ast.expr, operand: str) -> bool:
    """Whether a test asks about the operand."""
    return any(isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) == operand for node in ast.walk(test))


def concerns_only(test: ast.expr, operand: str) -> bool:
    """Whether a test asks about nothing but the operand."""
    waiting: list[ast.AST] = [test]
    root = operand.partition(".")[0]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) == operand:
            continue
        if isinstance(node, ast.Name) and node.id == root:
            return False
        waiting.extend(ast.iter_child_nodes(node))
    return True


def membership_test(reaching: ReachingSet, operand: str) -> ast.expr | None:
    """`operand is X`, `operand in (…)` or `operand not in (…)`, for a domain that no other value joins; `None`: it is too long."""
    rest = [one for one in reaching.members if one not in reaching.reaching]
    negative = len(rest) < len(reaching.reaching)
    listed = rest if negative else list(reaching.reaching)
    if not listed or len(listed) > MOST_LISTED:
        return None
    try:
        target = ast.parse(operand, mode="eval").body
        items = [ast.parse(one, mode="eval").body for one in listed]
    except (SyntaxError, ValueError):
        return None
    if len(items) == 1:
        is_object = isinstance(items[0], ast.Attribute) or (
            isinstance(items[0], ast.Constant) and items[0].value in (None, True, False)
        )
        same: ast.cmpop = ast.Is() if is_object else ast.Eq()
        different: ast.cmpop = ast.IsNot() if is_object else ast.NotEq()
        return ast.Compare(target, [different if negative else same], items)
    return ast.Compare(target, [ast.NotIn() if negative else ast.In()], [ast.Tuple(items, ast.Load())])


def imports_of(reaching: ReachingSet, start: Start, places: ClassPlaces) -> tuple[GuardImport, ...] | None:
    """What the members need to be imported; `None`: it is not known from where."""
    roots = {one.partition(".")[0] for one in reaching.members if "." in one and one[:1].isidentifier()}
    found = []
    annotation = start.parameters.get(reaching.operand.partition(".")[0], "")
    for root in sorted(roots):
        module = places.module_of(root, reaching.operand, annotation)
        if not module:
            return None
        found.append(GuardImport(module, root))
    return tuple(found)
