"""Evaluates small pure expressions of analysed source, without running them.

The answer to each question is a value (`linking.operations` says which there are) or `UNKNOWN`. What is not certainly
the same as what Python would compute is `UNKNOWN`, and `and`, `or`, `not` treat it as Kleene's third truth value.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from errdex.linking.operations import (
    UNKNOWN,
    Bound,
    ClassRef,
    FunctionSource,
    Member,
    Unknown,
    as_set,
    compare,
    is_plain,
    item,
    truth,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_STEPS = 400
"""Expressions and statements that one question may visit."""
MAX_DEPTH = 8
"""Calls inside calls that are followed."""


class World(Protocol):
    """What linking knows of names outside the expression."""

    def value_of_name(self, module: str, dotted: str) -> object:
        """Value of a dotted name at the top of a module: a constant, `Member`, `ClassRef`, `FunctionSource`, or `UNKNOWN`."""

    def attribute_of_class(self, owner: ClassRef, name: str) -> object:
        """What a class or its bases define under a name: a value, a `FunctionSource`, or `UNKNOWN`."""

    def is_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        """Whether one class inherits from another; `None`: not known."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands."""

    module: str
    values: Mapping[str, object]
    """Local names and dotted operands (`self.mode`) with their values; names not here are asked of the world."""


class OutOfSteps(Exception):  # noqa: N818 - it is no error of errdex: the answer is UNKNOWN
    """The question is too large."""


def evaluate(expression: ast.expr, scope: Scope, world: World) -> object:
    """Value of an expression, or `UNKNOWN`."""
    try:
        return _Evaluation(world).expression(expression, scope, 0)
    except (OutOfSteps, RecursionError):
        return UNKNOWN


class _Evaluation:
    """One question; counts its steps."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.steps = 0

    def expression(self, node: ast.expr, scope: Scope, depth: int) -> object:
        """Value of one expression."""
        self.steps += 1
        if self.steps > MAX_STEPS or depth > MAX_DEPTH:
            raise OutOfSteps
        match node:
            case ast.Constant(value=value):
                return value if isinstance(value, str | bytes | int | float | bool | None) else UNKNOWN
            case ast.Name() | ast.Attribute():
                return self.name_or_attribute(node, scope, depth)
            case ast.BoolOp(op=connective, values=values):
                return self.connective(isinstance(connective, ast.Or), values, scope, depth)
            case ast.UnaryOp(op=op, operand=operand):
                return _unary(op, self.expression(operand, scope, depth))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self.comparison(left, ops, comparators, scope, depth)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                known = truth(self.expression(test, scope, depth))
                return UNKNOWN if known is None else self.expression(body if known else orelse, scope, depth)
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                return self.display(node, scope, depth)
            case ast.Subscript(value=container, slice=index):
                return item(self.expression(container, scope, depth), self.expression(index, scope, depth))
            case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                return union(self.expression(left, scope, depth), self.expression(right, scope, depth))
            case ast.Call():
                return self.call(node, scope, depth)
            case _:
                return UNKNOWN

    def display(self, node: ast.Tuple | ast.List | ast.Set | ast.Dict, scope: Scope, depth: int) -> object:
        """A tuple, list, set or dictionary written out."""
        match node:
            case ast.Dict(keys=keys, values=values):
                return self.dictionary(keys, values, scope, depth)
            case ast.Set(elts=elements):
                return as_set(self.elements(elements, scope, depth))
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return self.elements(elements, scope, depth)

    def elements(self, nodes: Sequence[ast.expr], scope: Scope, depth: int) -> object:
        """Tuple of values; `UNKNOWN` when a starred part is."""
        values: list[object] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                part = self.expression(node.value, scope, depth)
                if not isinstance(part, tuple):
                    return UNKNOWN
                values.extend(part)
            else:
                values.append(self.expression(node, scope, depth))
        return tuple(values)

    def dictionary(
        self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr], scope: Scope, depth: int
    ) -> object:
        """Dictionary of values; `UNKNOWN` when a key is."""
        found: dict[object, object] = {}
        for key, value in zip(keys, values, strict=True):
            name = UNKNOWN if key is None else self.expression(key, scope, depth)
            if not is_plain(name):
                return UNKNOWN
            found[name] = self.expression(value, scope, depth)
        return found

    def connective(self, is_or: bool, nodes: Sequence[ast.expr], scope: Scope, depth: int) -> object:
        """`and` / `or`, with an unknown part not hiding a deciding one."""
        last: object = UNKNOWN
        unknown = False
        for node in nodes:
            last = self.expression(node, scope, depth)
            known = truth(last)
            if known is None:
                unknown = True
            elif known is is_or:
                return Unknown(is_or) if unknown else last
        return UNKNOWN if unknown else last

    def comparison(
        self, left: ast.expr, ops: Sequence[ast.cmpop], comparators: Sequence[ast.expr], scope: Scope, depth: int
    ) -> object:
        """A chain of comparisons."""
        unknown = False
        before = self.expression(left, scope, depth)
        for op, node in zip(ops, comparators, strict=True):
            after = self.expression(node, scope, depth)
            result = compare(op, before, after)
            if result is False:
                return False
            unknown = unknown or result is None
            before = after
        return UNKNOWN if unknown else True

    def name_or_attribute(self, node: ast.Name | ast.Attribute, scope: Scope, depth: int) -> object:
        """A name, or an attribute of a value."""
        dotted = dotted_name(node)
        if dotted and dotted in scope.values:
            return scope.values[dotted]
        if isinstance(node, ast.Name):
            return self.world.value_of_name(scope.module, node.id)
        root = dotted.partition(".")[0]
        if root and root not in scope.values:
            value = self.world.value_of_name(scope.module, dotted)
            if not isinstance(value, Unknown):
                return value
        return self.attribute(self.expression(node.value, scope, depth), node.attr, depth)

    def attribute(self, value: object, name: str, depth: int) -> object:
        """Attribute of an enumeration's member or of a class."""
        match value:
            case Member(name=member) if name in ("name", "_name_"):
                return member
            case Member(value=underlying) if name in ("value", "_value_"):
                return underlying
            case Member(owner=owner) | (ClassRef() as owner):
                found = self.world.attribute_of_class(owner, name)
            case _:
                return UNKNOWN
        if isinstance(found, FunctionSource):
            if found.kind == "property" and isinstance(value, Member):
                return self.apply(Bound(found, value), [], {}, depth)
            return Bound(found, value)
        return found

    def call(self, node: ast.Call, scope: Scope, depth: int) -> object:
        """A call of a predicate, or of one of the few builtins whose meaning is fixed."""
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            return UNKNOWN
        arguments = [self.expression(argument, scope, depth) for argument in node.args]
        keywords = {k.arg: self.expression(k.value, scope, depth) for k in node.keywords if k.arg is not None}
        match node.func:
            case ast.Name(id="isinstance") if len(arguments) == 2 and not keywords:
                return self.isinstance(arguments[0], arguments[1])
            case ast.Name(id="set" | "frozenset") if len(arguments) <= 1 and not keywords:
                return as_set(arguments[0]) if arguments else frozenset()
            case ast.Name(id="tuple" | "list") if len(arguments) == 1 and isinstance(arguments[0], tuple):
                return arguments[0]
            case ast.Name(id="bool") if len(arguments) == 1 and not keywords:
                known = truth(arguments[0])
                return UNKNOWN if known is None else known
            case ast.Attribute(value=receiver, attr="keys") if not arguments:
                keys = self.expression(receiver, scope, depth)
                return tuple(keys) if isinstance(keys, dict) else UNKNOWN
            case _:
                function = self.expression(node.func, scope, depth)
        if isinstance(function, FunctionSource):
            function = Bound(function, None)
        return self.apply(function, arguments, keywords, depth) if isinstance(function, Bound) else UNKNOWN

    def isinstance(self, value: object, classes: object) -> object:
        """`isinstance` of a member or a constant."""
        options = classes if isinstance(classes, tuple) else (classes,)
        if isinstance(value, Member):
            owner = value.owner
        elif value is None or isinstance(value, str | bytes | int | float | bool):
            owner = ClassRef(f"builtins.{type(value).__name__}")
        else:
            return UNKNOWN
        answers = [self.world.is_subclass(owner, one) if isinstance(one, ClassRef) else None for one in options]
        if True in answers:
            return True
        return UNKNOWN if None in answers else False

    def apply(self, bound: Bound, arguments: list[object], keywords: Mapping[str, object], depth: int) -> object:
        """Value that a small function returns."""
        function = bound.function
        if function.kind in ("method", "property", "classmethod"):
            arguments = [bound.receiver, *arguments]
        values = _bind(function.tree.args, arguments, keywords)
        if values is None:
            return UNKNOWN
        for name, default in _defaults(function.tree.args):
            if name not in values:
                values[name] = self.expression(default, Scope(function.module, {}), depth + 1)
        return self.block(function.tree.body, Scope(function.module, values), depth + 1)

    def block(self, body: Sequence[ast.stmt], scope: Scope, depth: int) -> object:
        """Value that a block returns; `None` at its end; `UNKNOWN` when that cannot be told."""
        values = dict(scope.values)
        scope = Scope(scope.module, values)
        for position, statement in enumerate(body):
            match statement:
                case ast.Return(value=None):
                    return None
                case ast.Return(value=ast.expr() as value):
                    return self.expression(value, scope, depth)
                case ast.If(test=test, body=then, orelse=orelse):
                    known = truth(self.expression(test, scope, depth))
                    if known is None:
                        return UNKNOWN
                    return self.block([*(then if known else orelse), *body[position + 1 :]], scope, depth + 1)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    values[name] = self.expression(value, scope, depth)
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    continue
                case _:
                    return UNKNOWN
        return None


def _unary(op: ast.unaryop, value: object) -> object:
    """`not x` and `-x`."""
    if isinstance(op, ast.Not):
        known = truth(value)
        return UNKNOWN if known is None else not known
    return -value if isinstance(op, ast.USub) and isinstance(value, int | float) else UNKNOWN


def dotted_name(node: ast.expr) -> str:
    """`a.b.c` of a chain of attributes on a name, `""` for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def _bind(
    signature: ast.arguments, arguments: Sequence[object], keywords: Mapping[str, object]
) -> dict[str, object] | None:
    """Parameters with the values given for them; `None` when the call does not fit or is variadic."""
    if signature.vararg or signature.kwarg:
        return None
    positional = [parameter.arg for parameter in (*signature.posonlyargs, *signature.args)]
    names = {*positional, *(parameter.arg for parameter in signature.kwonlyargs)}
    if len(arguments) > len(positional) or not names >= keywords.keys():
        return None
    values = dict(zip(positional, arguments, strict=False))
    values.update(keywords)
    required = positional[: len(positional) - len(signature.defaults)]
    required += [p.arg for p, d in zip(signature.kwonlyargs, signature.kw_defaults, strict=True) if d is None]
    return values if values.keys() >= set(required) else None


def _defaults(signature: ast.arguments) -> list[tuple[str, ast.expr]]:
    """Parameters that have a default, with it."""
    positional = [*signature.posonlyargs, *signature.args]
    given = positional[len(positional) - len(signature.defaults) :]
    pairs = [(parameter.arg, default) for parameter, default in zip(given, signature.defaults, strict=True)]
    keyword = zip(signature.kwonlyargs, signature.kw_defaults, strict=True)
    return pairs + [(parameter.arg, default) for parameter, default in keyword if default is not None]
