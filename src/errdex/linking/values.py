"""What nodes evaluate to: constants, texts with holes, collections, instances, named things, and the unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.linking.definitions import AnyClass, ClassDefinition, Definition, Module
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.nouns.facts import Node
    from errdex.nouns.templates import Hole


class Constant(NamedTuple):
    """A plain constant."""

    value: str | int | float | bool | None


class Text(NamedTuple):
    """A string of which pieces are known."""

    parts: tuple[str | Hole, ...]
    passes_on: str = ""


class Unknown(NamedTuple):
    """A value that only run time knows, by its source text."""

    text: str
    type: str = ""
    passes_on: str = ""


class Collection(NamedTuple):
    """A tuple, list or set."""

    kind: str
    items: tuple[Operand, ...]
    text: str = ""


class Mapped(NamedTuple):
    """A dict."""

    items: tuple[tuple[Operand, Operand], ...]
    is_open: bool = False
    """Whether it may have more items than these."""


class Named(NamedTuple):
    """A class, function or module."""

    definition: Definition
    text: str


class Arguments(NamedTuple):
    """What a call passes."""

    positional: tuple[Operand, ...] = ()
    keywords: tuple[tuple[str, Operand], ...] = ()
    more_positional: bool = False
    """Whether an unknown `*args` may add some."""
    more_keywords: bool = False


class Instance(NamedTuple):
    """An object made by calling a class."""

    cls: AnyClass
    arguments: Arguments
    text: str
    exact: bool = True
    """Whether the class is surely this one, and not one that inherits from it."""


Value: TypeAlias = Constant | Text | Unknown | Collection | Mapped | Named | Instance


class Frame(NamedTuple):
    """Where a node stands: whose names it sees."""

    module: Module
    owner: ClassDefinition | None = None
    """Class whose statement holds the code."""
    bindings: Mapping[str, Operand] | None = None
    """Parameters with what was passed; `None`: of an unknown call."""
    receiver: AnyClass | None = None
    """Class of `self`, as far as the code shows it."""
    instance: Instance | None = None
    """What `self` is, where that is known."""
    depth: int = 0
    """Calls that were followed to get here."""


class Bound(NamedTuple):
    """A node with the place where it stands, evaluated when needed."""

    node: Node
    frame: Frame


Operand: TypeAlias = Bound | Value

Way: TypeAlias = tuple[Value, tuple[str, ...]]
"""One value, with the tests that select it."""


class Evaluator(Protocol):
    """Evaluates nodes: the modules of linking that do so call each other through this."""

    modules: Modules
    hierarchy: Hierarchy
    chains: dict[int, tuple[Instance, list[Outcome]]]
    """How instances that were met pass their arguments on, by `id`."""

    def ways(self, node: Node, frame: Frame) -> list[Way]:
        """The values that a node may have."""
        ...

    def operand_ways(self, operand: Operand) -> list[Way]:
        """The values that an operand may have."""
        ...

    def piece_operand_ways(self, operand: Operand) -> list[Way]:
        """The values of an operand that is printed among others."""
        ...

    def piece_ways(self, node: Node, frame: Frame) -> list[Way]:
        """The values of a node that is printed among others."""
        ...

    def printed(self, value: Value, conversion: str = "", spec: str = "") -> list[Printed]:
        """The texts that a value prints after a conversion."""
        ...


class Outcome(NamedTuple):
    """One way through the constructors of an instance."""

    arguments: Arguments
    """What is left in `args`, and prints."""
    frames: tuple[tuple[AnyClass, Frame], ...]
    """Constructors that were entered, with their parameters."""
    tests: tuple[str, ...] = ()
    known: bool = True
    """`False`: a constructor on the way is not known."""


Printed: TypeAlias = tuple[tuple["str | Hole", ...], tuple[str, ...], str]
"""One printed text: parts, tests, and the error whose text it passes on."""
