"""What a name in a module may stand for, and modules themselves."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from errdex.nouns.facts import ClassFacts, FileFacts, FunctionFacts, Node


class Module:
    """One module: its facts by name. Not frozen: names are looked up by tables that are made when first needed."""

    def __init__(self, name: str, facts: FileFacts, path: str = "", is_package: bool = False) -> None:
        self.name, self.facts, self.path, self.is_package = name, facts, path, is_package
        self.found: dict[str, Definition | None] = {}
        """Dotted names that were resolved before."""

    def __repr__(self) -> str:
        return f"Module({self.name!r})"

    @cached_property
    def classes(self) -> dict[str, ClassFacts]:
        """By qualified name."""
        return {facts.name: facts for facts in self.facts.classes}

    @cached_property
    def functions(self) -> dict[str, FunctionFacts]:
        """By qualified name; of several definitions the last."""
        return {facts.name: facts for facts in self.facts.functions}

    @cached_property
    def constants(self) -> dict[str, Node]:
        """Module-level assignments."""
        return dict(self.facts.constants)

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """Local name → module as written, name in it."""
        return {local: (module, name) for local, module, name in self.facts.imports if name != "*"}

    @cached_property
    def stars(self) -> list[str]:
        """Modules of which everything is imported."""
        return [module for _, module, name in self.facts.imports if name == "*"]

    @cached_property
    def own_names(self) -> frozenset[str]:
        """All names the module binds itself, star imports left out."""
        return frozenset([*self.classes, *self.functions, *self.constants, *self.imports])


class ClassDefinition:
    """A class of some module; equal only to itself."""

    __slots__ = ("facts", "module", "tables")

    def __init__(self, module: Module, facts: ClassFacts) -> None:
        self.module, self.facts = module, facts
        self.tables: tuple[dict[str, Node], dict[str, Node]] | None = None

    def __repr__(self) -> str:
        return f"ClassDefinition({self.qualified!r})"

    @property
    def qualified(self) -> str:
        """Module and name."""
        return f"{self.module.name}.{self.facts.name}"

    @property
    def attributes(self) -> dict[str, Node]:
        """Class-level constants."""
        return self._tables()[0]

    @property
    def sets(self) -> dict[str, Node]:
        """What the constructor sets on `self`."""
        return self._tables()[1]

    def method(self, name: str) -> FunctionFacts | None:
        """A function that the class statement defines."""
        return self.module.functions.get(f"{self.facts.name}.{name}")

    def _tables(self) -> tuple[dict[str, Node], dict[str, Node]]:
        if self.tables is None:
            self.tables = dict(self.facts.attributes), dict(self.facts.sets)
        return self.tables


class BuiltinClass(NamedTuple):
    """A class of `builtins`."""

    name: str

    @property
    def qualified(self) -> str:
        """With its module."""
        return f"builtins.{self.name}"


class ForeignClass(NamedTuple):
    """Something outside of what is known, by the name under which it is imported; `""`: not even that is known."""

    name: str
    kind: str = "foreign"
    """So that it never equals a builtin of the same name."""

    @property
    def qualified(self) -> str:
        """As imported."""
        return self.name


AnyClass: TypeAlias = ClassDefinition | BuiltinClass | ForeignClass


class FunctionDefinition(NamedTuple):
    """A function, with the class whose statement defines it."""

    module: Module
    facts: FunctionFacts
    owner: ClassDefinition | None = None


class ConstantDefinition(NamedTuple):
    """A constant of a module or class."""

    module: Module
    node: Node
    name: str
    owner: ClassDefinition | None = None


Definition: TypeAlias = Module | AnyClass | FunctionDefinition | ConstantDefinition
