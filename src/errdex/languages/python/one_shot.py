"""Clauses that cannot be asked twice, because asking uses an iterator up."""

from __future__ import annotations

import ast

from errdex.languages.python.scopes import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.languages.python.facts import Fact

_USES_UP = frozenset({"list", "tuple", "set", "frozenset", "dict", "sorted", "any", "all", "sum", "min", "max"})
_MAKES_ITERATOR = frozenset({"iter", "map", "filter", "zip", "reversed", "enumerate", "open", "chain", "islice"})
_SIGNS = (*(f"{name}(" for name in _USES_UP), " in ")


def uses_up(fact: Fact) -> bool:
    """Whether a fact's test empties an iterator that this function made."""
    if fact.test is None or not any(sign in fact.text for sign in _SIGNS):
        return False
    return any(_is_iterator(name, fact) for name in _used_up(fact.test))


def _used_up(test: ast.expr) -> Iterator[str]:
    """Names that a test goes through to the end or to the first hit."""
    for inner in ast.walk(test):
        match inner:
            case ast.Call(func=ast.Name(id=function), args=[ast.Name(id=name), *_]) if function in _USES_UP:
                yield name
            case ast.comprehension(iter=ast.Name(id=name)):
                yield name
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                yield name


def _is_iterator(name: str, fact: Fact) -> bool:
    definition = Scope(fact.block, fact.index).definition(name)
    match definition.expression if definition is not None else None:
        case ast.GeneratorExp():
            return True
        case ast.Call(func=ast.Name(id=made) | ast.Attribute(attr=made)):
            return made in _MAKES_ITERATOR
    return False
