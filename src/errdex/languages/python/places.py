"""Where a statement stands: its block, the blocks around it, its function."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import bound_names, walrus_names
from errdex.languages.python.compound import COMPOUND, inner_blocks
from errdex.languages.python.plain import plain_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.languages.python.source import Source

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Function:
    """A function, a class body or the module: what gets a frame of its own."""

    __slots__ = (
        "_binders",
        "_local",
        "_plain",
        "body",
        "is_test",
        "name",
        "node",
        "outer",
        "owner",
        "parameters",
        "source",
    )

    def __init__(
        self,
        name: str,
        owner: str,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module,
        source: Source,
        outer: Block | None = None,
        index: int = 0,
    ) -> None:
        self.name = name
        """As `Site.function`."""
        self.owner = owner
        """Qualified name of the class that `self` or `cls` stand for, or `""`."""
        self.node = node
        self.body = node.body
        self.is_test = name.rpartition(".")[2].startswith("test")
        """Whether it is a test by its name: its asserts say what is expected, nothing about the next one."""
        self.source = source
        self.outer = (outer, index) if outer is not None else None
        """Block and index of the definition."""
        self.parameters = parameter_names(node.args) if isinstance(node, FUNCTIONS) else frozenset[str]()
        self._plain: frozenset[str] | None = None
        self._local: frozenset[str] | None = None
        self._binders: dict[int, dict[str, list[int]]] = {}

    @property
    def plain(self) -> frozenset[str]:
        """Parameters and locals that by their annotation, or by all they are bound to, hold nothing that can be altered."""
        if self._plain is None:
            self._plain = plain_names(self.node, self.source) if isinstance(self.node, FUNCTIONS) else frozenset()
        return self._plain

    def bound(self, statement: ast.stmt) -> set[str]:
        """Names that a statement of this function binds."""
        found = bound_names([statement])
        return found | walrus_names([statement]) if self.source.may_bind(statement) else found

    def binders(self, statements: list[ast.stmt]) -> dict[str, list[int]]:
        """For each name that statements of a block of this function bind: which of them, found once."""
        found = self._binders.get(id(statements))  # trees outlive their functions
        if found is None:
            found = self._binders[id(statements)] = {}
            for position, statement in enumerate(statements):
                for name in self.bound(statement):
                    found.setdefault(name, []).append(position)
        return found

    def binds(self, name: str) -> bool:
        """Whether a name is local to this function."""
        if self._local is None:
            self._local = self.parameters.union(self.binders(self.body))
        return name in self._local

    @property
    def is_code(self) -> bool:
        """Whether it is a function, rather than a class body or the module."""
        return isinstance(self.node, FUNCTIONS)


class Block:
    """A list of statements that run one after the other."""

    __slots__ = ("function", "index", "owner", "parent", "role", "statements")

    def __init__(
        self,
        statements: list[ast.stmt],
        function: Function,
        role: str = "function",
        parent: Block | None = None,
        index: int = 0,
        owner: ast.AST | None = None,
    ) -> None:
        self.statements = statements
        self.function = function
        self.role = role
        """`function`, or the part of the owner that it is: `then`, `else`, `loop`, `loop-else`, `try`, `handler`,
        `try-else`, `finally`, `with`, `case`."""
        self.parent = parent
        self.index = index
        """Of the owner in `parent`."""
        self.owner = owner
        """The compound statement, handler or `match_case` whose part it is."""


def parameter_names(arguments: ast.arguments) -> frozenset[str]:
    """Names of all parameters."""
    names = [arg.arg for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names.extend(arg.arg for arg in (arguments.vararg, arguments.kwarg) if arg is not None)
    return frozenset(names)


def iter_statements(block: Block) -> Iterator[tuple[ast.stmt, Block, int]]:
    """Every statement of a function with its place, in source order; nested definitions themselves, not their bodies."""
    stack: list[tuple[Block, int]] = [(block, 0)]
    while stack:
        current, index = stack.pop()
        if index >= len(current.statements):
            continue
        statement = current.statements[index]
        stack.append((current, index + 1))
        yield statement, current, index
        if isinstance(statement, COMPOUND):
            stack.extend(
                (Block(statements, current.function, role, current, index, owner), 0)
                for role, owner, statements in reversed(list(inner_blocks(statement)))
                if statements
            )
