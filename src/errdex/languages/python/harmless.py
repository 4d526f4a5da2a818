"""Functions of a file whose bodies show that calling them changes nothing, and that the answer stays the same."""

from __future__ import annotations

import ast
import re

from errdex.languages.python.aliases import Aliases
from errdex.languages.python.bindings import bound_names, walrus_names
from errdex.languages.python.compound import statements_within
from errdex.languages.python.effects import effects_of, without
from errdex.languages.python.places import parameter_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from errdex.languages.python.source import Source

    class ModuleState(Protocol):
        """What of a module may change while it runs."""

        rebound: frozenset[str]

        @property
        def alterable(self) -> frozenset[str]:
            """Module-level variables that hold something that can be altered."""

        def is_kept(self, name: str) -> bool:
            """Whether the module keeps such a variable to itself and only reads it."""


MAX_DEPTH = 3
"""Functions that call functions that call functions."""
MAX_STATEMENTS = 120
"""Longer functions are not looked into."""


class Harmless:
    """Decides which calls of a file's own functions change nothing; bodies are looked at when somebody asks."""

    __slots__ = ("_defined", "_depth", "_known", "_source", "_tree")

    def __init__(self, source: Source, tree: ast.Module) -> None:
        self._source, self._tree = source, tree
        self._defined: dict[str, list[ast.FunctionDef | None]] | None = None
        self._known: dict[str, bool] = {}
        self._depth = 0

    def is_harmless(self, name: str, module: ModuleState) -> bool:
        """Whether a module-level function (`f`), or all methods of that name (`.m`), change nothing."""
        if name in self._known:
            return self._known[name]
        if self._depth >= MAX_DEPTH:
            return False
        self._known[name] = False  # one that calls itself shows nothing
        found = self.defined.get(name, ())
        self._depth += 1
        replaced = name.startswith(".") and bool(re.search(rf"\{name}[ \t]*=(?!=)", self._source.text))
        harmless = bool(found) and not replaced
        harmless = harmless and all(one is not None and self._changes_nothing(one, module, name) for one in found)
        self._depth -= 1
        self._known[name] = harmless
        return harmless

    @property
    def defined(self) -> dict[str, list[ast.FunctionDef | None]]:
        """Definitions by name; `None` stands for anything else that is bound to it."""
        if self._defined is None:
            self._defined = {}
            for statement in statements_within(self._tree.body):
                if isinstance(statement, ast.ClassDef):
                    self._note("", statement.name, statement)
                    for inner in statements_within(statement.body):
                        self._note_bound(".", inner)
                else:
                    self._note_bound("", statement)
        return self._defined

    def _note_bound(self, prefix: str, statement: ast.stmt) -> None:
        for name in bound_names([statement]):
            self._note(prefix, name, statement)

    def _note(self, prefix: str, name: str, statement: ast.stmt) -> None:
        assert self._defined is not None
        plain = isinstance(statement, ast.FunctionDef) and not statement.decorator_list
        self._defined.setdefault(prefix + name, []).append(statement if plain else None)  # type: ignore[arg-type]

    def _changes_nothing(self, function: ast.FunctionDef, module: ModuleState, name: str) -> bool:
        statements = list(statements_within(function.body))
        if len(statements) > MAX_STATEMENTS or (name.startswith(".") and not _answers(statements)):
            return False  # a method that answers nothing is called for what it does, in a class that overrides it
        if any(isinstance(one, (ast.Global, ast.Nonlocal, ast.FunctionDef, ast.ClassDef)) for one in statements):
            return False
        effects = effects_of(function.body)
        effects = without(effects, lambda name: self.is_harmless(name, module))
        if effects.opaque or effects.pauses:
            return False
        local = bound_names(function.body) | (walrus_names(function.body) if self._source.has_walrus else set())
        parameters = parameter_names(function.args)
        read = {
            node.id
            for node in ast.walk(ast.Module(function.body, []))
            if isinstance(node, ast.Name) and node.id not in local and node.id not in parameters
        }
        if not read.isdisjoint(module.rebound):
            return False
        if any(name in module.alterable and not module.is_kept(name) for name in read):
            return False
        altered = Aliases(function.body, self._source).of(effects.touched) if effects.touched else set[str]()
        return parameters.isdisjoint(altered) and not altered - local


def _answers(statements: list[ast.stmt]) -> bool:
    """Whether a function with these statements returns something that is worked out, or one of several constants."""
    returned = [one.value for one in statements if isinstance(one, ast.Return) and one.value is not None]
    constants = {repr(value.value) for value in returned if isinstance(value, ast.Constant)}
    return len(constants) > 1 or any(not isinstance(value, ast.Constant) for value in returned)
