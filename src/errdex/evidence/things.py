"""What a name stands for: a module, a class, an object of a class, or something that cannot be told."""

from __future__ import annotations

import ast
import builtins
import enum
from typing import TYPE_CHECKING

from errdex.evidence.namespaces import (
    BUILTIN_NAMES,
    MODULE_NAMES,
    MOST_STEPS,
    Namespace,
    from_module,
    instance_names,
    namespace_of,
    why_open,
)
from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import TypeAlias

    from errdex.evidence.namespaces import Binding, ModuleTexts

    Thing: TypeAlias = "Package | Klass | Instance | Unknown"


class Package(NamedTuple):
    """A module or a package."""

    name: str


class Klass(NamedTuple):
    """A class of a module."""

    node: ast.ClassDef
    module: str


class Instance(NamedTuple):
    """An object of a class."""

    klass: Klass


class Unknown(NamedTuple):
    """Something else; with `absent`, a name that does not exist."""

    reason: str
    """Why nothing is known, `""`: the thing exists, and is a value of some kind."""
    absent: bool = False
    among: Collection[str] = ()
    """Names that exist in its place."""


EXISTS = Unknown("")
ENUMERATIONS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
PLAIN_BASES = frozenset({"abc.ABC", "typing.Generic", "typing.Protocol"})
"""Classes that give those below them no names that one would ask for."""


class Things:
    """Follows names through the source of modules."""

    def __init__(self, texts: ModuleTexts) -> None:
        self.texts = texts
        self._namespaces: dict[str, Namespace | None] = {}
        self._steps = 0

    def namespace(self, module: str) -> Namespace | None:
        """The names of a module; `None`: its source cannot be had."""
        if module not in self._namespaces:
            text = self.texts.text_of_module(module)
            name = f"{module}.__init__" if self.texts.is_package(module) else module
            self._namespaces[module] = None if text is None else namespace_of(text, name)
        return self._namespaces[module]

    def module(self, name: str) -> Thing:
        """The module of a name."""
        if not name:
            return Unknown("no module is named")
        if self.texts.text_of_module(name) is not None or self.texts.has_module(name):
            return Package(name)
        if self.texts.has_module(name) is False:
            return Unknown(f"there is no module {name}", absent=True)
        return Unknown(f"the source of {name} is not at hand")

    def member(self, thing: Thing, name: str) -> Thing:
        """An attribute of a thing."""
        self._steps = 0
        return self._member(thing, name)

    def names_of(self, thing: Thing) -> tuple[str, ...]:
        """The names that a thing is known to have."""
        match thing:
            case Package():
                namespace = self.namespace(thing.name)
                return tuple(namespace.names) if namespace is not None else ()
            case Klass():
                return tuple(name for klass in self.ancestry(thing)[0] for name in instance_names(klass.node))
            case Instance():
                return self.names_of(thing.klass)
            case _:
                return ()

    def annotated(self, annotation: str, module: str) -> Klass | None:
        """The class that an annotation names, seen from a module; `Optional` and `| None` are looked through."""
        try:
            node: ast.expr = ast.parse(annotation.strip("'\" "), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        return self._class_of(node, module)

    def ancestry(self, klass: Klass) -> tuple[list[Klass], str, frozenset[str]]:
        """A class with its bases as far as their source is known, why its names may be more than theirs (`""`: they are
        all), and the names that it has from the interpreter's classes.
        """
        found, reason, given = [klass], "", frozenset(dir(object))
        for one in found:
            namespace = self.namespace(one.module)
            reason = reason or (why_open(one.node, namespace.text) if namespace else "its source is not at hand")
            for base in one.node.bases:
                known = names_of_base(self.dotted(base, one.module))
                parent = self._expression(base, one.module) if known is None else None
                if known is not None:
                    given |= known
                elif isinstance(parent, Klass) and len(found) < MOST_STEPS:
                    found += [parent] if parent not in found else []
                else:
                    reason = reason or f"its base {ast.unparse(base)[:60]} is not known"
        return found, reason, given

    def dotted(self, node: ast.expr, module: str) -> str:
        """Where a base comes from, as one import of the module says: `enum.Enum`; a builtin stands alone."""
        if isinstance(node, ast.Subscript):
            node = node.value
        names: list[str] = []
        while isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        namespace = self.namespace(module)
        if not isinstance(node, ast.Name) or namespace is None:
            return ""
        bindings = namespace.names.get(node.id, ())
        root = node.id
        if bindings and isinstance(bound := bindings[0].node, ast.ImportFrom) and not bound.level:
            original = next((alias.name for alias in bound.names if (alias.asname or alias.name) == root), root)
            root = f"{bound.module}.{original}"
        elif bindings and not isinstance(bindings[0].node, ast.Import):
            return ""
        return ".".join([root, *names])

    def _member(self, thing: Thing, name: str) -> Thing:
        self._steps += 1
        if self._steps > MOST_STEPS:
            return Unknown("the name leads through too many others")
        match thing:
            case Package():
                return self._of_module(thing.name, name)
            case Klass() | Instance():
                return self._of_class(thing, name)
            case _:
                return Unknown("")

    def _of_module(self, module: str, name: str) -> Thing:
        namespace = self.namespace(module)
        below = f"{module}.{name}"
        if namespace is None:
            return Package(below) if self.texts.has_module(below) else Unknown(f"{module} has no Python source here")
        if name in namespace.names:
            return self._bound(namespace.names[name], name, module)
        if name in MODULE_NAMES:
            return EXISTS
        if self.texts.text_of_module(below) is not None or self.texts.has_module(below):
            return Package(below)
        for star in namespace.stars:
            taken = self._member(Package(star), name) if self.namespace(star) is not None else Unknown("not at hand")
            if not isinstance(taken, Unknown) or not taken.reason:
                return taken
            if not taken.absent:
                return Unknown(f"{module} takes over names of {star}, whose source does not show them")
        if namespace.open:
            return Unknown(f"{module} may have more names than its source shows: {namespace.open}")
        return Unknown(f"{module} has no name {name}", absent=True, among=tuple(namespace.names))

    def _of_class(self, thing: Klass | Instance, name: str) -> Thing:
        klass = thing.klass if isinstance(thing, Instance) else thing
        known, reason, given = self.ancestry(klass)
        for one in known:
            names = instance_names(one.node)
            if name in names:
                if "_member_map_" in given and any(isinstance(b.node, ast.Assign) for b in names[name]):
                    return Instance(klass)
                return self._bound(names[name], name, one.module, member=True)
        if name in given:
            return EXISTS
        if reason:
            return Unknown(f"{klass.node.name} may have more names than its source shows: {reason}")
        return Unknown(f"{klass.node.name} has no {name}", absent=True, among=self.names_of(klass))

    def _bound(self, bindings: list[Binding], name: str, module: str, *, member: bool = False) -> Thing:
        """What a binding leads to; where there are several, only what they agree on is followed."""
        if len(bindings) != 1:
            annotated = next((one.annotation for one in bindings if one.annotation is not None), None)
            klass = self._class_of(annotated, module) if annotated is not None else None
            return Instance(klass) if klass is not None else EXISTS
        node, annotation = bindings[0]
        match node:
            case ast.ClassDef():
                return Klass(node, module)
            case ast.ImportFrom():
                return self._imported(node, name, module)
            case ast.Import() if not member:
                return self.module(next(a.name if a.asname else a.name.partition(".")[0] for a in node.names
                                        if (a.asname or a.name.partition(".")[0]) == name))  # fmt: skip
            case ast.Assign(value=ast.Name() | ast.Attribute()) if not member:
                found = self._expression(node.value, module)
                return found if isinstance(found, Klass | Package) else EXISTS
        klass = self._class_of(annotation, module) if annotation is not None else None
        return Instance(klass) if klass is not None else EXISTS

    def _imported(self, node: ast.ImportFrom, name: str, module: str) -> Thing:
        original = next((alias.name for alias in node.names if (alias.asname or alias.name) == name), name)
        source = from_module(node, f"{module}.__init__" if self.texts.is_package(module) else module)
        found = self._member(Package(source), original) if self.namespace(source) is not None else Unknown("elsewhere")
        # the import stands in code that runs: where it leads may be out of sight, but the name is there
        return EXISTS if isinstance(found, Unknown) else found

    def _expression(self, node: ast.expr, module: str) -> Thing:
        """What a plain chain of names stands for in a module."""
        self._steps += 1
        if self._steps > MOST_STEPS * 4:
            return Unknown("the name leads through too many others")
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            return self._of_module(module, node.id)
        if isinstance(node, ast.Attribute):
            outer = self._expression(node.value, module)
            return self._member(outer, node.attr) if isinstance(outer, Package | Klass) else Unknown("not a class")
        return Unknown("not a name")

    def _class_of(self, node: ast.expr, module: str) -> Klass | None:
        """The one class of an annotation."""
        for one in alternatives(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                return self.annotated(one.value, module) if self._steps < MOST_STEPS else None
            found = self._expression(one, module)
            return found if isinstance(found, Klass) and not isinstance(one, ast.Subscript) else None
        return None


def alternatives(node: ast.expr) -> Iterator[ast.expr]:
    """The class an annotation stands for besides `None`, where there is one only."""
    parts = [node]
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).rpartition(".")[2] == "Optional":
        parts = [node.slice]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts = [node.left, node.right]
    real = [one for one in parts if not (isinstance(one, ast.Constant) and one.value is None)]
    if len(real) == 1 and not isinstance(real[0], ast.BinOp):
        yield real[0]


def is_builtin_class(node: ast.expr) -> bool:
    """Whether a base is a class of the interpreter, seen by its plain name."""
    return (
        isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type) and node.id in BUILTIN_NAMES
    )


def names_of_base(dotted: str) -> frozenset[str] | None:
    """The names that a base of the interpreter gives a class; `None`: it is none of those known by heart."""
    module, _, name = dotted.rpartition(".")
    if module == "enum" and name in ENUMERATIONS:
        return frozenset(dir(getattr(enum, name))) | {"name", "value", "_value_", "_name_"}
    if dotted in PLAIN_BASES:
        return frozenset(dir(object))
    klass = getattr(builtins, name, None) if module in ("", "builtins") else None
    return frozenset(dir(klass)) if isinstance(klass, type) else None
