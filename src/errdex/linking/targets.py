"""What a call as `FileFacts.calls` writes it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.definitions import ClassDefinition, ConstantDefinition, FunctionDefinition
from errdex.linking.receivers import NOBODY, Callees, Receiver, Receivers, is_property, target_of

if TYPE_CHECKING:
    from errdex.linking.definitions import Definition, Module
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.linking.receivers import Target

MIN_NAME = 6
"""Shorter names are too common to go by the name alone."""


class Targets:
    """Resolves the calls of one distribution."""

    def __init__(self, modules: Modules, hierarchy: Hierarchy) -> None:
        self.modules = modules
        self.receivers = Receivers(modules, hierarchy)
        self._known: dict[tuple[object, str], Callees] = {}
        self._owners: dict[tuple[Module, str], ClassDefinition | None] = {}
        self._ambiguous: dict[Module, frozenset[str]] = {}
        self._by_name: dict[str, list[Target]] = {}
        for module in modules.own.values():
            for name in module.functions:
                self._by_name.setdefault(name.rpartition(".")[2], []).append((module, name))

    def of(self, form: str, module: Module, function: str) -> Callees:
        """The functions that a call inside a function leads to."""
        if form[0] == "?":
            return self.by_name(form[2:])
        first = form.lstrip("&@=:").partition(".")[0]
        if first in ("self", "cls", "super"):
            owner = self.owner(module, function)
            if owner is None:
                return NOBODY
            key: tuple[object, str] = (owner, form)
        else:
            nested = self._nested(module, function, first) if function else None
            if nested is not None:
                return nested if "." not in form else NOBODY
            owner = None
            key = (module, form)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._of(form, module, owner)
        return known

    def owner(self, module: Module, function: str) -> ClassDefinition | None:
        """The class that `self` stands for in a function."""
        key = (module, function)
        if key not in self._owners:
            name = function.rpartition(".")[0]
            while name and name not in module.classes:
                name = name.rpartition(".")[0]
            self._owners[key] = self.modules.class_in(module, name) if name else None
        return self._owners[key]

    def by_name(self, name: str) -> Callees:
        """The only function of this name, where the name is not a common one."""
        found = self._by_name.get(name, ())
        if len(found) != 1 or len(name) < MIN_NAME or name.startswith("__"):
            return NOBODY
        return Callees(tuple(found), sure=False)

    def _nested(self, module: Module, function: str, name: str) -> Callees | None:
        """A function defined inside the one that calls, or inside one around it."""
        while function:
            if f"{function}.{name}" in module.functions and function not in module.classes:
                return Callees(((module, f"{function}.{name}"),), sure=True)
            function = function.rpartition(".")[0]
        return None

    def _of(self, form: str, module: Module, owner: ClassDefinition | None) -> Callees:
        match form[0]:
            case "&":
                return self._dotted(form[1:], module, owner)._replace(sure=False)
            case "@":
                return self._read(form.rpartition(".")[2], owner)
            case "=":
                callee, _, rest = form[1:].partition("/")
                return self._on(self._result(callee, module, owner), rest)
            case ":":
                annotation, _, rest = form[1:].partition("/")
                return self._on(self.receivers.annotated(module, annotation), rest)
        return self._dotted(form, module, owner)

    def _read(self, name: str, owner: ClassDefinition | None) -> Callees:
        """`self.name` without a call."""
        if owner is None:
            return NOBODY
        found = self.receivers.method(Receiver(owner, exact=False), name)
        runs = found.targets and all(is_property(module.functions[function]) for module, function in found.targets)
        return found if runs else found._replace(sure=False)

    def _on(self, receiver: Receiver | None, rest: str) -> Callees:
        """`receiver.a.b.method()`; where the receiver is not known, the name alone may tell."""
        *attributes, name = rest.split(".")
        for attribute in attributes:
            if receiver is None:
                break
            receiver = self.receivers.attribute(receiver, attribute)
        return self.by_name(name) if receiver is None else self.receivers.method(receiver, name)

    def _result(self, callee: str, module: Module, owner: ClassDefinition | None) -> Receiver | None:
        """What a call returns."""
        root = callee.partition(".")[0]
        if root not in ("self", "cls"):
            found = self.modules.resolve(module, callee)
            if isinstance(found, ClassDefinition):
                return self.receivers.instance(found) if self._is_certain(module, root) else None
            if isinstance(found, FunctionDefinition):
                return self.receivers.returned(found.module, found.facts)
            return None
        callees = self._dotted(callee, module, owner)
        if len(callees.targets) != 1:
            return None
        ((home, name),) = callees.targets
        return self.receivers.returned(home, home.functions[name])

    def _dotted(self, dotted: str, module: Module, owner: ClassDefinition | None) -> Callees:
        root, _, rest = dotted.partition(".")
        if root in ("self", "cls"):
            return self._own(root, rest, owner)
        if root == "super":
            return self._super(rest, owner)
        found = self._definition(dotted, module)
        sure = self._is_certain(module, root)
        return found if sure else found._replace(sure=False)

    def _own(self, root: str, rest: str, owner: ClassDefinition | None) -> Callees:
        if owner is None:
            return NOBODY
        if rest in ("", "__class__"):  # `cls(…)`
            return self.receivers.constructor(owner)._replace(sure=False) if root == "cls" or rest else NOBODY
        return self._on(Receiver(owner, exact=False), rest)

    def _super(self, name: str, owner: ClassDefinition | None) -> Callees:
        found = None if owner is None else self.receivers.inherited(owner, name, after=owner)
        if owner is None or found is None:
            return NOBODY
        return Callees((target_of(found),), sure=not self.receivers.has_mixed_children(owner))

    def _definition(self, dotted: str, module: Module) -> Callees:
        found = self.modules.resolve(module, dotted)
        match found:
            case FunctionDefinition():
                return Callees((target_of(found),), sure=True)
            case ClassDefinition():
                return self.receivers.constructor(found)
            case None if "." in dotted:
                holder, _, name = dotted.rpartition(".")
                return self._member(self.modules.resolve(module, holder), name)
        return NOBODY

    def _member(self, holder: Definition | None, name: str) -> Callees:
        match holder:
            case ClassDefinition():
                found = self.receivers.inherited(holder, name)
                return NOBODY if found is None else Callees((target_of(found),), sure=True)
            case ConstantDefinition(module=module, node=node):
                receiver = self.receivers.made_by(module, node)
                return NOBODY if receiver is None else self.receivers.method(receiver, name)
        return NOBODY

    def _is_certain(self, module: Module, name: str) -> bool:
        """Whether a name of a module is bound in one way only."""
        known = self._ambiguous.get(module)
        if known is None:
            ways: dict[str, set[tuple[str, str]]] = {}
            for local, target, inner in module.facts.imports:
                ways.setdefault(local, set()).add((target, inner))
            several = {local for local, targets in ways.items() if len(targets) > 1}
            defined = {*module.functions, *module.classes, *module.constants}
            several |= defined & ways.keys()
            several |= module.functions.keys() & module.constants.keys()
            known = self._ambiguous[module] = frozenset(several)
        return name not in known
