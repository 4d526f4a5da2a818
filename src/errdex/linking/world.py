"""Values of names, for evaluation: enumerations with their members, constants, small functions, across modules."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from errdex.linking.definitions import (
    BuiltinClass,
    ClassDefinition,
    ConstantDefinition,
    FunctionDefinition,
)
from errdex.linking.operations import UNKNOWN, ClassRef, FunctionSource, Growing, Member, Unknown, as_set, is_plain

if TYPE_CHECKING:
    from errdex.linking.definitions import Definition, Module
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.nouns.facts import Node

MAX_DEPTH = 6
"""Collections inside collections that are read."""
_IDENTITY = ("__eq__", "__ne__", "__hash__", "__contains__")
"""Methods that change what comparing members means."""
_MIXINS = {"StrEnum": "str", "TextChoices": "str", "IntEnum": "int", "IntegerChoices": "int"}
_TUPLE_VALUES = frozenset({"TextChoices", "IntegerChoices", "Choices"})
_MANY_AT_ONCE = frozenset({"Flag", "IntFlag"})


class DistributionWorld:
    """The `World` of one distribution's modules; everything is looked up once."""

    def __init__(self, modules: Modules, hierarchy: Hierarchy) -> None:
        self.modules, self.hierarchy = modules, hierarchy
        self._classes: dict[str, ClassDefinition] = {}
        self._members: dict[ClassDefinition, dict[str, Member]] = {}
        self._functions: dict[tuple[str, str], object] = {}

    def value_of_name(self, module: str, dotted: str) -> object:
        """As `World.value_of_name`; `module` is the module's dotted name, or its path where it has none."""
        found = self.modules.module(module)
        return UNKNOWN if found is None else self.value_of(self.modules.resolve(found, dotted))

    def value_of(self, found: Definition | None) -> object:
        """The value that a definition stands for."""
        match found:
            case ClassDefinition() | BuiltinClass():
                return self.reference(found)
            case ConstantDefinition(owner=ClassDefinition() as owner) if self.members(owner):
                return self.members(owner).get(found.name.rpartition(".")[2], UNKNOWN)
            case ConstantDefinition(module=module, node=node):
                return self.value_of_node(node, module)
            case FunctionDefinition():
                return self.function(found)
            case _:
                return UNKNOWN

    def reference(self, cls: ClassDefinition | BuiltinClass) -> ClassRef:
        """The class as a value."""
        if isinstance(cls, ClassDefinition):
            self._classes.setdefault(cls.qualified, cls)
        return ClassRef(cls.qualified)

    def attribute_of_class(self, owner: ClassRef, name: str) -> object:
        """As `World.attribute_of_class`."""
        cls = self._classes.get(owner.qualified)
        if cls is None:
            return UNKNOWN
        members = self.members(cls)
        if name in members:
            return members[name]
        for ancestor in self.hierarchy.ancestry(cls).classes:
            if not isinstance(ancestor, ClassDefinition):
                return UNKNOWN
            if ancestor.method(name) is not None:
                return self.function(
                    FunctionDefinition(
                        ancestor.module, ancestor.module.functions[f"{ancestor.facts.name}.{name}"], ancestor
                    )
                )
            if name in ancestor.attributes:
                return self.value_of_node(ancestor.attributes[name], ancestor.module)
        return UNKNOWN

    def is_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        """As `World.is_subclass`."""
        if owner == base:
            return True
        cls = self._classes.get(owner.qualified)
        if cls is None:
            return None if base.qualified in self._classes else self._builtin_subclass(owner, base)
        ancestry = self.hierarchy.ancestry(cls)
        if any(ancestor.qualified == base.qualified for ancestor in ancestry.classes):
            return True
        if self.members(cls) and base.qualified in ("builtins.str", "builtins.int"):
            return base.qualified == f"builtins.{self.mixin(cls)}"
        return False if ancestry.complete and base.qualified in self._classes else None

    def _builtin_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        owners = self.hierarchy.ancestry(BuiltinClass(owner.qualified.rpartition(".")[2])).classes
        if not base.qualified.startswith("builtins."):
            return None
        return any(ancestor.qualified == base.qualified for ancestor in owners) or base.qualified == "builtins.object"

    def members(self, cls: ClassDefinition) -> dict[str, Member]:
        """An enumeration's names with their members, aliases with the member they stand for; empty for any other class,
        for flags (whose values combine), and where comparing members may mean something else than usual.
        """
        known = self._members.get(cls)
        if known is None:
            self._members[cls] = known = {}
            if self.hierarchy.is_enumeration(cls) and self.is_plain_enumeration(cls):
                known.update(self._listed(cls))
        return known

    def members_of(self, owner: ClassRef) -> tuple[Member, ...]:
        """The distinct members of an enumeration that was met before."""
        return tuple(dict.fromkeys(self.members(self._classes[owner.qualified]).values()))

    def is_plain_enumeration(self, cls: ClassDefinition) -> bool:
        """Whether members are single values that compare by identity (or as their `str` or `int`)."""
        for ancestor in self.hierarchy.ancestry(cls).classes:
            if ancestor.qualified.rpartition(".")[2] in _MANY_AT_ONCE:
                return False
            own = isinstance(ancestor, ClassDefinition) and not ancestor.qualified.startswith("enum.")
            if own and isinstance(ancestor, ClassDefinition) and any(ancestor.method(name) for name in _IDENTITY):
                return False
        return True

    def _listed(self, cls: ClassDefinition) -> dict[str, Member]:
        owner, mixin = self.reference(cls), self.mixin(cls)
        names = {ancestor.qualified.rpartition(".")[2] for ancestor in self.hierarchy.ancestry(cls).classes}
        has_own_numbers = any(
            isinstance(ancestor, ClassDefinition)
            and not ancestor.qualified.startswith("enum.")
            and (ancestor.method("_generate_next_value_") or ancestor.method("__new__"))
            for ancestor in self.hierarchy.ancestry(cls).classes
        )
        found: dict[str, Member] = {}
        last: object = 0
        for name, node in cls.facts.attributes:
            if name.startswith("_") or cls.method(name) is not None or is_nonmember(node):
                continue
            value = (
                self._next_value(name, last, "StrEnum" in names)
                if is_auto(node)
                else self._member_value(cls, node, names)
            )
            if has_own_numbers:
                value = UNKNOWN
            same = next((member for member in found.values() if is_plain(value) and _same(member.value, value)), None)
            found[name] = same or Member(owner, name, value, mixin)
            last = value
        return found

    def _member_value(self, cls: ClassDefinition, node: Node, names: set[str]) -> object:
        value = self.value_of_node(node, cls.module)
        if isinstance(value, tuple) and names & _TUPLE_VALUES and value:
            return value[0]
        return value

    @staticmethod
    def _next_value(name: str, last: object, is_text: bool) -> object:
        if is_text:
            return name.lower()
        return last + 1 if isinstance(last, int) and not isinstance(last, bool) else UNKNOWN

    def mixin(self, cls: ClassDefinition) -> str:
        """`str` or `int` where members are also such values, else `""`."""
        for ancestor in self.hierarchy.ancestry(cls).classes:
            name = ancestor.qualified.rpartition(".")[2]
            if name in ("str", "int"):
                return name
            if name in _MIXINS:
                return _MIXINS[name]
        return ""

    def function(self, found: FunctionDefinition) -> object:
        """A small pure function as a value; `UNKNOWN` when its body was not kept."""
        key = (found.module.name or found.module.path, found.facts.name)
        if key not in self._functions:
            self._functions[key] = self._parsed(found, key[0])
        return self._functions[key]

    def _parsed(self, found: FunctionDefinition, module: str) -> object:
        if not found.facts.body:
            return UNKNOWN
        try:
            (tree,) = ast.parse(found.facts.body).body
        except (SyntaxError, ValueError, RecursionError):
            return UNKNOWN
        kinds = {"property", "cached_property", "staticmethod", "classmethod"}
        decorators = {name.rpartition(".")[2] for name in found.facts.decorators}
        if not isinstance(tree, ast.FunctionDef) or decorators - kinds - {"abstractmethod", "override", "final"}:
            return UNKNOWN
        kind = next(iter(decorators & kinds), "function" if found.owner is None else "method")
        return FunctionSource(module, tree, "property" if kind == "cached_property" else kind)

    def value_of_node(self, node: Node, module: Module, depth: int = 0) -> object:
        """The value of a constant's node."""
        if depth > MAX_DEPTH:
            return UNKNOWN
        match node:
            case ["const", (str() | int() | float() | bool() | None) as value]:
                return value
            case ["name", str(dotted)]:
                return self.value_of(self.modules.resolve(module, dotted))
            case ["tuple", [*items]]:
                return self._items(items, module, depth)
            case ["list" | "set", [*items], *_]:
                listed = self._items(items, module, depth)
                return Growing(listed) if isinstance(listed, tuple) and all(map(is_plain, listed)) else UNKNOWN
            case ["dict", [*items]]:
                return self._dictionary(items, module, depth)
            case ["call", "frozenset", [inner], [], *_]:
                return as_set(_items_of(self.value_of_node(_as_node(inner), module, depth + 1)))
            case ["call", "set" | "list" | "tuple" as kind, [inner], [], *_]:
                values = _items_of(self.value_of_node(_as_node(inner), module, depth + 1))
                return values if kind == "tuple" or isinstance(values, Unknown) else Growing(values)
            case _:
                return UNKNOWN

    def _items(self, items: list[object], module: Module, depth: int) -> tuple[object, ...] | Unknown:
        values: list[object] = []
        for item in items:
            match item:
                case ["star", inner]:
                    more = _items_of(self.value_of_node(_as_node(inner), module, depth + 1))
                    if isinstance(more, Unknown):
                        return UNKNOWN
                    values.extend(more)
                case _:
                    values.append(self.value_of_node(_as_node(item), module, depth + 1))
        return tuple(values)

    def _dictionary(self, items: list[object], module: Module, depth: int) -> object:
        found: dict[object, object] = {}
        for item in items:
            match item:
                case [["star"], _]:
                    return UNKNOWN
                case [key, value]:
                    name = self.value_of_node(_as_node(key), module, depth + 1)
                    if not is_plain(name):
                        return UNKNOWN
                    found[name] = self.value_of_node(_as_node(value), module, depth + 1)
        return Growing(found)


def is_auto(node: Node) -> bool:
    """Whether a member's definition is `auto()`."""
    return node[0] == "call" and str(node[1]).rpartition(".")[2] == "auto"


def is_nonmember(node: Node) -> bool:
    """Whether the class body defines something that is no member."""
    return node[0] == "call" and str(node[1]).rpartition(".")[2] in (
        "nonmember",
        "property",
        "staticmethod",
        "classmethod",
    )


def _same(one: object, other: object) -> bool:
    return is_plain(one) and one == other


def _items_of(value: object) -> tuple[object, ...] | Unknown:
    """The items of a collection."""
    if isinstance(value, Growing):
        value = value.items
    return tuple(value) if isinstance(value, tuple | frozenset | dict) else UNKNOWN


def _as_node(item: object) -> Node:
    return item if isinstance(item, list | tuple) else ("hole", "", "")
