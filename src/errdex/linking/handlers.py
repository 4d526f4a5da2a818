"""Which `except` clauses of the distribution catch what a site raises, on its way out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.definitions import BuiltinClass, ClassDefinition, ForeignClass
from errdex.nouns.sites import Handler

if TYPE_CHECKING:
    from errdex.linking.callgraph import CallGraph
    from errdex.linking.definitions import Module
    from errdex.nouns.facts import Caught

MAX_HANDLERS = 5
_EVERYTHING = "builtins.BaseException"


class Catching(NamedTuple):
    """A clause with the classes that it catches."""

    caught: Caught
    names: frozenset[str]
    """Qualified."""


class Handlers:
    """Clauses by the lines that they watch; each place looked up once."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        self._clauses: dict[Module, list[Catching]] = {}
        self._places: dict[tuple[Module, int], list[Catching]] = {}

    def catching(self, module: Module, function: str, line: int, classes: frozenset[str]) -> Handler | None:
        """The innermost clause of a function that catches at this line, one that raises the error again left out.

        `classes`: qualified names of the error's class and all it inherits from.
        """
        facts = module.functions.get(function)
        top = 1 if facts is None else facts.line
        for clause in self._around(module, line):
            caught = clause.caught
            if caught.first >= top and not caught.passes_on and not clause.names.isdisjoint(classes):
                return Handler(module.path, caught.line, caught.text)
        return None

    def _around(self, module: Module, line: int) -> list[Catching]:
        """Clauses that watch a line, innermost first, those of one statement in their order."""
        key = (module, line)
        known = self._places.get(key)
        if known is None:
            if module not in self._clauses:
                self._clauses[module] = [
                    Catching(caught, self._names(module, caught)) for caught in module.facts.caught
                ]
            found = [clause for clause in self._clauses[module] if clause.caught.first <= line <= clause.caught.last]
            found.sort(key=lambda clause: (-clause.caught.first, clause.caught.last, clause.caught.line))
            known = self._places[key] = found
        return known

    def _names(self, module: Module, caught: Caught) -> frozenset[str]:
        if not caught.classes:
            return frozenset({_EVERYTHING})
        names = set()
        for written in caught.classes:
            found = self._graph.modules.resolve(module, written) if written else None
            if isinstance(found, ClassDefinition | BuiltinClass | ForeignClass) and found.qualified:
                names.add(found.qualified)
        return frozenset(names)


def classes_of(qualified: str, bases: tuple[str, ...]) -> frozenset[str]:
    """All names under which an error can be caught; of an unknown class only what catches everything is certain."""
    return frozenset({qualified, *bases, _EVERYTHING} - {""})
