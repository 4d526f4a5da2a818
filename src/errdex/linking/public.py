"""The shortest public import path of a class: where it stands, or where a package hands it on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.definitions import ClassDefinition
from errdex.linking.modules import absolute_name

if TYPE_CHECKING:
    from errdex.linking.definitions import Module
    from errdex.linking.modules import Modules

MAX_STEPS = 200
_INTERNAL = frozenset({"tests", "test", "conftest", "testing", "vendor", "_vendor", "compat"})


class PublicPaths:
    """Looks from classes outwards to the packages that import them."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._importers: dict[tuple[str, str], list[tuple[Module, str]]] | None = None
        self._found: dict[ClassDefinition, str] = {}

    def path(self, cls: ClassDefinition) -> str:
        """Dotted path that `import` can reach without a private part; `""`: there is none."""
        if cls not in self._found:
            self._found[cls] = self._search(cls)
        return self._found[cls]

    def _search(self, cls: ClassDefinition) -> str:
        return self.shortest(cls.module, cls.facts.name)

    def shortest(self, module: Module, name: str) -> str:
        """Dotted path of a class or function by its qualified name inside a module; `""`: there is no public one."""
        if "." in name or module.name not in self.modules.own:
            plain = f"{module.name}.{name}"
            return "" if is_private(plain) else plain
        places = [(module.name, name)]
        seen = set(places)
        found: list[str] = []
        while places and len(seen) < MAX_STEPS:
            module_name, local = places.pop(0)
            dotted = f"{module_name}.{local}"
            if not is_private(dotted):
                found.append(dotted)
            for importer, alias in self._importing(module_name, local):
                place = (importer.name, alias)
                if place not in seen:
                    seen.add(place)
                    places.append(place)
        return min(found, key=lambda path: (_rank(path), path.count("."), len(path), path), default="")

    def _importing(self, module_name: str, local: str) -> list[tuple[Module, str]]:
        if self._importers is None:
            self._importers = {}
            for module in self.modules.own.values():
                for alias, target, name in module.facts.imports:
                    if name and _hands_on(module, alias, name):
                        key = (absolute_name(module, target), name)
                        self._importers.setdefault(key, []).append((module, alias))
        stars = self._importers.get((module_name, "*"), [])
        source = self.modules.own.get(module_name)
        exports = source.facts.exports if source is not None else None
        starred = local in exports if exports is not None else not local.startswith("_")
        handed = [(module, local) for module, _ in stars] if starred else []
        return [*self._importers.get((module_name, local), ()), *handed]


def _hands_on(module: Module, alias: str, name: str) -> bool:
    """Whether a module imports a name for others: packages do, and modules that list it in `__all__`."""
    exports = module.facts.exports
    if name == "*":
        return True
    return alias in exports if exports is not None else module.is_package and not alias.startswith("_")


def is_private(dotted: str) -> bool:
    """Whether some part of the path starts with an underscore."""
    return any(part.startswith("_") and part != "__future__" for part in dotted.split("."))


def _rank(path: str) -> int:
    return 1 if not _INTERNAL.isdisjoint(path.split(".")) else 0
