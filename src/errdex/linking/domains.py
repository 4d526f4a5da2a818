"""The finite sets that an operand of a condition ranges over: by its annotation, or by what it is compared with."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from errdex.linking.definitions import BuiltinClass, ClassDefinition, ConstantDefinition
from errdex.linking.evaluate import Scope, dotted_name, evaluate
from errdex.linking.operations import Growing, Member, is_plain
from errdex.linking.reaching import Domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from errdex.linking.definitions import Definition, Module
    from errdex.linking.reaching import Test
    from errdex.linking.world import DistributionWorld
    from errdex.nouns.facts import Raised

MAX_MEMBERS = 200
"""Larger domains say nothing a person would read."""
MAX_CHARACTERS = 12
"""Of a text that something is asked to be in, as `kind in "iu"`."""
MAX_HOPS = 6
_WRAPPERS = frozenset({"Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"})
_UNIONS = frozenset({"Optional", "Union"})


@dataclass(frozen=True, slots=True)
class Annotated:
    """An annotation as written, with the module whose names it uses."""

    text: str
    module: Module


class Domains:
    """Finds domains of operands; annotations are read once."""

    def __init__(self, world: DistributionWorld) -> None:
        self.world = world
        self._read: dict[tuple[str, str], Domain | None] = {}

    def of_operand(self, operand: str, raised: Raised, module: Module, tests: Sequence[Test]) -> Domain | None:
        """The domain of a name or attribute chain at a site."""
        annotation = self.annotation(operand, raised, module)
        if annotation is None and (source := source_of(operand, tests)):
            annotation = self.annotation(source, raised, module)
        domain = self.of_annotation(annotation) if annotation else None
        return domain or self.by_comparison(operand, module, tests)

    def annotation(self, operand: str, raised: Raised, module: Module) -> Annotated | None:
        """How an operand is annotated: a parameter, or an attribute of something whose class is known."""
        root, *attributes = operand.split(".")
        cls: ClassDefinition | None = None
        found: Annotated | None = None
        parameter, is_receiver = _parameter(root, raised, module)
        if is_receiver:
            cls = (module.classes.get(raised.owner) and self.world.modules.class_in(module, raised.owner)) or None
        elif parameter:
            found = Annotated(parameter, module)
        else:
            return None
        for name in attributes:
            if found is not None:
                cls = self.class_of(found)
            found = None if cls is None else self.annotation_of_attribute(cls, name)
            if found is None:
                return None
        return found

    def annotation_of_attribute(self, cls: ClassDefinition, name: str) -> Annotated | None:
        """How a class, or one it inherits from, annotates an attribute or property."""
        for ancestor in self.world.hierarchy.ancestry(cls).classes:
            if not isinstance(ancestor, ClassDefinition):
                continue
            for annotated, text in ancestor.facts.annotations:
                if annotated == name:
                    return Annotated(text, ancestor.module)
            method = ancestor.method(name)
            if method is not None:
                is_property = any(
                    one.rpartition(".")[2] in ("property", "cached_property") for one in method.decorators
                )
                return Annotated(method.annotation, ancestor.module) if is_property and method.annotation else None
        return None

    def class_of(self, annotation: Annotated) -> ClassDefinition | None:
        """The one class of the analysed source that an annotation names (`X`, `X | None`, `Optional[X]`)."""
        tree = _parsed(annotation.text)
        options = (
            [one for one in _options(tree) if not (isinstance(one, ast.Constant) and one.value is None)] if tree else []
        )
        if len(options) != 1 or not (dotted := dotted_name(options[0])):
            return None
        found = self.resolve(annotation.module, dotted)
        return found if isinstance(found, ClassDefinition) else None

    def resolve(self, module: Module, dotted: str) -> Definition | None:
        """What a name of an annotation stands for."""
        return self.world.modules.resolve(module, dotted)

    def of_annotation(self, annotation: Annotated) -> Domain | None:
        """The finite domain that an annotation states; `None`: none."""
        key = (annotation.module.name or annotation.module.path, annotation.text)
        if key not in self._read:
            self._read[key] = None
            tree = _parsed(annotation.text)
            parts = [self._part(option, annotation.module) for option in _options(tree)] if tree else []
            self._read[key] = _joined(parts)
        return self._read[key]

    def _part(self, tree: ast.expr, module: Module, hops: int = 0) -> Domain | None:
        """The domain of one option of a union."""
        match tree:
            case ast.Constant(value=None):
                return Domain("None", (None,), closed=True)
            case ast.Subscript(value=name, slice=index) if dotted_name(name).rpartition(".")[2] == "Literal":
                return self._literal(index, module)
            case ast.Name() | ast.Attribute():
                return self._named(tree, module, hops)
            case _:
                return None

    def _named(self, tree: ast.Name | ast.Attribute, module: Module, hops: int) -> Domain | None:
        found = self.resolve(module, dotted_name(tree))
        match found:
            case BuiltinClass(name="bool"):
                return Domain("bool", (True, False), closed=True)
            case ClassDefinition() if members := self.world.members(found):
                distinct = tuple(dict.fromkeys(members.values()))
                return Domain(f"{found.facts.name} (enumeration)", distinct, closed=True)
            case ConstantDefinition(module=home, node=["item", ["name", str(name)], *_, str(text)]) if hops < MAX_HOPS:
                alias = _parsed(text) if name.rpartition(".")[2] in {"Literal", *_UNIONS} else None
                return _joined([self._part(option, home, hops + 1) for option in _options(alias)]) if alias else None
            case _:
                return None

    def _literal(self, index: ast.expr, module: Module) -> Domain | None:
        items = index.elts if isinstance(index, ast.Tuple) else [index]
        scope = Scope(module.name or module.path, {})
        values = [evaluate(item, scope, self.world) for item in items]
        return Domain("Literal", tuple(values), closed=True) if all(map(is_plain, values)) else None

    def by_comparison(self, operand: str, module: Module, tests: Sequence[Test]) -> Domain | None:
        """The values that the tests compare an operand with, when there are several or a collection of them."""
        scope = Scope(module.name or module.path, {})
        found: dict[object, None] = {}
        names: list[str] = []
        compared = ((other, held) for test in tests for chain, other, held in test.compared if chain == operand)
        for right, held in compared:
            value = evaluate(right, scope, self.world)
            values = _characters(value) if held and isinstance(value, str | bytes) else _listed(value)
            if values is None or not all(map(is_plain, values)):
                continue
            if dotted_name(right) and not is_plain(value):
                names.append(ast.unparse(right))
            found.update(dict.fromkeys(values))
        return self._compared_domain(tuple(found), names)

    def _compared_domain(self, values: tuple[object, ...], names: list[str]) -> Domain | None:
        owners = {value.owner for value in values if isinstance(value, Member)}
        if len(owners) == 1 and all(isinstance(value, Member) for value in values):
            (owner,) = owners
            members = self.world.members_of(owner)
            return Domain(f"{owner.qualified.rpartition('.')[2]} (enumeration, by comparison)", members, closed=False)
        if not names and len([value for value in values if value is not None and not isinstance(value, bool)]) < 2:
            return None
        return Domain(names[0] if len(names) == 1 else "values it is compared with", values, closed=False)


_DERIVED = re.compile(r"(\w+): ([^\W\d]\w*(?:\.\w+)*), line \d+$")


def source_of(operand: str, tests: Iterable[Test]) -> str:
    """What an operand that starts with a local name stands for, where that was given one attribute chain; `""`: not known."""
    root, dot, rest = operand.partition(".")
    sources = {
        found[2]
        for test in tests
        if operand in test.operands
        for line in test.clause.trace
        if (found := _DERIVED.match(line)) and found[1] == root
    }
    known = sum(operand in test.operands for test in tests)
    traced = sum(
        any(line.startswith(f"{root}: ") for line in test.clause.trace) for test in tests if operand in test.operands
    )
    return f"{sources.pop()}{dot}{rest}" if len(sources) == 1 and known == traced else ""


def _parameter(name: str, raised: Raised, module: Module) -> tuple[str, bool]:
    """Annotation of the parameter that a name is in the site's function, and whether it is the receiver (`self`)."""
    function = module.functions.get(raised.function)
    if function is None:
        return "", False
    is_method = bool(raised.owner) and raised.function.rpartition(".")[0] == raised.owner
    static = any(one.rpartition(".")[2] == "staticmethod" for one in function.decorators)
    for position, parameter in enumerate(function.parameters):
        if parameter.name == name:
            is_receiver = position == 0 and is_method and not static
            variadic = parameter.kind in ("*", "**")
            return "" if variadic else parameter.annotation, is_receiver
    return "", False


def _parsed(text: str) -> ast.expr | None:
    """An annotation as an expression."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _options(tree: ast.expr, depth: int = 0) -> Iterator[ast.expr]:
    """The options of a union, wrappers taken off."""
    if depth > MAX_HOPS:
        return
    match tree:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            yield from _options(left, depth + 1)
            yield from _options(right, depth + 1)
        case ast.Constant(value=str(text)) if inner := _parsed(text):
            yield from _options(inner, depth + 1)
        case ast.Subscript(value=name, slice=index) if (
            last := dotted_name(name).rpartition(".")[2]
        ) in _UNIONS | _WRAPPERS:
            items = index.elts if isinstance(index, ast.Tuple) else [index]
            for item in items[:1] if last in _WRAPPERS else items:
                yield from _options(item, depth + 1)
            if last == "Optional":
                yield ast.Constant(None)
        case _:
            yield tree


def _joined(parts: Sequence[Domain | None]) -> Domain | None:
    """The union of the options' domains; `None` when one has none, or nothing but `None` is left."""
    domains = [part for part in parts if part is not None]
    if len(domains) != len(parts) or all(domain.name == "None" for domain in domains):
        return None
    members = tuple({repr(member): member for domain in domains for member in domain.members}.values())
    names = dict.fromkeys(domain.name for domain in domains)
    return Domain(" or ".join(names), members, closed=True) if len(members) <= MAX_MEMBERS else None


def _characters(value: str | bytes) -> tuple[object, ...] | None:
    """What `in` asks of a short text is mostly one of its characters; of others nothing is known."""
    return tuple(dict.fromkeys(value)) if isinstance(value, str) and len(value) <= MAX_CHARACTERS else None


def _listed(value: object) -> tuple[object, ...] | None:
    """The values of one side of a comparison."""
    if is_plain(value):
        return (value,)
    if isinstance(value, Growing):
        value = value.items
    if isinstance(value, tuple | frozenset | dict) and len(value) <= MAX_MEMBERS:
        return tuple(sorted(value, key=repr)) if isinstance(value, frozenset) else tuple(value)
    return None
