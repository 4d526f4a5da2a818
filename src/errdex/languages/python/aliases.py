"""Which names of a function may stand for the same objects."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import captured_names
from errdex.languages.python.compound import statements_within
from errdex.languages.python.effects import roots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.languages.python.source import Source

MAX_RELATED = 200
"""Names that may stand for the same objects before all names of the function are taken to."""


class Aliases:
    """Which names of a function may stand for the same object, or for parts of it.

    `b = a.x` and `b = f(a)` make `b` *derive* from `a`: what alters either may show in the other, and in all that derives
    from what they come from; what only went into the same call (`f(a, c)`) does not touch each other.
    """

    __slots__ = ("_derived", "_known", "_sources")

    def __init__(self, statements: list[ast.stmt], source: Source) -> None:
        self._sources: dict[str, set[str]] = {}
        self._derived: dict[str, set[str]] = {}
        self._known: dict[str, set[str]] = {}
        for statement in statements_within(statements):
            for target, value in _bindings(statement):
                self._derive(roots_of(target), roots_of(value))
            if isinstance(statement, ast.Match):
                captured = set().union(*(captured_names(case.pattern) for case in statement.cases))
                self._derive(captured, roots_of(statement.subject))
            if source.may_bind(statement):
                for inner in ast.walk(statement):
                    if isinstance(inner, ast.NamedExpr):
                        self._derive({inner.target.id}, roots_of(inner.value))

    def _derive(self, names: set[str], sources: set[str]) -> None:
        for name in names:
            self._sources.setdefault(name, set()).update(sources)
        for one in sources:
            self._derived.setdefault(one, set()).update(names)

    def of(self, names: set[str]) -> set[str]:
        """These names and all that may show what happens to their objects."""
        found = set(names)
        for name in names:
            known = self._known.get(name)
            if known is None:
                known = self._known[name] = _closed(_closed({name}, self._sources), self._derived)
            if known is EVERYTHING:
                return known
            found |= known
        return found


class _Everything(set[str]):
    """Stands for all names."""

    def isdisjoint(self, other: Iterable[object]) -> bool:
        return not any(True for _ in other)


EVERYTHING = _Everything()


def _closed(names: set[str], step: dict[str, set[str]]) -> set[str]:
    """All names that the steps lead to; too many count as all there are."""
    found, fresh = set(names), list(names)
    while fresh and names is not EVERYTHING:
        if len(found) > MAX_RELATED:
            return EVERYTHING
        new = step.get(fresh.pop(), set()) - found
        found |= new
        fresh.extend(new)
    return EVERYTHING if names is EVERYTHING else found


def _bindings(statement: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    """What a statement itself binds, to what."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.AugAssign(target=target, value=value):
            return [(target, value)]
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            return [(target, value)]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return [(item.optional_vars, item.context_expr) for item in items if item.optional_vars is not None]
    return []
