"""Which function a method call leads to, for receivers of known class."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.definitions import BuiltinClass, ClassDefinition, FunctionDefinition
from errdex.nouns.annotations import class_of_annotation

if TYPE_CHECKING:
    from typing import TypeAlias

    from errdex.linking.definitions import AnyClass, Module
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.nouns.facts import FunctionFacts, Node

    Target: TypeAlias = tuple[Module, str]
    """A function: its module, and its qualified name inside it."""

MAX_OVERRIDES = 50
"""Where more classes than this have a method of their own, none of them is named."""
_PROPERTIES = frozenset({"property", "cached_property", "functools.cached_property", "abc.abstractproperty"})
_SELF = frozenset({"Self", "typing.Self", "typing_extensions.Self"})


class Callees(NamedTuple):
    """The functions that a call may lead to."""

    targets: tuple[Target, ...] = ()
    sure: bool = False
    """Whether it leads to each of them whenever it leads anywhere (a class that is called: its `__new__` and `__init__`)."""


NOBODY = Callees()


class Receiver(NamedTuple):
    """What is known of the object that a method is called on."""

    cls: ClassDefinition
    exact: bool
    """Whether it is of this class, not of one that inherits from it."""


class Receivers:
    """Methods and attributes of classes, each looked up once."""

    def __init__(self, modules: Modules, hierarchy: Hierarchy) -> None:
        self.modules, self.hierarchy = modules, hierarchy
        self._lines: dict[ClassDefinition, frozenset[AnyClass]] = {}
        self._beside: dict[ClassDefinition, frozenset[AnyClass]] = {}
        self._methods: dict[tuple[ClassDefinition, str], Callees] = {}
        self._attributes: dict[tuple[ClassDefinition, str], Receiver | None] = {}
        self._definers: dict[str, list[ClassDefinition]] = {}
        for module in modules.own.values():
            for name in module.functions:
                owner, _, last = name.rpartition(".")
                if owner in module.classes:
                    self._definers.setdefault(last, []).append(modules.class_in(module, owner))

    def method(self, receiver: Receiver, name: str) -> Callees:
        """The functions that `receiver.name` stands for."""
        if receiver.exact:
            found = self.inherited(receiver.cls, name)
            return NOBODY if found is None else Callees((target_of(found),), sure=True)
        key = (receiver.cls, name)
        known = self._methods.get(key)
        if known is None:
            known = self._methods[key] = self._method(*key)
        return known

    def _method(self, cls: ClassDefinition, name: str) -> Callees:
        found = self.inherited(cls, name)
        others = [other for other in self._overriding(cls, name) if found is None or other is not found.owner]
        if len(others) > MAX_OVERRIDES:
            others = []
            if found is None:
                return NOBODY
            return Callees((target_of(found),), sure=False)
        targets = [] if found is None else [target_of(found)]
        targets += [(other.module, f"{other.facts.name}.{name}") for other in others]
        return Callees(tuple(targets), sure=found is not None and not others and not self._is_protocol(cls))

    @staticmethod
    def _is_protocol(cls: ClassDefinition) -> bool:
        """Whether classes that do not name it may stand in for it."""
        return any(base.rpartition(".")[2] == "Protocol" for base in cls.facts.bases)

    def inherited(
        self, cls: ClassDefinition, name: str, after: ClassDefinition | None = None
    ) -> FunctionDefinition | None:
        """The method by the order of the hierarchy, from behind the class `after` on; `None`: not known."""
        skipping = after is not None
        for ancestor in self.hierarchy.ancestry(cls).classes:
            if skipping:
                skipping = ancestor is not after
                continue
            if not isinstance(ancestor, ClassDefinition):
                return None
            method = ancestor.method(name)
            if method is not None:
                return FunctionDefinition(ancestor.module, method, ancestor)
            if name in ancestor.attributes or name in ancestor.sets:
                return None
        return None

    def _overriding(self, cls: ClassDefinition, name: str) -> list[ClassDefinition]:
        """Classes whose own `name` an instance of `cls`, or of a class that inherits from it, may have instead."""
        definers = self._definers.get(name, ())
        if len(definers) < 2 and not (definers and definers[0] is not cls):
            return []
        above, beside = self.line(cls), self._related(cls)
        return [definer for definer in definers if definer in beside and definer not in above]

    def line(self, cls: ClassDefinition) -> frozenset[AnyClass]:
        """The class and its ancestors."""
        known = self._lines.get(cls)
        if known is None:
            known = self._lines[cls] = frozenset(self.hierarchy.ancestry(cls).classes)
        return known

    def _related(self, cls: ClassDefinition) -> frozenset[AnyClass]:
        """Classes that inherit from this one, and what they inherit from besides."""
        known = self._beside.get(cls)
        if known is None:
            known = frozenset().union(*(self.line(child) for child in self.hierarchy.children(cls)))
            self._beside[cls] = known
        return known

    def has_mixed_children(self, cls: ClassDefinition) -> bool:
        """Whether what `super()` means in this class depends on the class of the instance."""
        return not self._related(cls) <= self.line(cls).union(self.hierarchy.children(cls))

    def constructor(self, cls: ClassDefinition) -> Callees:
        """What calling a class runs."""
        if self.hierarchy.is_enumeration(cls):
            return NOBODY
        decorators = {decorator.rpartition(".")[2] for decorator in cls.facts.decorators}
        if decorators & {"dataclass", "define", "frozen", "attrs", "s", "mutable"} and cls.method("__init__") is None:
            names = ("__post_init__", "__attrs_post_init__")
        else:
            names = ("__new__", "__init__")
        found = [method for name in names if (method := self.inherited(cls, name)) is not None]
        return Callees(tuple(map(target_of, found)), sure=True)

    def attribute(self, receiver: Receiver, name: str) -> Receiver | None:
        """What is known of `receiver.name`."""
        key = (receiver.cls, name)
        if key not in self._attributes:
            self._attributes[key] = None  # an attribute that is defined by itself is not known
            self._attributes[key] = self._attribute(*key)
        return self._attributes[key]

    def _attribute(self, cls: ClassDefinition, name: str) -> Receiver | None:
        for ancestor in self.hierarchy.ancestry(cls).classes:
            if not isinstance(ancestor, ClassDefinition):
                return None
            for annotated, text in ancestor.facts.annotations:
                if annotated == name:
                    return self.annotated(ancestor.module, text)
            if name in ancestor.sets:
                return self.made_by(ancestor.module, ancestor.sets[name])
            method = ancestor.method(name)
            if method is not None:
                return self.returned(ancestor.module, method) if is_property(method) else None
            if name in ancestor.attributes:
                return self.made_by(ancestor.module, ancestor.attributes[name])
        return None

    def annotated(self, module: Module, annotation: str) -> Receiver | None:
        """An object of the class that an annotation names."""
        name = class_of_annotation(annotation)
        found = self.modules.resolve(module, name) if name else None
        return Receiver(found, exact=False) if isinstance(found, ClassDefinition) else None

    def returned(self, module: Module, function: FunctionFacts) -> Receiver | None:
        """What a function returns, by its annotation."""
        if not function.annotation or function.annotation in _SELF:
            return None
        return self.annotated(module, function.annotation)

    def made_by(self, module: Module, node: Node) -> Receiver | None:
        """What a call of a class makes."""
        if node[0] != "call" or not node[1]:
            return None
        found = self.modules.resolve(module, str(node[1]))
        return self.instance(found) if isinstance(found, ClassDefinition) else None

    def instance(self, cls: ClassDefinition) -> Receiver:
        """What calling a class gives."""
        return Receiver(cls, exact=self.inherited(cls, "__new__") is None and self._is_known(cls))

    def _is_known(self, cls: ClassDefinition) -> bool:
        return all(isinstance(each, ClassDefinition | BuiltinClass) for each in self.hierarchy.ancestry(cls).classes)


def is_property(function: FunctionFacts) -> bool:
    """Whether reading the attribute runs the function."""
    return any(
        decorator in _PROPERTIES or decorator.endswith((".setter", "property")) for decorator in function.decorators
    )


def target_of(found: FunctionDefinition) -> Target:
    """The function as a target."""
    return found.module, found.facts.name
