"""What a short function body returns, and what it sets on `self`: its paths followed one after the other.

Loops, `try` and patterns make the names they assign unknown; branches keep one way each. What is too long is not read.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from errdex.languages.python.expressions import Test, dotted_name, selecting_tests
from errdex.languages.python.nodes import node_of
from errdex.languages.python.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

MAX_STATEMENTS = 80
"""Bodies with more statements are not read."""
MAX_WAYS = 16
"""More ways than this become a hole."""
MAX_NESTING = 12

CONSTRUCTED = "super()"

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Way = tuple[tuple[Test, ...], "Node"]


class TooLongError(Exception):
    """The body has more than is read of one."""


class Body:
    """The outcome of following one function's body."""

    def __init__(self, source: Source, parameters: Iterable[str]) -> None:
        self.source = source
        self.names: dict[str, Node] = {name: ["param", name] for name in parameters}
        """What each name holds here. `self.x` stands for that attribute, `super() …` for the last call of a constructor
        further up (or an assignment to `self.args`): so that branches join them as they join names."""
        self.returns: list[Way] = []
        self.exits: list[dict[str, Node]] = []
        """Names where the body is left by `return`."""
        self.tests: tuple[Test, ...] = ()
        self.is_generator = False
        self._left = MAX_STATEMENTS
        self._depth = 0

    def follow(self, statements: Sequence[ast.stmt]) -> bool:
        """Follows a block; whether control may reach its end. Raises `TooLongError`."""
        if self._depth > MAX_NESTING:
            raise TooLongError
        self._depth += 1
        try:
            return all(self._statement(statement) for statement in statements)
        finally:
            self._depth -= 1

    def node(self, expression: ast.expr) -> Node:
        """The node of an expression at this point."""
        return node_of(expression, self.source, self.names.get)

    def _statement(self, statement: ast.stmt) -> bool:
        self._left -= 1
        if self._left < 0:
            raise TooLongError
        known = _STATEMENTS.get(type(statement))
        if known is not None:
            return known(self, statement)
        self.forget(assigned_names([statement]))
        return True

    def forget(self, names: Iterable[str]) -> None:
        """From here on, nothing is known of these names."""
        for name in names:
            self.names[name] = ["hole", name, "object" if name.startswith("self.") else ""]

    def names_at_end(self, ended: bool) -> dict[str, Node]:
        """What names hold once the body is left; a hole named as itself: not set on some path."""
        ends = [("", names) for names in ([*self.exits, self.names] if ended else self.exits)]
        return joined(ends) if ends else {}

    def assign(self, target: ast.expr, value: Node) -> None:
        """One target gets a value."""
        match target:
            case ast.Name(id=name):
                self.names[name] = value
            case ast.Attribute(value=ast.Name(id="self"), attr="args"):
                items = value[1] if value[0] in {"tuple", "list"} else [["star", value]]
                self.names[f"{CONSTRUCTED} args"] = ["call", "args", items, [], "", target.lineno]
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                self.names[f"self.{name}"] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                items = value[1] if value[0] in {"tuple", "list"} else []
                if isinstance(items, list) and len(items) == len(targets):
                    for inner, item in zip(targets, items, strict=True):
                        self.assign(inner, item)
                else:
                    self.forget(assigned_names([ast.Assign(targets=[target], value=ast.Constant(None))]))
            case ast.Subscript(value=ast.Name(id=name)):
                self.forget([name])
            case _:
                self.forget(assigned_names([ast.Assign(targets=[target], value=ast.Constant(None))]))

    def branches(self, branches: Sequence[tuple[Test, Sequence[ast.stmt]]]) -> bool:
        """Follows several blocks of which one is taken, and joins what they leave behind."""
        before, tests = self.names, self.tests
        ends: list[tuple[Test, dict[str, Node]]] = []
        for test, block in branches:
            self.names = dict(before)
            self.tests = (*tests, test) if test else tests
            if self.follow(block):
                ends.append((test, self.names))
        self.tests = tests
        if not ends:
            self.names = before
            return False
        if len(ends) == 1 and ends[0][0] and len(branches) > 1:
            # The other branches have left: what follows stands under this one's test.
            self.tests = (*tests, ends[0][0])
        self.names = joined(ends)
        return True


def joined(ends: Sequence[tuple[Test, dict[str, Node]]]) -> dict[str, Node]:
    """Names after several branches."""
    first = ends[0][1]
    if len(ends) == 1:
        return first
    names: dict[str, Node] = {}
    for name in dict.fromkeys(name for _, end in ends for name in end):
        nodes = [end.get(name, ["hole", name, ""]) for _, end in ends]
        if all(node is nodes[0] or node == nodes[0] for node in nodes):
            names[name] = nodes[0]
        elif all(node[0] == "hole" for node in nodes) and not name.startswith("self."):
            names[name] = ["hole", name, ""]
        else:
            ways = [[[test] if test else [], node] for (test, _), node in zip(ends, nodes, strict=True)]
            names[name] = bounded(["alt", ways], name)
    return names


def bounded(node: Node, text: str) -> Node:
    """The node, or a hole when it has too many ways."""
    return node if count_ways(node) <= MAX_WAYS else ["hole", text, ""]


def count_ways(node: Node) -> int:
    """Number of ways of nested alternatives."""
    if node[0] != "alt":
        return 1
    ways: Sequence[Sequence[Node]] = node[1]  # type: ignore[assignment]
    return sum(count_ways(way[1]) for way in ways)


def node_of_ways(ways: Sequence[Way], text: str) -> Node:
    """One node for several ways."""
    if len(ways) == 1:
        return ways[0][1]
    return bounded(["alt", [[list(tests), node] for tests, node in ways]], text)


def _return(body: Body, statement: ast.Return) -> bool:
    body.exits.append(body.names)
    body.returns.append((body.tests, ["const", None] if statement.value is None else body.node(statement.value)))
    return False


def _assign(body: Body, statement: ast.Assign) -> bool:
    value = body.node(statement.value)
    for target in statement.targets:
        body.assign(target, value)
    return True


def _annotated(body: Body, statement: ast.AnnAssign) -> bool:
    if statement.value is not None:
        body.assign(statement.target, body.node(statement.value))
    return True


def _augmented(body: Body, statement: ast.AugAssign) -> bool:
    target = statement.target
    if isinstance(target, ast.Name) and isinstance(statement.op, ast.Add | ast.Mod):
        left = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        combined = ast.copy_location(ast.BinOp(left, statement.op, statement.value), target)
        combined.end_lineno, combined.end_col_offset = target.end_lineno, target.end_col_offset
        body.names[target.id] = body.node(combined)
    else:
        body.forget(assigned_names([statement]))
    return True


def _if(body: Body, statement: ast.If) -> bool:
    yes, no = selecting_tests(statement.test, body.source, body.names.get)
    return body.branches([(yes, statement.body), (no, statement.orelse)])


def _loop(body: Body, statement: ast.For | ast.AsyncFor | ast.While) -> bool:
    body.forget(assigned_names([statement]))
    endless = isinstance(statement, ast.While) and isinstance(statement.test, ast.Constant) and not statement.orelse
    if endless and not any(isinstance(inner, ast.Break) for inner in ast.walk(statement)):
        body.branches([("", statement.body)])
        return False
    return body.branches([("", []), ("", [*statement.body, *statement.orelse])])


def _try(body: Body, statement: ast.Try) -> bool:
    names = assigned_names(statement.body)
    inside = [("", [*statement.body, *statement.orelse])]
    before = body.names
    ended = body.branches(inside)
    after = body.names
    ends = [("", after)] if ended else []
    for handler in statement.handlers:
        body.names = dict(before)
        body.forget(names)
        if handler.name:
            caught = body.source.segment(handler.type) if handler.type is not None else "BaseException"
            body.names[handler.name] = ["hole", handler.name, caught]
        if body.branches([("", handler.body)]):
            ends.append(("", body.names))
    body.names = joined(ends) if ends else before
    return (bool(ends) and body.follow(statement.finalbody)) if statement.finalbody else bool(ends)


def _with(body: Body, statement: ast.With | ast.AsyncWith) -> bool:
    for item in statement.items:
        if item.optional_vars is not None:
            body.forget(assigned_names([ast.Assign(targets=[item.optional_vars], value=ast.Constant(None))]))
    # A context manager may swallow what its block raises, so control may go on.
    body.follow(statement.body)
    return not any(isinstance(inner, ast.Return) for inner in statement.body)


def _match(body: Body, statement: ast.Match) -> bool:
    subject = body.source.segment(statement.subject)
    body.forget(assigned_names([statement]))
    cases: list[tuple[Test, Sequence[ast.stmt]]] = [("", case.body) for case in statement.cases]
    last = statement.cases[-1]
    if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None):
        cases.append((f"no case fits {subject}", []))
    return body.branches(cases)


def _expression(body: Body, statement: ast.Expr) -> bool:
    match statement.value:
        case ast.Yield() | ast.YieldFrom():
            body.is_generator = True
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) as call:
            if method == "__init__":
                body.names[f"{CONSTRUCTED} {name}"] = body.node(call)
            elif name in body.names and body.names[name][0] in {"list", "dict", "set"}:
                body.forget([name])
        case ast.Call(func=ast.Attribute(attr="__init__")) as call:
            body.names[f"{CONSTRUCTED} {dotted_name(call.func) or ''}"] = body.node(call)
    return True


def _leave(_body: Body, _statement: ast.stmt) -> bool:
    return False


def _nothing(_body: Body, _statement: ast.stmt) -> bool:
    return True


_STATEMENTS: dict[type[ast.stmt], Callable[[Body, Any], bool]] = {
    ast.Return: _return,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.While: _loop,
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.Expr: _expression,
    ast.Raise: _leave,
    ast.Continue: _leave,
    ast.Break: _leave,
    ast.Pass: _nothing,
    ast.Assert: _nothing,
    ast.Import: _nothing,
    ast.ImportFrom: _nothing,
    ast.Global: _nothing,
    ast.Nonlocal: _nothing,
}
"""Each gets the statements of its own key, hence `Any`."""


def assigned_names(statements: Iterable[ast.AST]) -> list[str]:
    """Names, and attributes of `self` as `self.x`, that statements bind, inner blocks included."""
    found: dict[str, None] = {}
    for statement in statements:
        for inner in ast.walk(statement):
            match inner:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    found[name] = None
                case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store() | ast.Del()):
                    found[dotted_name(inner) or ""] = None
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    found[name] = None
                case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                    found[name] = None
    return list(found)
