"""Which classes a class inherits from, and whose layout decides how it prints."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.definitions import AnyClass, BuiltinClass, ClassDefinition, ConstantDefinition, ForeignClass

if TYPE_CHECKING:
    from errdex.linking.modules import Modules

MAX_CLASSES = 60
"""Ancestors that are looked at."""
_ENUMS = frozenset(
    {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "TextChoices", "IntegerChoices", "Choices", "EnumMeta"}
)


class Ancestry(NamedTuple):
    """A class and all it inherits from, in the order in which attributes are looked up."""

    classes: tuple[AnyClass, ...]
    complete: bool
    """Whether all ancestors are known."""


class Hierarchy:
    """Ancestries, found once each."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._known: dict[AnyClass, Ancestry] = {}
        self._children: dict[ClassDefinition, list[ClassDefinition]] | None = None

    def ancestry(self, cls: AnyClass, depth: int = 0) -> Ancestry:
        """The class and its ancestors; a cycle or an endless chain ends in an unknown class."""
        known = self._known.get(cls)
        if known is not None:
            return known
        if isinstance(cls, BuiltinClass):
            found = Ancestry(builtin_ancestry(cls.name), complete=True)
        elif isinstance(cls, ForeignClass) or depth > MAX_CLASSES:
            found = Ancestry((cls,), complete=False)
        else:
            self._known[cls] = Ancestry((cls,), complete=False)
            lines = [self.ancestry(base, depth + 1) for base in self.bases(cls)]
            merged = merge([list(line.classes) for line in lines] + [list(self.bases(cls))])
            found = Ancestry((cls, *merged)[:MAX_CLASSES], all(line.complete for line in lines))
        self._known[cls] = found
        return found

    def bases(self, cls: ClassDefinition) -> list[AnyClass]:
        """The classes named in the class statement; what is not known of them as `ForeignClass`."""
        found: list[AnyClass] = []
        for name in cls.facts.bases:
            if name in _NEUTRAL:
                continue
            base = self._base(cls, name) if name else ForeignClass("")
            if base is not cls and base not in found:
                found.append(base)
        return found

    def _base(self, cls: ClassDefinition, name: str) -> AnyClass:
        resolved = None
        outer = cls.facts.name.rpartition(".")[0]
        while outer and resolved is None:  # a class inside a class or function may inherit from its neighbour
            if f"{outer}.{name}" in cls.module.classes:
                resolved = self.modules.class_in(cls.module, f"{outer}.{name}")
            outer = outer.rpartition(".")[0]
        if resolved is None or resolved is cls:
            found = self.modules.resolve(cls.module, name)
            if isinstance(found, ConstantDefinition):
                return ForeignClass("")
            if isinstance(found, ClassDefinition | BuiltinClass | ForeignClass):
                return found
            return ForeignClass("")
        return resolved

    def children(self, cls: ClassDefinition) -> list[ClassDefinition]:
        """All classes of the distribution that inherit from this one."""
        if self._children is None:
            self._children = {}
            for module in self.modules.own.values():
                for name in module.classes:
                    child = self.modules.class_in(module, name)
                    for base in self.bases(child):
                        if isinstance(base, ClassDefinition):
                            self._children.setdefault(base, []).append(child)
        found: dict[ClassDefinition, None] = {}
        pending = list(self._children.get(cls, ()))
        while pending:
            child = pending.pop(0)
            if child not in found and child is not cls:
                found[child] = None
                pending.extend(self._children.get(child, ()))
        return list(found)

    def is_enumeration(self, cls: ClassDefinition) -> bool:
        """Whether the class is, as far as names show, an enumeration."""
        return any(ancestor.qualified.rpartition(".")[2] in _ENUMS for ancestor in self.ancestry(cls).classes[1:])

    def inherits(self, cls: AnyClass, name: str) -> bool:
        """Whether a builtin class is among the ancestors."""
        return BuiltinClass(name) in self.ancestry(cls).classes


_NEUTRAL = frozenset({"object", "Generic", "Protocol", "typing.Generic", "typing.Protocol", "t.Generic", "t.Protocol"})
"""Bases that say nothing of attributes and printing."""


def builtin_ancestry(name: str) -> tuple[AnyClass, ...]:
    """Classes of `builtins` in their own order, without `object`."""
    cls = getattr(builtins, name, None)
    if not isinstance(cls, type):
        return (BuiltinClass(name),)
    return tuple(BuiltinClass(ancestor.__name__) for ancestor in cls.__mro__ if ancestor is not object)


def merge(lines: list[list[AnyClass]]) -> list[AnyClass]:
    """C3 merge; where the order is impossible, each class where it is first met."""
    merged: list[AnyClass] = []
    lines = [line for line in lines if line]
    while lines:
        head = next((line[0] for line in lines if not any(line[0] in other[1:] for other in lines)), None)
        if head is None:
            head = lines[0][0]
        merged.append(head)
        lines = [[cls for cls in line if cls != head] if head in line else line for line in lines]
        lines = [line for line in lines if line]
    return merged
