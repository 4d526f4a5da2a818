"""What running code may change: names it binds, objects it may alter, calls that may do anything.

A clause that was true at its test is *stale* at the site when something in between may have changed its operands. Objects
are followed by the name they are reached through: `self.items.append(x)`, `add(self)` and `self.x = 1` all *touch* `self`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from errdex.languages.python.bindings import captured_names
from errdex.languages.python.purity import is_fresh, is_repeatable, only_tells


class Effects:
    """What some code may change."""

    __slots__ = ("assigned", "firm", "opaque", "own", "parts", "pauses", "touched")

    def __init__(self) -> None:
        self.assigned: set[str] = set()
        """Names bound or deleted."""
        self.touched: set[str] = set()
        """Names of objects that may have been altered."""
        self.parts: set[str] = set()
        """Names of containers of which an item alone was handed on (`f(key["x"])`): what they hold stays in its place."""
        self.opaque = False
        """Whether something was called of which nothing is known."""
        self.pauses = False
        """Whether other code may have run in between (`await`, `yield`)."""
        self.own: dict[str, set[str]] = {}
        """What calls of plain names (`f`) and of methods of the receiver (`.m`) may touch: the file may show that they do not."""
        self.firm: tuple[set[str], bool] | None = None
        """`touched` and `opaque` without those calls; `None`: there are none."""

    def __bool__(self) -> bool:
        return bool(self.assigned or self.touched or self.parts or self.opaque or self.pauses)


def effects_of(nodes: Iterable[ast.AST]) -> Effects:
    """What running these statements or expressions may change; every branch counts, bodies of definitions do not."""
    effects = Effects()
    stack: list[Any] = list(nodes)
    pop, push = stack.pop, stack.append
    while stack:
        node = pop()
        kind = type(node)
        if kind is ast.Name:  # the commonest kinds first, without a call
            if type(node.ctx) is not ast.Load:
                effects.assigned.add(node.id)
            continue
        if kind is ast.Constant:
            continue
        if kind is ast.Attribute:
            if type(node.ctx) is not ast.Load:
                effects.touched |= roots_of(node.value)
            push(node.value)
            continue
        visit = _VISIT.get(kind)
        if visit is not None and visit(node, effects, stack):
            continue
        for field in CHILD_FIELDS[kind]:
            child = getattr(node, field)
            if type(child) is list:
                stack.extend(child if None not in child else filter(None, child))
            elif child is not None:
                push(child)
    if effects.own:
        effects.firm = (set(effects.touched), effects.opaque)
        effects.touched.update(*effects.own.values())
        effects.opaque = True
    return effects


def without(effects: Effects, harmless: Callable[[str], bool]) -> Effects:
    """The effects that are left when calls of some functions change nothing."""
    if effects.firm is None:
        return effects
    others = [name for name in effects.own if not harmless(name)]
    if len(others) == len(effects.own):
        return effects
    left = Effects()
    touched, opaque = effects.firm
    left.assigned, left.pauses, left.parts = effects.assigned, effects.pauses, effects.parts
    left.touched = touched.union(*(effects.own[name] for name in others))
    left.opaque = opaque or bool(others)
    return left


_PARTS = frozenset({ast.Attribute, ast.Subscript, ast.Starred, ast.Await, ast.NamedExpr})
"""Expressions whose value is, or is part of, what their `value` is."""


def roots_of(expression: ast.expr) -> set[str]:
    """Names whose objects the value of an expression may be, or may be part of."""
    while type(expression) in _PARTS:
        expression = expression.value  # type: ignore[attr-defined]
    if type(expression) is ast.Name:
        return {expression.id}
    roots: set[str] = set()
    if type(expression) is ast.Constant:
        return roots
    stack: list[ast.AST] = [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name):
            roots.add(node.id)
        else:
            stack.extend(_makings(node))
    return roots


def _makings(node: ast.AST) -> list[ast.expr]:
    """The expressions whose values the value of one may be, or may be part of."""
    match node:
        case ast.Attribute() | ast.Subscript() | ast.Starred() | ast.Await() | ast.NamedExpr():
            return [node.value]
        case ast.Call() if not is_fresh(node):
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            return [*receiver, *node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Tuple() | ast.List() | ast.Set():
            return node.elts
        case ast.Dict() | ast.BoolOp():
            return node.values
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return [generator.iter for generator in node.generators]
        case _:
            return []


def _part(node: ast.Subscript, effects: Effects, _stack: list[ast.AST]) -> bool:
    if type(node.ctx) is not ast.Load:
        effects.touched |= roots_of(node.value)
    return False


def _call(node: ast.Call, effects: Effects, _stack: list[ast.AST]) -> bool:
    if is_repeatable(node) or only_tells(node):
        return False
    touched = effects.touched
    match node.func:
        case ast.Name(id=name):
            touched = effects.own.setdefault(name, set())
            touched.add(name)
        case ast.Attribute(value=ast.Name(id="self" | "cls" as receiver), attr=name):
            touched = effects.own.setdefault(f".{name}", set())
            touched.add(receiver)
        case ast.Attribute(value=owner):
            effects.opaque = True
            touched |= roots_of(owner)
        case _:
            effects.opaque = True
    for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
        item = container_of(argument)
        if item is None:
            touched |= roots_of(argument)
        else:
            effects.parts.add(item)
    return False


def container_of(expression: ast.expr) -> str | None:
    """The name of the container whose item an expression is, found under a constant key: `key["x"]`, `key.get("x")`."""
    match expression:
        case (
            ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str()))
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[ast.Constant(value=str())])
        ):
            return name
    return None


def _augmented(node: ast.AugAssign, effects: Effects, _stack: list[ast.AST]) -> bool:
    effects.touched |= roots_of(node.target)
    return False


def _pause(_node: ast.AST, effects: Effects, _stack: list[ast.AST]) -> bool:
    effects.pauses = True
    return False


def _with(node: ast.With | ast.AsyncWith, effects: Effects, _stack: list[ast.AST]) -> bool:
    effects.pauses |= isinstance(node, ast.AsyncWith)
    for item in node.items:
        effects.touched |= roots_of(item.context_expr)
    return False


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, effects: Effects, stack: list[ast.AST]) -> bool:
    effects.assigned.add(node.name)
    stack.extend(node.decorator_list)
    stack.extend(default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None)
    return True


def _class(node: ast.ClassDef, effects: Effects, stack: list[ast.AST]) -> bool:
    effects.assigned.add(node.name)
    effects.opaque = True
    stack.extend((*node.decorator_list, *node.bases))
    return True


def _import(node: ast.Import | ast.ImportFrom, effects: Effects, _stack: list[ast.AST]) -> bool:
    effects.assigned.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
    effects.opaque = True
    return True


def _handler(node: ast.ExceptHandler, effects: Effects, _stack: list[ast.AST]) -> bool:
    if node.name:
        effects.assigned.add(node.name)
    return False


def _case(node: ast.match_case, effects: Effects, stack: list[ast.AST]) -> bool:
    effects.assigned |= captured_names(node.pattern)
    if node.guard is not None:
        stack.append(node.guard)
    stack.extend(node.body)
    return True


def _comprehension(node: ast.comprehension, effects: Effects, stack: list[ast.AST]) -> bool:
    effects.pauses |= bool(node.is_async)
    stack.append(node.iter)
    stack.extend(node.ifs)
    return True


def _nothing(_node: ast.AST, _effects: Effects, _stack: list[ast.AST]) -> bool:
    return True


_VISIT: dict[type[ast.AST], Callable[[Any, Effects, list[ast.AST]], bool]] = {
    ast.Subscript: _part,
    ast.Call: _call,
    ast.AugAssign: _augmented,
    ast.Await: _pause,
    ast.Yield: _pause,
    ast.YieldFrom: _pause,
    ast.AsyncFor: _pause,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Lambda: _nothing,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Global: _nothing,
    ast.Nonlocal: _nothing,
    ast.ExceptHandler: _handler,
    ast.match_case: _case,
    ast.comprehension: _comprehension,
}

_LEAVES = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


def _child_fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """Fields of a kind of node that hold nodes with effects."""
    skipped = {"ctx", "op", "ops", "annotation", "type_comment", "returns", "kind", "id", "attr", "arg", "name", "names", "level",
               "module", "conversion", "simple", "is_async", "lineno", "type_params", "pattern", "rest", "cls",
               "kwd_attrs", "str", "n", "s", "tag"}  # fmt: skip
    return () if kind is ast.Constant else tuple(field for field in kind._fields if field not in skipped)


CHILD_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: _child_fields(kind)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST) and not issubclass(kind, _LEAVES)
}
"""Fields of each kind of node whose nodes read names or have effects."""
