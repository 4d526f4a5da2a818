"""Tests that expect an error: `pytest.raises(X, match=…)`, `assertRaises(X)`, `assertRaisesRegex(X, …)` and their kind."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left

from errdex.languages.python.candidates import lines_with
from errdex.languages.python.compound import COMPOUND
from errdex.languages.python.expressions import dotted_name
from errdex.languages.python.outline import blocks_of
from errdex.nouns.facts import Expected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.languages.python.source import Source

MAX_EXPECTED = 3000
"""In one file."""
MAX_PATTERN = 1000
MAX_DEPTH = 6
MAX_VISITED = 200
MAX_CALLS = 8
_NEEDLES = ("raises(", "assertRaises", "warns(", "assertWarns")
_PATTERN_AT = {
    "raises": 0, "warns": 0, "assertRaises": 0, "assertWarns": 0, "assertRaisesRegex": 1, "assertRaisesRegexp": 1,
    "assertWarnsRegex": 1, "assertRaisesMessage": 1, "assertWarnsMessage": 1, "assert_raises_message": 1,
    "assert_raises": 0, "expect_raises_message": 1, "expect_raises": 0,
}  # fmt: skip
"""Last names of expecting calls, by where the text stands among their arguments (0: nowhere)."""
_LITERAL = frozenset({"assertRaisesMessage", "assertWarnsMessage"})
"""The text is no regular expression."""


def expected_in(source: Source, tree: ast.Module) -> tuple[Expected, ...]:
    """The expectations of a file, in source order."""
    lines = lines_with(source, _NEEDLES)
    if not lines:
        return ()
    found = _Finder(source, lines).find(tree)
    found.sort(key=lambda expected: expected.line)
    return tuple(found[:MAX_EXPECTED])


class _Finder:
    __slots__ = ("_constants", "_found", "_lines", "_source")

    def __init__(self, source: Source, lines: list[int]) -> None:
        self._source, self._lines = source, lines
        self._found: list[Expected] = []
        self._constants: dict[str, ast.expr] = {}

    def find(self, tree: ast.Module) -> list[Expected]:
        """Looks at the statements on the way to the lines, those before them in the same blocks included."""
        stack: list[tuple[list[ast.stmt], dict[str, ast.expr]]] = [(tree.body, {})]
        while stack and len(self._found) < MAX_EXPECTED:
            statements, outer = stack.pop()
            constants = dict(outer)
            for statement in statements:
                if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                    constants[statement.targets[0].id] = statement.value
                if not self._is_near(statement):
                    continue
                self._constants = constants
                self._look(statement)
                if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    stack.append((statement.body, dict(constants)))
                elif isinstance(statement, COMPOUND):
                    stack.extend((block, dict(constants)) for block in blocks_of(statement))
        return self._found

    def _is_near(self, statement: ast.stmt) -> bool:
        index = bisect_left(self._lines, statement.lineno)
        return index < len(self._lines) and self._lines[index] <= (statement.end_lineno or statement.lineno)

    def _look(self, statement: ast.stmt) -> None:
        match statement:
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    if isinstance(item.context_expr, ast.Call):
                        self._add(item.context_expr, tuple(called_names(body)))
            case ast.Expr(value=ast.Call() as call) if len(call.args) > 1:
                name = _last_name(call)
                if name in _PATTERN_AT:
                    called = (
                        dotted_name(call.args[_PATTERN_AT[name] + 1]) if len(call.args) > _PATTERN_AT[name] + 1 else ""
                    )
                    if called:
                        self._add(call, (called.rpartition(".")[2],))

    def _add(self, call: ast.Call, calls: tuple[str, ...]) -> None:
        name = _last_name(call)
        if name not in _PATTERN_AT or not call.args:
            return
        exception = dotted_name(call.args[0])
        if not exception:
            return
        text = next((keyword.value for keyword in call.keywords if keyword.arg in ("match", "msg")), None)
        at = _PATTERN_AT[name]
        if text is None and at and len(call.args) > at:
            text = call.args[at]
        pattern = "" if text is None else self._pattern(text, literal=name in _LITERAL, depth=0)
        if pattern is not None:
            self._found.append(
                Expected(exception, pattern[:MAX_PATTERN], call.lineno, self._source.segment(call), calls)
            )

    def _pattern(self, value: ast.expr, *, literal: bool, depth: int) -> str | None:
        """The regular expression that an expression stands for; `None`: not known."""
        if depth > MAX_DEPTH:
            return None
        match value:
            case ast.Constant(value=str(text)):
                return re.escape(text) if literal else text
            case ast.JoinedStr(values=values):
                pieces = [
                    self._pattern(piece, literal=literal, depth=depth + 1) if isinstance(piece, ast.Constant) else ".*"
                    for piece in values
                ]
                return None if None in pieces else "".join(filter(None, pieces))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                sides = [self._pattern(side, literal=literal, depth=depth + 1) for side in (left, right)]
                return None if None in sides else "".join(filter(None, sides))
            case ast.Call(func=ast.Attribute(attr="escape"), args=[inner]):
                return self._pattern(inner, literal=True, depth=depth + 1)
            case ast.Call(
                func=ast.Attribute(value=ast.Constant(value=str(glue)), attr="join"), args=[ast.List(elts=parts)]
            ):
                pieces = [self._pattern(part, literal=literal, depth=depth + 1) for part in parts[:20]]
                return None if None in pieces else glue.join(filter(None, pieces))
            case ast.Name(id=name) if name in self._constants:
                return self._pattern(self._constants[name], literal=literal, depth=depth + 1)
        return None


def _last_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def called_names(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Last names of what some statements call, outermost first."""
    pending: list[ast.AST] = list(statements)
    seen = found = 0
    while pending and seen < MAX_VISITED and found < MAX_CALLS:
        node = pending.pop(0)
        seen += 1
        if isinstance(node, ast.Call):
            name = _last_name(node)
            if name:
                found += 1
                yield name
        pending.extend(ast.iter_child_nodes(node))
