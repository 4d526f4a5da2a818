"""What the local names of functions stand for, as far as calls need it, and which statements catch errors.

One walk over the statements of a file; expressions are looked at only where a single name is assigned.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from errdex.languages.python.bindings import captured_names, target_names
from errdex.languages.python.catching import caught_by_try, caught_by_with
from errdex.languages.python.expressions import dotted_name
from errdex.nouns.annotations import class_of_annotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.languages.python.source import Source
    from errdex.nouns.facts import Caught

FREE = "~"
"""Binding of a name that stands for itself: a definition, an import, a global."""
UNKNOWN = "?"


class Scope:
    """A function while its statements are walked; also stands for the module."""

    __slots__ = ("bound", "first", "index", "last", "outer", "owner")

    def __init__(self, index: int, first: int, last: int, outer: Scope | None = None, owner: str = "") -> None:
        self.index = index
        """Among the file's functions; -1: the module."""
        self.first, self.last = first, last
        """Lines of its body."""
        self.outer = outer
        self.owner = owner
        """Name of the class around it, or `""`."""
        self.bound: dict[str, str] = {}
        """Local names: `FREE`, `UNKNOWN`, `=a.b` (result of that call), `:A` (annotated), or the dotted name it is an alias of."""

    def bind(self, name: str, value: str) -> None:
        """A name that is bound twice is not known, but where both are definitions."""
        known = self.bound.get(name)
        self.bound[name] = value if known is None or known == value else UNKNOWN

    def lookup(self, name: str) -> str | None:
        """Binding of a name here or in the functions around; `None`: none of them binds it."""
        scope: Scope | None = self
        while scope is not None and scope.index >= 0:
            found = scope.bound.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None


class Locals:
    """Scopes of a file's functions, tests left out, and its handlers."""

    __slots__ = ("_numbers", "_source", "_stack", "caught", "module", "scopes", "skipped")

    def __init__(self, source: Source, numbers: dict[int, int]) -> None:
        self._source = source
        self._numbers = numbers
        """Function number by the line of its `def`."""
        self.module = Scope(-1, 1, len(source.lines))
        self.scopes: list[Scope] = []
        """Of functions, in order of first lines."""
        self.skipped: list[tuple[int, int]] = []
        """Lines of test functions and of code that runs only as a program."""
        self.caught: list[Caught] = []
        self._stack: list[tuple[Sequence[ast.stmt], Scope, str]] = []

    def read(self, tree: ast.Module) -> Locals:
        """Walks a file."""
        self._stack.append((tree.body, self.module, ""))
        while self._stack:
            statements, scope, owner = self._stack.pop()
            for statement in statements:
                look = _LOOK.get(type(statement))
                if look is not None:
                    look(self, statement, scope, owner)
        self.scopes.sort(key=lambda scope: (scope.first, -scope.last))
        self.caught.sort(key=lambda caught: (caught.first, -caught.last, caught.line))
        return self

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, owner: str) -> None:
        last = node.end_lineno or node.lineno
        if node.name.startswith("test_"):
            self.skipped.append((node.lineno, last))
            return
        if not owner:
            scope.bind(node.name, FREE)
        first = max(node.lineno, node.body[0].lineno)
        inner = Scope(self._numbers.get(node.lineno, -1), first, last, scope, owner or scope.owner)
        arguments = node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            note = argument.annotation
            inner.bound[argument.arg] = UNKNOWN if note is None else annotated(note)
        for extra in (arguments.vararg, arguments.kwarg):
            if extra is not None:
                inner.bound[extra.arg] = UNKNOWN
        if owner:
            for name in ("self", "cls"):
                inner.bound.pop(name, None)
        self.scopes.append(inner)
        self._stack.append((node.body, inner, ""))

    def _class(self, node: ast.ClassDef, scope: Scope, owner: str) -> None:
        if not owner:
            scope.bind(node.name, FREE)
        self._stack.append((node.body, scope, node.name))

    def _imported(self, node: ast.Import | ast.ImportFrom, scope: Scope, owner: str) -> None:
        if not owner:
            for alias in node.names:
                scope.bind(alias.asname or alias.name.partition(".")[0], FREE)

    def _declared(self, node: ast.Global | ast.Nonlocal, scope: Scope, _owner: str) -> None:
        scope.bound.update(dict.fromkeys(node.names, FREE if isinstance(node, ast.Global) else UNKNOWN))

    def _assigned(self, node: ast.Assign, scope: Scope, owner: str) -> None:
        if owner or scope.index < 0:
            return
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            scope.bind(node.targets[0].id, bound_to(node.value))
            return
        for target in node.targets:
            self._target(target, scope)

    def _annotated(self, node: ast.AnnAssign, scope: Scope, owner: str) -> None:
        if not owner and scope.index >= 0 and isinstance(node.target, ast.Name):
            scope.bind(node.target.id, annotated(node.annotation))

    def _augmented(self, node: ast.AugAssign, scope: Scope, _owner: str) -> None:
        self._target(node.target, scope)

    def _loop(self, node: ast.For | ast.AsyncFor, scope: Scope, owner: str) -> None:
        self._target(node.target, scope)
        self._blocks(scope, owner, node.body, node.orelse)

    def _branches(self, node: ast.If | ast.While, scope: Scope, owner: str) -> None:
        if scope.index < 0 and is_program_guard(node.test):
            self.skipped.append((node.lineno, node.body[-1].end_lineno or node.lineno))
            self._blocks(scope, owner, node.orelse)
        else:
            self._blocks(scope, owner, node.body, node.orelse)

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope, owner: str) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self._target(item.optional_vars, scope)
        self.caught.extend(caught_by_with(node, self._source))
        self._blocks(scope, owner, node.body)

    def _try(self, node: ast.Try, scope: Scope, owner: str) -> None:
        self.caught.extend(caught_by_try(node, self._source))
        self._blocks(scope, owner, node.body, node.orelse, node.finalbody)
        for handler in node.handlers:
            if handler.name:
                scope.bind(handler.name, UNKNOWN)
            self._blocks(scope, owner, handler.body)

    def _match(self, node: ast.Match, scope: Scope, owner: str) -> None:
        for case in node.cases:
            for name in captured_names(case.pattern):
                scope.bind(name, UNKNOWN)
            self._blocks(scope, owner, case.body)

    def _target(self, target: ast.expr, scope: Scope) -> None:
        names: set[str] = set()
        target_names(target, names)
        for name in names:
            scope.bound[name] = UNKNOWN

    def _blocks(self, scope: Scope, owner: str, *blocks: Sequence[ast.stmt]) -> None:
        self._stack.extend((block, scope, owner) for block in blocks if block)


_LOOK: dict[type[ast.stmt], Callable[[Locals, Any, Scope, str], None]] = {
    ast.FunctionDef: Locals._function,
    ast.AsyncFunctionDef: Locals._function,
    ast.ClassDef: Locals._class,
    ast.Import: Locals._imported,
    ast.ImportFrom: Locals._imported,
    ast.Global: Locals._declared,
    ast.Nonlocal: Locals._declared,
    ast.Assign: Locals._assigned,
    ast.AnnAssign: Locals._annotated,
    ast.AugAssign: Locals._augmented,
    ast.For: Locals._loop,
    ast.AsyncFor: Locals._loop,
    ast.If: Locals._branches,
    ast.While: Locals._branches,
    ast.With: Locals._with,
    ast.AsyncWith: Locals._with,
    ast.Try: Locals._try,
    ast.TryStar: Locals._try,
    ast.Match: Locals._match,
}


def is_program_guard(test: ast.expr) -> bool:
    """Whether a test is `__name__ == "__main__"` or `TYPE_CHECKING`."""
    match test:
        case ast.Compare(left=ast.Name(id="__name__")) | ast.Name(id="TYPE_CHECKING"):
            return True
    return False


def bound_to(value: ast.expr) -> str:
    """Binding of a name that is assigned this value."""
    if isinstance(value, ast.Await):
        value = value.value
    match value:
        case ast.Call(func=ast.Name(id=name)):
            return f"={name}"
        case ast.Call(func=function):
            dotted = dotted_name(function)
            return f"={dotted}" if dotted else UNKNOWN
        case ast.Name(id=name):
            return name
        case ast.Attribute():
            return dotted_name(value) or UNKNOWN
    return UNKNOWN


def annotated(annotation: ast.expr) -> str:
    """Binding of a name that is annotated: `:A`, or `UNKNOWN` for anything but one class."""
    match annotation:
        case ast.Name(id=name):
            return f":{name}"
        case ast.Attribute():
            dotted = dotted_name(annotation)
            return f":{dotted}" if dotted else UNKNOWN
        case ast.Constant(value=str(text)):
            found = class_of_annotation(text)
            return f":{found}" if found else UNKNOWN
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return annotated(left) if isinstance(left, (ast.Name, ast.Attribute, ast.Constant)) else UNKNOWN
        case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=inner):
            return annotated(inner) if isinstance(inner, (ast.Name, ast.Attribute, ast.Constant)) else UNKNOWN
    return UNKNOWN
