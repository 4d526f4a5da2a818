"""Where a class that some code names can be imported from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.evidence.things import Instance, Klass, Things

if TYPE_CHECKING:
    from errdex.evidence.namespaces import ModuleTexts


class ClassFinder:
    """Finds classes as the code of one module sees them."""

    def __init__(self, texts: ModuleTexts, module: str) -> None:
        self.things, self.module = Things(texts), module

    def module_of(self, name: str, operand: str, annotation: str) -> str:
        """Module that defines the class `name`: the module names it, or `operand` is an object of it; `""`: not known.

        `annotation` is that of the operand's first name, as the module writes it.
        """
        seen = self.things.member(self.things.module(self.module), name)
        if isinstance(seen, Klass):
            return seen.module
        klass = self.things.annotated(annotation, self.module) if annotation else None
        thing = Instance(klass) if klass is not None else None
        for attribute in operand.split(".")[1:]:
            found = self.things.member(thing, attribute) if thing is not None else None
            thing = found if isinstance(found, Instance) else None
        return thing.klass.module if thing is not None and thing.klass.node.name == name else ""
