"""Which tests of a function a caller can make as well, before the call, and how the caller writes them."""

from __future__ import annotations

import ast
import builtins
import copy
from typing import TYPE_CHECKING

from errdex.guards.entry import PURE_CALLS, PURE_METHODS, is_changed, lines_touching, path_of
from errdex.nouns.base import NamedTuple
from errdex.nouns.guards import GuardImport

if TYPE_CHECKING:
    from errdex.guards.entry import Start
    from errdex.guards.paths import Path

LARGEST_TEST = 150
"""Nodes of a test: a longer one is nothing that a caller would write."""
MOST_INLINED = 12
DEEPEST_LOCALS = 3
BUILTINS = frozenset(dir(builtins))
ALLOWED = (
    ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Set,
    ast.Dict, ast.Call, ast.BinOp, ast.IfExp, ast.keyword, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop,
    ast.Slice,
)  # fmt: skip


class NotForCallers(Exception):  # noqa: N818 - not an error: it says why a test is left out
    """A test that the caller cannot make; says why."""


class Home(NamedTuple):
    """The module around a function, as far as tests use it."""

    module: str
    constants: dict[str, ast.expr]
    """Names of the module that one statement binds, to a literal collection or a literal."""
    names: frozenset[str]
    """All names that the module binds at its top."""
    origins: dict[str, GuardImport]
    """Names that it imports from elsewhere, where that is no private place."""
    receiver: str
    """How a caller calls the object of the method, `""`: there is none that the caller has."""


class Rewritten(NamedTuple):
    """A test in the caller's words."""

    test: ast.expr
    given: frozenset[str]
    imports: frozenset[GuardImport]


def in_callers_words(test: ast.expr, line: int, start: Start, path: Path, home: Home) -> Rewritten:
    """The test over parameters instead of locals.

    Raises:
        NotForCallers: it uses what the caller does not have, what changes before the test, or what asking would change.
    """
    if sum(1 for _ in ast.walk(test)) > LARGEST_TEST:
        raise NotForCallers("it is too long")
    writer = _Writer(line, start, path, home)
    written = writer.visit(copy.deepcopy(test))
    return Rewritten(written, frozenset(writer.given), frozenset(writer.imports))


class _Writer(ast.NodeTransformer):
    """Rewrites one test; the test's size bounds the recursion."""

    def __init__(self, line: int, start: Start, path: Path, home: Home, depth: int = 0) -> None:
        self.line, self.start, self.path, self.home, self.depth = line, start, path, home, depth
        self.given: set[str] = set()
        self.imports: set[GuardImport] = set()
        self.ways: dict[int, str] = {}
        """The whole chain of names that a name (by `id`) starts."""
        self.shallow: set[int] = set()
        """Names (by `id`) of which only identity, type or a plain value is asked, which nothing alters."""

    def visit(self, node: ast.AST) -> ast.expr:
        """One node."""
        if not isinstance(node, ALLOWED):
            raise NotForCallers(f"it uses a {type(node).__name__}")
        return super().visit(node)  # type: ignore[no-any-return]  # expressions stay expressions

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Comparisons with plain values look at nothing inside an object."""
        sides = [node.left, *node.comparators]
        for index, operation in enumerate(node.ops):
            left, right = sides[index], sides[index + 1]
            if isinstance(operation, ast.Is | ast.IsNot):
                self.shallow |= {id(left), id(right)}
            elif is_plain_value(right, self.home):
                self.shallow.add(id(left))
            elif is_plain_value(left, self.home) and not isinstance(operation, ast.In | ast.NotIn):
                self.shallow.add(id(right))
        membership = isinstance(node.ops[-1], ast.In | ast.NotIn)
        if len(node.ops) == 1 and membership and isinstance(node.comparators[0], ast.Name):
            inlined = self.inlined(node.comparators[0].id)
            if inlined is not None:
                node.comparators[0] = inlined
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Calls that change nothing."""
        function = node.func
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            raise NotForCallers("it passes on arguments")
        match function:
            case ast.Name(id=name) if (
                name in PURE_CALLS and name not in self.home.names and name not in self.start.bound
            ):
                if name in {"isinstance", "issubclass", "callable", "type", "id"} and node.args:
                    self.shallow.add(id(node.args[0]))
            case ast.Attribute(attr=name) if name in PURE_METHODS or is_question(name):
                pass
            case ast.Name(id=name) if is_question(name) and name in self.home.names and name not in self.start.bound:
                pass
            case _:
                raise NotForCallers(f"it calls {ast.unparse(function)[:60]}")
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Public attributes."""
        if node.attr.startswith("_") and not (node.attr.startswith("__") and node.attr.endswith("__")):
            raise NotForCallers(f"it looks at the private {ast.unparse(node)[:60]}")
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        self.ways.setdefault(id(root), path_of(node))
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Parameters, the object, locals that stand for something over these, and names of the module."""
        name = node.id
        if name in self.start.parameters or name == self.start.receiver:
            return self.parameter(node)
        if name in self.start.single:
            return self.local(self.start.single[name])
        if name in self.start.bound:
            raise NotForCallers(f"{name} is a local of the function")
        if name in self.home.constants and isinstance(self.home.constants[name], ast.Constant):
            return copy.deepcopy(self.home.constants[name])
        if name in self.home.names:
            if name.startswith("_"):
                raise NotForCallers(f"{name} is private to its module")
            self.imports.add(self.home.origins.get(name, GuardImport(self.home.module, name)))
            return node
        if name in BUILTINS:
            return node
        raise NotForCallers(f"{name} is bound outside of its module")

    def parameter(self, node: ast.Name) -> ast.expr:
        """A parameter, as it was at the start."""
        name = node.id
        if name == self.start.receiver and not self.home.receiver:
            raise NotForCallers("the caller does not have the object yet")
        if is_changed(self.start.bound.get(name, []), self.line, self.path):
            raise NotForCallers(f"{name} is bound again before the test")
        altering = lines_touching(self.ways.get(id(node), name), self.start.touched.get(name, []))
        if id(node) not in self.shallow and is_changed(altering, self.line, self.path):
            raise NotForCallers(f"{name} may be altered before the test")
        shown = self.home.receiver if name == self.start.receiver else name
        self.given.add(shown)
        return ast.Name(shown, ast.Load())

    def local(self, assigned: ast.Assign) -> ast.expr:
        """What a local stands for, where it was assigned before the test."""
        name = assigned.targets[0].id  # type: ignore[attr-defined]  # plain assignments only
        if assigned.lineno >= self.line or self.depth >= DEEPEST_LOCALS:
            raise NotForCallers(f"{name} is a local of the function")
        if sum(1 for _ in ast.walk(assigned.value)) > LARGEST_TEST:
            raise NotForCallers(f"{name} stands for something long")
        altering = lines_touching(name, self.start.touched.get(name, []))
        if is_changed(altering, self.line, self.path):
            raise NotForCallers(f"{name} may be altered before the test")
        inner = _Writer(assigned.lineno, self.start, self.path, self.home, self.depth + 1)
        written = inner.visit(copy.deepcopy(assigned.value))
        self.given |= inner.given
        self.imports |= inner.imports
        return written

    def inlined(self, name: str) -> ast.expr | None:
        """The items of a short constant collection, to show them; `None`: it is none."""
        value = self.home.constants.get(name)
        if value is None or name in self.start.bound or name in self.start.parameters:
            return None
        items = value.keys if isinstance(value, ast.Dict) else getattr(value, "elts", None)
        if items is None or len(items) > MOST_INLINED:
            return None
        return ast.Tuple([copy.deepcopy(item) for item in items if item is not None], ast.Load())


def is_question(name: str) -> bool:
    """Whether a function's name says that it only asks: `is_scalar`, `has_index`."""
    return name.startswith(("is_", "has_"))


def is_plain_value(node: ast.expr, home: Home) -> bool:
    """Whether an expression is a constant, a collection of such, or a name that stands for one."""
    if isinstance(node, ast.Name):
        return node.id in home.constants
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(is_plain_value(one, home) for one in node.elts)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    return isinstance(node, ast.Constant)


def conjuncts(test: ast.expr, *, holds: bool) -> list[ast.expr]:
    """The tests that are all true when `test` is, or is not; negations pushed inward."""
    waiting: list[tuple[ast.expr, bool]] = [(test, holds)]
    found: list[ast.expr] = []
    while waiting:
        node, positive = waiting.pop(0)
        match node:
            case ast.UnaryOp(op=ast.Not()):
                waiting.insert(0, (node.operand, not positive))
            case ast.BoolOp(op=ast.And()) if positive:
                waiting[:0] = [(value, True) for value in node.values]
            case ast.BoolOp(op=ast.Or()) if not positive:
                waiting[:0] = [(value, False) for value in node.values]
            case _:
                found.append(node if positive else negated(node))
    return found


NEGATIONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
"""Operators with an exact opposite; orders have none, since not all values are in order."""


def negated(node: ast.expr) -> ast.expr:
    """The opposite of a test, as a person writes it."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in NEGATIONS:
        return ast.Compare(node.left, [NEGATIONS[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    return ast.UnaryOp(ast.Not(), node)
