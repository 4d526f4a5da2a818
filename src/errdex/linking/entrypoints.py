"""Which functions of a distribution are there for others to call, and under what name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.public import is_private

if TYPE_CHECKING:
    from errdex.linking.callgraph import CallGraph
    from errdex.linking.definitions import ClassDefinition, Module
    from errdex.linking.public import PublicPaths

MAX_CHILDREN = 30
"""Classes that inherit a method from a private one, of which one is to be public."""
_MADE_BY_CALLING = frozenset({"__init__", "__new__", "__post_init__", "__attrs_post_init__"})
_NOT_CALLED = frozenset({"__del__", "__init_subclass__", "__class_getitem__", "__getattr__", "__repr__"})
"""Run by the interpreter where nobody sees it as a call of theirs."""


class EntryPoints:
    """Public names, found once each."""

    def __init__(self, graph: CallGraph, paths: PublicPaths) -> None:
        self._graph, self._paths = graph, paths
        self._names: dict[int, str] = {}
        self._classes: dict[ClassDefinition, str] = {}

    def name(self, number: int) -> str:
        """Shortest public dotted name of a function; `""`: it is not public."""
        known = self._names.get(number)
        if known is None:
            module, function = self._graph.functions[number]
            known = self._names[number] = self._name(module, function)
        return known

    def _name(self, module: Module, function: str) -> str:
        owner, _, last = function.rpartition(".")
        special = last.startswith("__") and last.endswith("__")
        if not owner:
            if last.startswith(("_", "<")) or not is_exported(module, last):
                return ""
            return self._paths.shortest(module, last)
        if owner not in module.classes or (last.startswith("_") and not special) or last in _NOT_CALLED:
            return ""
        cls = self._graph.modules.class_in(module, owner)
        path = self._class(cls) or self._inheriting(cls, last)
        if not path:
            return ""
        return path if last in _MADE_BY_CALLING else f"{path}.{last}"

    def _class(self, cls: ClassDefinition) -> str:
        known = self._classes.get(cls)
        if known is None:
            outer = cls.facts.name.rpartition(".")[0]
            inside_function = outer and outer not in cls.module.classes
            hidden = inside_function or is_private(cls.facts.name)
            known = self._classes[cls] = "" if hidden else self._paths.path(cls)
        return known

    def _inheriting(self, cls: ClassDefinition, method: str) -> str:
        """The shortest public name of a class that has this method of a private class."""
        children = self._graph.hierarchy.children(cls)[:MAX_CHILDREN]
        names = [self._class(child) for child in children if child.method(method) is None]
        return min(filter(None, names), key=lambda name: (name.count("."), len(name), name), default="")


def is_exported(module: Module, name: str) -> bool:
    """Whether a module lists a name in `__all__`, if it has such a list."""
    return module.facts.exports is None or name in module.facts.exports
