"""The modules of a distribution and of what it imports, and what names in them stand for."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, NamedTuple, Protocol

from errdex.linking.definitions import (
    BuiltinClass,
    ClassDefinition,
    ConstantDefinition,
    ForeignClass,
    FunctionDefinition,
    Module,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.linking.definitions import Definition
    from errdex.nouns.facts import FileFacts

MAX_HOPS = 10
"""Imports of imports that are followed."""


class LinkInput(NamedTuple):
    """One file of the distribution that is linked."""

    path: str
    module: str
    facts: FileFacts


class ForeignFacts(Protocol):
    """Where facts of other distributions come from."""

    def facts_of_module(self, module: str) -> FileFacts | None:
        """Facts of a module by its dotted name; `None`: not known."""
        ...


class Modules:
    """Resolves dotted names. Foreign modules are asked for once."""

    def __init__(self, files: Iterable[LinkInput], foreign: ForeignFacts) -> None:
        self.own: dict[str, Module] = {}
        self.by_path: dict[str, Module] = {}
        for path, name, facts in files:
            module = Module(name, facts, path, path.endswith("__init__.py"))
            self.by_path[path] = module
            self.own.setdefault(name or path, module)
        self._foreign = foreign
        self._others: dict[str, Module | None] = {}
        self._tops = {name.partition(".")[0] for name in self.own}

    def module(self, name: str) -> Module | None:
        """A module by its dotted name, of this distribution or another."""
        found = self.own.get(name)
        if found is not None or not name:
            return found
        if name not in self._others:
            facts = self._foreign.facts_of_module(name)
            self._others[name] = None if facts is None else Module(name, facts, "", is_package_like(facts))
        return self._others[name]

    def resolve(self, module: Module, dotted: str, hops: int = 0) -> Definition | None:
        """What a dotted name at the top of a module stands for; `None`: not known."""
        if dotted in module.found:
            return module.found[dotted]
        module.found[dotted] = None  # a name that is defined by itself is not known
        root, _, rest = dotted.partition(".")
        found = self._name(module, root, hops) if hops <= MAX_HOPS else None
        for part in rest.split(".") if rest else ():
            found = self._member(found, part, hops)
        if isinstance(found, ConstantDefinition) and found.node[0] == "name" and hops <= MAX_HOPS:
            # An alias; of what a class body defines, only names of the module are followed.
            alias = self.resolve(found.module, str(found.node[1]), hops + 1)
            found = alias if alias is not None else found
        module.found[dotted] = found
        return found

    def _name(self, module: Module, name: str, hops: int) -> Definition | None:
        if name in module.classes:
            # A class that stands in for one that may be imported: where the import works, that is what the name is.
            imported = self._imported(module, *module.imports[name], hops) if name in module.imports else None
            known = isinstance(imported, ClassDefinition | BuiltinClass)
            return imported if known else self.class_in(module, name)
        if name in module.functions:
            return FunctionDefinition(module, module.functions[name])
        if name in module.constants:
            return ConstantDefinition(module, module.constants[name], name)
        if name in module.imports:
            return self._imported(module, *module.imports[name], hops)
        for star in module.stars:
            for target in self._targets(module, star):
                found = self._public_name(target, name, hops)
                if found is not None:
                    return found
        return BuiltinClass(name) if is_builtin_class(name) else None

    def class_in(self, module: Module, name: str) -> ClassDefinition:
        """The one object that stands for a class of a module, whose name is known to be there."""
        key = f"class {name}"
        found = module.found.get(key)
        if not isinstance(found, ClassDefinition):
            found = module.found[key] = ClassDefinition(module, module.classes[name])
        return found

    def _imported(self, module: Module, target: str, name: str, hops: int) -> Definition | None:
        if not name:
            return self.module(target) or ForeignClass(target)
        if target == "builtins" and is_builtin_class(name):
            return BuiltinClass(name)
        for candidate in self._targets(module, target):
            if candidate is not module or name not in module.imports:
                found = self.resolve(candidate, name, hops + 1)
                if found is not None and not isinstance(found, BuiltinClass):
                    return found
            submodule = self.module(f"{candidate.name}.{name}")
            if submodule is not None:
                return submodule
        absolute = f"{absolute_name(module, target)}.{name}"
        return self.module(absolute) or ForeignClass(absolute)

    def _public_name(self, module: Module, name: str, hops: int) -> Definition | None:
        exports = module.facts.exports
        if name not in exports if exports is not None else name.startswith("_"):
            return None
        found = self.resolve(module, name, hops + 1)
        return None if isinstance(found, BuiltinClass) else found

    def _targets(self, module: Module, target: str) -> Iterator[Module]:
        found = self.module(absolute_name(module, target))
        if found is not None:
            yield found

    def _member(self, holder: Definition | None, name: str, hops: int) -> Definition | None:
        match holder:
            case Module():
                inner = self.resolve(holder, name, hops + 1)
                if inner is not None and not isinstance(inner, BuiltinClass):
                    return inner
                return self.module(f"{holder.name}.{name}")
            case ForeignClass(name=outer):
                return self.module(f"{outer}.{name}") or ForeignClass(f"{outer}.{name}")
            case ClassDefinition(module=module, facts=facts):
                nested = f"{facts.name}.{name}"
                if nested in module.classes:
                    return self.class_in(module, nested)
                if name in holder.attributes:
                    return ConstantDefinition(module, holder.attributes[name], nested, holder)
                method = holder.method(name)
                return None if method is None else FunctionDefinition(module, method, holder)
            case ConstantDefinition(module=module, node=["name", str(target)]):
                return self.resolve(module, f"{target}.{name}", hops + 1) if hops <= MAX_HOPS else None
        return None


def absolute_name(module: Module, target: str) -> str:
    """Dotted name of a module that is imported as `target`, which may be relative."""
    if not target.startswith("."):
        return target
    name = target.lstrip(".")
    level = len(target) - len(name) - (1 if module.is_package else 0)
    base = module.name.split(".")
    base = base[: len(base) - level] if level else base
    return ".".join([*base, name] if name else base)


def is_package_like(facts: FileFacts) -> bool:
    """Whether a module of unknown path looks like a package: its relative imports name what a package would."""
    return facts.exports is not None and any(
        module.startswith(".") and name == "*" for _, module, name in facts.imports
    )


def is_builtin_class(name: str) -> bool:
    """Whether `builtins` has an exception or other class of this name."""
    return isinstance(getattr(builtins, name, None), type)
