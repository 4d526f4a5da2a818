"""What the names of a function hold at one of its statements."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import bound_names
from errdex.languages.python.compound import statements_within
from errdex.languages.python.definitions import Definition, ways_before
from errdex.languages.python.nodes import node_of
from errdex.languages.python.places import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from errdex.nouns.facts import Node

MAX_DEPTH = 5
"""Definitions that refer to each other further than this are not followed."""
MAX_WAYS = 16
"""A name that can hold more values than this is not known."""
MAX_EXPANSIONS = 40
"""Definitions that are turned into nodes for one question."""


class Scope:
    """The names that can be seen at the statement `index` of `block`."""

    __slots__ = ("_block", "_budget", "_depth", "_hidden", "_index")

    def __init__(
        self,
        block: Block,
        index: int,
        hidden: Collection[str] = (),
        depth: int = 0,
        budget: list[int] | None = None,
    ) -> None:
        self._block, self._index = block, index
        self._hidden = hidden
        """Names that an expression binds itself: parameters of a lambda, variables of a comprehension."""
        self._depth = depth
        self._budget = [MAX_EXPANSIONS] if budget is None else budget

    def lookup(self, name: str) -> Node | None:
        """What `name` holds here, as `lookup.Lookup` says it."""
        if name in self._hidden:
            return _hole(name)
        ways = ways_before(self._block, self._index, name)
        if ways is None or len(ways) > MAX_WAYS:
            return _hole(name)
        if not ways:
            return self._beyond(name)
        if not self._block.function.is_code and any(way.definition.kind == "value" for way in ways):
            return None  # module level: linking knows the constants of modules
        if len(ways) == 1:
            return self._node(ways[0].definition, name)
        entries = [[list(way.tests), self._node(way.definition, name)] for way in ways]
        return ["alt", [entry for entry in entries if entry[1] is not None]]

    def definition(self, name: str) -> Definition | None:
        """The only definition of `name` that reaches this place, or `None`."""
        if name in self._hidden:
            return None
        ways = ways_before(self._block, self._index, name)
        return ways[0].definition if ways is not None and len(ways) == 1 else None

    def at(self, definition: Definition) -> Scope:
        """The names as they can be seen where a definition is evaluated."""
        if definition.block is None:
            return self
        return Scope(definition.block, definition.position, (), self._depth + 1, self._budget)

    def _beyond(self, name: str) -> Node | None:
        """What a name holds that this function does not bind: a variable of a function around it, or `None`."""
        place = self._block.function.outer
        while place is not None:
            block, _index = place
            function = block.function
            if function.is_code:
                if name in function.parameters:
                    return _hole(name)
                found = self._closure(name, block)
                if found is not None:
                    return found
            place = function.outer
        return None

    def _closure(self, name: str, block: Block) -> Node | None:
        """A variable of an enclosing function: known where it is assigned once."""
        while block.parent is not None:
            block = block.parent
        if not block.function.binds(name):
            return None
        found: list[tuple[ast.stmt, Block]] = []
        for statement in statements_within(block.statements):
            if name in bound_names([statement]):
                if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
                    return None if isinstance(statement, DEFINES) else _hole(name)
                found.append((statement, block))
        if not found:
            return None
        statement = found[0][0]
        if len(found) > 1 or statement not in block.statements:
            return _hole(name)
        index = block.statements.index(statement)
        scope = Scope(block, index + 1, (), self._depth + 1, self._budget)
        return _hole(name) if self._depth > MAX_DEPTH else scope.lookup(name)

    def _node(self, definition: Definition, name: str) -> Node | None:
        match definition.kind:
            case "param":
                return ["param", name]
            case "free":
                return None
            case "hole":
                return _hole(name, definition.type)
        if (
            self._depth >= MAX_DEPTH
            or self._budget[0] <= 0
            or definition.expression is None
            or definition.block is None
        ):
            return _hole(name)
        self._budget[0] -= 1
        scope = Scope(definition.block, definition.position, (), self._depth + 1, self._budget)
        node = node_of(definition.expression, self._block.function.source, scope.lookup)
        if node[0] == "hole":
            return _hole(name, str(node[2]))
        return node


DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def _hole(name: str, kind: str = "") -> Node:
    return ["hole", name, kind]
