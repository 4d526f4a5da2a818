"""The names a module's own statements bind to constants."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import bound_names
from errdex.languages.python.classes import is_constant_like
from errdex.languages.python.lookup import nothing_local
from errdex.languages.python.nodes import node_of
from errdex.languages.python.wording import conjuncts, worded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.source import Source
    from errdex.nouns.facts import Node

MAX_CONSTANTS = 2000
MAX_WAYS = 8
MAX_NESTING = 4
"""Deeper inside `if` and `try`, assignments make a name unknown."""


class Constants:
    """Collects module-level constants; the last assignment of a name wins, those on branches stand beside it."""

    __slots__ = ("_exports", "_source", "_ways")

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ways: dict[str, list[tuple[tuple[str, ...], Node]]] = {}
        self._exports: list[str] | None = None

    def read(self, statements: list[ast.stmt], tests: tuple[str, ...] = (), depth: int = 0) -> None:
        """Reads the statements of a module, or of a branch that `tests` select."""
        for statement in statements:
            match statement:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._bind(target, value, tests)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, tests)
                case ast.If(test=test, body=body, orelse=orelse) if depth < MAX_NESTING:
                    self.read(body, tests + self._words(test, truth=True), depth + 1)
                    self.read(orelse, tests + self._words(test, truth=False), depth + 1)
                case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final) if depth < MAX_NESTING:
                    self.read([*body, *orelse], tests, depth + 1)
                    for handler in handlers:
                        caught = "" if handler.type is None else f" {self._source.segment(handler.type)}"
                        self.read(handler.body, (*tests, f"Except{caught}"), depth + 1)
                    self.read(final, tests, depth + 1)
                case _:
                    self._read_other(statement)

    def _read_other(self, statement: ast.stmt) -> None:
        match statement:
            case ast.AugAssign(target=ast.Name(id="__all__"), value=value):
                self._export(value)
            case ast.Expr(value=value):
                self._export_call(value)
            case (
                ast.FunctionDef()
                | ast.AsyncFunctionDef()
                | ast.ClassDef()
                | ast.Import()
                | ast.ImportFrom()
                | ast.Pass()
            ):
                pass
            case _:
                for name in bound_names([statement]):
                    self._ways[name] = [((), ["hole", name, ""])]

    def facts(self) -> tuple[tuple[str, Node], ...]:
        """As `FileFacts.constants`."""
        return tuple((name, _joined(name, ways)) for name, ways in list(self._ways.items())[:MAX_CONSTANTS])

    def exports(self) -> tuple[str, ...] | None:
        """As `FileFacts.exports`."""
        return None if self._exports is None else tuple(dict.fromkeys(self._exports))

    def _bind(self, target: ast.expr, value: ast.expr, tests: tuple[str, ...]) -> None:
        match target, value:
            case ast.Name(id="__all__"), _:
                self._exports = []
                self._export(value)
            case ast.Name(id=name), _:
                if is_constant_like(value) or isinstance(value, ast.Call):
                    self._add(name, node_of(value, self._source, nothing_local), tests)
                else:
                    self._add(name, ["hole", name, ""], tests)
            case ast.Tuple(elts=targets) | ast.List(elts=targets), ast.Tuple(elts=values) if len(targets) == len(
                values
            ):
                for one, part in zip(targets, values, strict=True):
                    if isinstance(one, ast.Name):
                        self._bind(one, part, tests)

    def _add(self, name: str, node: Node, tests: tuple[str, ...]) -> None:
        if tests:
            self._ways.setdefault(name, []).append((tests, node))
        else:
            self._ways[name] = [((), node)]

    def _words(self, test: ast.expr, *, truth: bool) -> tuple[str, ...]:
        return tuple(worded(part, self._source, truth=wanted) for part, wanted in conjuncts(test, truth=truth))

    def _export(self, value: ast.expr) -> None:
        """Adds to the exports what a list of constants holds; what else there is stays unknown."""
        stack = [value]
        while stack and self._exports is not None:
            match stack.pop():
                case ast.List(elts=elements) | ast.Tuple(elts=elements):
                    self._exports.extend(
                        str(one.value)
                        for one in elements
                        if isinstance(one, ast.Constant) and isinstance(one.value, str)
                    )
                case ast.BinOp(op=ast.Add(), left=left, right=right):
                    stack.extend((right, left))

    def _export_call(self, value: ast.expr) -> None:
        match value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="__all__"), attr="extend"), args=[argument]):
                self._export(argument)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="__all__"), attr="append"), args=[argument]):
                self._export(ast.List([argument]))


def _joined(name: str, ways: list[tuple[tuple[str, ...], Node]]) -> Node:
    if len(ways) == 1:
        return ways[0][1]
    if len(ways) > MAX_WAYS:
        return ["hole", name, ""]
    return ["alt", [[list(tests), node] for tests, node in ways]]
