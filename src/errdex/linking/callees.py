"""Calls: a class makes an instance, a function whose result is known is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.arguments import arguments_of, bind
from errdex.linking.definitions import (
    BuiltinClass,
    ClassDefinition,
    ConstantDefinition,
    ForeignClass,
    FunctionDefinition,
)
from errdex.linking.instances import MAX_DEPTH, printed_instance
from errdex.linking.lookups import class_of
from errdex.linking.texts import values_of
from errdex.linking.values import Arguments, Frame, Instance, Named, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.definitions import AnyClass
    from errdex.linking.values import Evaluator, Way
    from errdex.nouns.facts import Node

MAX_FOLLOWED = 4
"""Functions inside functions that are followed for what they return."""
_HARMLESS = frozenset({
    "property", "cached_property", "functools.cached_property", "staticmethod", "classmethod", "abstractmethod", "override",
    "abc.abstractmethod", "lru_cache", "functools.lru_cache", "cache", "functools.cache", "final", "typing.final", "typing.override", "no_type_check", "typing.no_type_check", "overload", "typing.overload",
})  # fmt: skip
"""Decorators that do not change what a function returns."""
_TOLD = {"str": "str", "int": "int", "bool": "bool", "float": "float"}


def call_ways(evaluator: Evaluator, node: Node, frame: Frame) -> list[Way]:
    """The values of a call."""
    callee, text = str(node[1]), str(node[4])
    arguments = arguments_of(evaluator, node[2], node[3], frame)  # type: ignore[arg-type]
    root, _, rest = callee.partition(".")
    if root in {"self", "cls"}:
        return _own_call(evaluator, rest, arguments, text, frame)
    if root == "super()":
        return _inherited_call(evaluator, rest, arguments, text, frame)
    if callee.startswith("("):
        return _called_parameter(evaluator, callee[1:-1], arguments, text, frame)
    if callee in {"object.__str__", "object.__repr__"} and frame.instance is not None:
        return values_of(evaluator.printed(frame.instance, "r"))
    if callee.endswith(".__str__") and frame.instance is not None:
        return _named_str(evaluator, callee, text, frame)
    return _defined_call(evaluator, callee, arguments, text, frame)


def _defined_call(evaluator: Evaluator, callee: str, arguments: Arguments, text: str, frame: Frame) -> list[Way]:
    """A call of what a module defines or imports."""
    found = evaluator.modules.resolve(frame.module, callee) if callee else None
    match found:
        case ClassDefinition():
            return [(Instance(found, arguments, text), ())]
        case BuiltinClass() if evaluator.hierarchy.inherits(found, "BaseException"):
            return [(Instance(found, arguments, text), ())]
        case FunctionDefinition(owner=None):
            return follow(evaluator, found, arguments, text, Frame(found.module, depth=frame.depth), skip_first=False)
        case FunctionDefinition(owner=ClassDefinition() as owner):
            static = "staticmethod" in found.facts.decorators
            bound = "classmethod" in found.facts.decorators
            if static or bound:
                home = Frame(found.module, owner, receiver=owner, depth=frame.depth)
                return follow(evaluator, found, arguments, text, home, skip_first=bound)
        case ConstantDefinition():
            named = [value for value, _ in evaluator.ways(found.node, Frame(found.module, found.owner))]
            if all(isinstance(value, Named) and is_class(value.definition) for value in named):
                return [(Instance(value.definition, arguments, text), ()) for value in named]  # type: ignore[union-attr,arg-type]
    return [(Unknown(text), ())]


def _called_parameter(evaluator: Evaluator, name: str, arguments: Arguments, text: str, frame: Frame) -> list[Way]:
    """A class that was passed on: `def fail(error, text): return error(text)`."""
    if frame.bindings is None or name not in frame.bindings:
        return [(Unknown(text), ())]
    found: list[Way] = []
    for value, tests in evaluator.operand_ways(frame.bindings[name]):
        if isinstance(value, Named) and is_class(value.definition):
            found.append((Instance(value.definition, arguments, text), tests))  # type: ignore[arg-type]  # it is a class
        else:
            found.append((Unknown(text), tests))
    return found


def is_class(definition: object) -> bool:
    """Whether a definition is a class."""
    return isinstance(definition, ClassDefinition | BuiltinClass | ForeignClass)


def _own_call(evaluator: Evaluator, name: str, arguments: Arguments, text: str, frame: Frame) -> list[Way]:
    cls = frame.receiver
    if cls is None:
        return [(Unknown(text), ())]
    if name in {"", "__class__"}:
        return [(Instance(cls, arguments, text, exact=False), ())]
    if "." in name:
        return [(Unknown(text), ())]
    if name == "__str__" and frame.instance is not None:
        return values_of(printed_instance(evaluator, frame.instance))
    method = find_method(evaluator, cls, name, 0)
    if method is not None:
        return _followed_method(evaluator, method, arguments, text, frame)
    named = class_of(evaluator, frame, name)
    if named is not None and isinstance(named[0], Named) and is_class(named[0].definition):
        return [(Instance(named[0].definition, arguments, text, exact=False), ())]  # type: ignore[arg-type]
    return [(Unknown(text), ())]


def _inherited_call(evaluator: Evaluator, name: str, arguments: Arguments, text: str, frame: Frame) -> list[Way]:
    cls = frame.receiver or frame.owner
    if cls is None or frame.owner is None:
        return [(Unknown(text), ())]
    classes = evaluator.hierarchy.ancestry(cls).classes
    start = classes.index(frame.owner) + 1 if frame.owner in classes else len(classes)
    if name == "__str__" and frame.instance is not None:
        return values_of(printed_instance(evaluator, frame.instance, start))
    method = find_method(evaluator, cls, name, start)
    return [(Unknown(text), ())] if method is None else _followed_method(evaluator, method, arguments, text, frame)


def _named_str(evaluator: Evaluator, callee: str, text: str, frame: Frame) -> list[Way]:
    """`Base.__str__(self)`."""
    found = evaluator.modules.resolve(frame.module, callee.removesuffix(".__str__"))
    if frame.instance is None:
        return [(Unknown(text), ())]
    classes = evaluator.hierarchy.ancestry(frame.instance.cls).classes
    if found not in classes:
        return [(Unknown(text), ())]
    return values_of(printed_instance(evaluator, frame.instance, classes.index(found)))


def find_method(evaluator: Evaluator, cls: AnyClass, name: str, start: int) -> FunctionDefinition | None:
    """A method by the order of the hierarchy, from the `start`-th class on; `None`: not known."""
    for ancestor in evaluator.hierarchy.ancestry(cls).classes[start:]:
        if not isinstance(ancestor, ClassDefinition):
            return None
        method = ancestor.method(name)
        if method is not None:
            return FunctionDefinition(ancestor.module, method, ancestor)
        if name in ancestor.attributes or name in ancestor.sets:
            return None
    return None


def _followed_method(
    evaluator: Evaluator, method: FunctionDefinition, arguments: Arguments, text: str, frame: Frame
) -> list[Way]:
    home = Frame(method.module, method.owner, None, frame.receiver, frame.instance, frame.depth)
    static = "staticmethod" in method.facts.decorators
    return follow(evaluator, method, arguments, text, home, skip_first=not static)


def follow(
    evaluator: Evaluator,
    function: FunctionDefinition,
    arguments: Arguments,
    text: str,
    home: Frame,
    *,
    skip_first: bool,
) -> list[Way]:
    """What a function returns for these arguments."""
    facts = function.facts
    unknown: Sequence[Way] = [(Unknown(text, _TOLD.get(facts.annotation, "")), ())]
    if facts.returns is None or home.depth >= min(MAX_FOLLOWED, MAX_DEPTH):
        return list(unknown)
    if any(decorator not in _HARMLESS for decorator in facts.decorators):
        return list(unknown)
    bindings = bind(facts, arguments, function.module, skip_first=skip_first)
    if home.instance is not None:
        bindings["self"] = home.instance
    return evaluator.ways(facts.returns, home._replace(bindings=bindings, depth=home.depth + 1))
