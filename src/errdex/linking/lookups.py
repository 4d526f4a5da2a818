"""Attributes of `self` and items of collections: message tables, class-level texts, entries of constants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.definitions import ClassDefinition, ConstantDefinition
from errdex.linking.instances import PROPERTIES, attribute
from errdex.linking.values import Collection, Constant, Frame, Instance, Mapped, Named, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Evaluator, Operand, Value, Way
    from errdex.nouns.facts import Node

MAX_ENTRIES = 16
MAX_CHILDREN = 40
"""Inheriting classes whose own value of an attribute is looked at."""


def own_attribute_ways(evaluator: Evaluator, dotted: str, rest: str, frame: Frame) -> list[Way]:
    """`self.x`, `cls.x`, `self.__class__.__name__` and longer chains."""
    name, _, more = rest.partition(".")
    if name in {"__class__", "__name__"}:
        return _own_class(dotted, rest, frame)
    if frame.instance is not None and dotted.startswith("self."):
        ways = attribute(evaluator, frame.instance, name)
    elif isinstance(frame.receiver, ClassDefinition):
        ways = class_attribute_ways(evaluator, frame.receiver, name, dotted)
    else:
        ways = [(Unknown(f"{dotted.partition('.')[0]}.{name}"), ())]
    if not more:
        return ways
    found: list[Way] = []
    for value, tests in ways:
        if isinstance(value, Instance) and "." not in more:
            found.extend((inner, (*tests, *others)) for inner, others in attribute(evaluator, value, more))
        else:
            found.append((Unknown(dotted), tests))
    return found


def _own_class(dotted: str, rest: str, frame: Frame) -> list[Way]:
    cls = frame.instance.cls if frame.instance is not None else frame.receiver
    if rest in {"__class__.__name__", "__name__", "__class__.__qualname__"}:
        if frame.instance is not None and frame.instance.exact and cls is not None and cls.qualified:
            return [(Constant(cls.qualified.rpartition(".")[2]), ())]
        return [(Unknown(dotted, "str"), ())]
    if rest == "__class__" and cls is not None:
        return [(Named(cls, dotted), ())]
    return [(Unknown(dotted), ())]


def class_attribute_ways(
    evaluator: Evaluator, cls: ClassDefinition, name: str, text: str, *, of_class: bool = False
) -> list[Way]:
    """What the class, its ancestors and the classes that inherit from it in this distribution give an attribute."""
    found = _inherited(evaluator, cls, name, text, of_class=of_class)
    if found is None:
        return [(Unknown(text), ())]
    children = evaluator.hierarchy.children(cls)
    for child in children[:MAX_CHILDREN]:
        given = _of_class(evaluator, child, name, text) if of_class else _anywhere(evaluator, child, name, text)
        found = found + [way for way in given or [] if way not in found]
    if len(children) > MAX_CHILDREN:
        found = [*found, (Unknown(text), ())]
    return found


def _inherited(evaluator: Evaluator, cls: ClassDefinition, name: str, text: str, *, of_class: bool) -> list[Way] | None:
    """From the nearest class: one whose constructor sets it, else one whose class statement does."""
    classes = evaluator.hierarchy.ancestry(cls).classes
    for ancestor in () if of_class else classes:
        if isinstance(ancestor, ClassDefinition) and name in ancestor.sets:
            return _set_some_time(evaluator, ancestor.sets[name], cls, name, text)
    for ancestor in classes:
        if not isinstance(ancestor, ClassDefinition):
            return None
        found = _of_class(evaluator, ancestor, name, text)
        if found is not None:
            return found
    return None


def _set_some_time(evaluator: Evaluator, node: Node, cls: ClassDefinition, name: str, text: str) -> list[Way]:
    """What an instance set may have been set again; only where a constructor leaves it, the class still counts."""
    unset = ["hole", f"self.{name}", ""]
    left = node[0] == "alt" and any(way[1] == unset for way in node[1])  # type: ignore[attr-defined]
    of_class = _inherited(evaluator, cls, name, text, of_class=True) if left else None
    return [*(of_class or []), (Unknown(text), ())]


def _anywhere(evaluator: Evaluator, cls: ClassDefinition, name: str, text: str) -> list[Way] | None:
    if name in cls.sets:
        return _set_some_time(evaluator, cls.sets[name], cls, name, text)
    return _of_class(evaluator, cls, name, text)


def _of_class(evaluator: Evaluator, cls: ClassDefinition, name: str, text: str) -> list[Way] | None:
    frame = Frame(cls.module, cls, receiver=cls)
    if name in cls.attributes:
        ways = evaluator.ways(cls.attributes[name], frame)
        # What is no text there is most often a place that instances fill.
        return [way if _is_told(way[0]) else (Unknown(text), way[1]) for way in ways]
    method = cls.method(name)
    if method is None:
        return None
    if method.returns is not None and any(decorator in PROPERTIES for decorator in method.decorators):
        return evaluator.ways(method.returns, frame)
    return [(Unknown(text), ())]


def _is_told(value: Value) -> bool:
    return bool(value.value) and isinstance(value.value, str) if isinstance(value, Constant) else True


def item_ways(evaluator: Evaluator, node: Node, frame: Frame) -> list[Way]:
    """`node[key]`."""
    base: Node = node[1]  # type: ignore[assignment]
    keys = evaluator.ways(node[2], frame)  # type: ignore[arg-type]
    key = keys[0][0] if len(keys) == 1 else Unknown("…")
    text = str(node[3])
    if base[0] == "name":
        tables = _message_tables(evaluator, str(base[1]), frame)
        if tables:
            given = [(Unknown(text), ())] if _is_filled(evaluator, str(base[1]), frame) else []
            return [*_entries(evaluator, tables, key, text), *given]
    found: list[Way] = []
    for value, tests in evaluator.ways(base, frame):
        match value, key:
            case Mapped(), _:
                found.extend((way, (*tests, *more)) for way, more in _entries(evaluator, [value], key, text))
            case Collection(kind="tuple" | "list", items=items), Constant(value=int(at)) if (
                -len(items) <= at < len(items)
            ):
                found.extend((way, (*tests, *more)) for way, more in evaluator.operand_ways(items[at]))
            case Unknown(passes_on=passes_on), _:
                found.append((Unknown(text, "", passes_on), tests))
            case _:
                found.append((Unknown(text), tests))
    return found


def entry_ways(evaluator: Evaluator, node: Node, frame: Frame) -> list[Way]:
    """`node.get(key, default)` and `node.pop(key, default)`."""
    keys = evaluator.ways(node[2], frame)  # type: ignore[arg-type]
    text = str(node[4])
    default: Node = node[3] or ["const", None]  # type: ignore[assignment]
    found: list[Way] = []
    for value, tests in evaluator.ways(node[1], frame):  # type: ignore[arg-type]
        if not isinstance(value, Mapped) or len(keys) != 1:
            found.append((Unknown(text), tests))
            continue
        key = keys[0][0]
        known = any(name == key for name, _ in value.items)
        if known or not isinstance(key, Constant):
            found.extend((way, (*tests, *more)) for way, more in _entries(evaluator, [value], key, text))
        if not known and not value.is_open:
            found.extend((way, (*tests, *more)) for way, more in evaluator.ways(default, frame))
        elif not known:
            found.append((Unknown(text), tests))
    return found


def _message_tables(evaluator: Evaluator, dotted: str, frame: Frame) -> list[Mapped]:
    """Tables of messages that frameworks merge along the hierarchy: `error_messages`, `default_error_messages`."""
    root, _, name = dotted.partition(".")
    if root not in {"self", "cls"} or "." in name or not isinstance(frame.receiver, ClassDefinition):
        return []
    names = (name, f"default_{name}", name.removeprefix("default_"))
    found: list[Mapped] = []
    related = [*evaluator.hierarchy.ancestry(frame.receiver).classes, *evaluator.hierarchy.children(frame.receiver)]
    for cls in related[: MAX_CHILDREN * 2]:
        if isinstance(cls, ClassDefinition):
            for each in names:
                if each in cls.attributes:
                    ways = evaluator.ways(cls.attributes[each], Frame(cls.module, cls, receiver=cls))
                    found.extend(value for value, _ in ways if isinstance(value, Mapped))
    return found


def _is_filled(evaluator: Evaluator, dotted: str, frame: Frame) -> bool:
    """Whether a constructor may put other messages into the table that an instance uses."""
    name = dotted.partition(".")[2]
    classes = evaluator.hierarchy.ancestry(frame.receiver).classes if frame.receiver is not None else ()
    own = [cls for cls in classes if isinstance(cls, ClassDefinition)]
    return any(name in cls.sets for cls in own) or not any(name in cls.attributes for cls in own)


def _entries(evaluator: Evaluator, tables: Sequence[Mapped], key: object, text: str) -> list[Way]:
    """The entries that a key may lead to."""
    entries: list[tuple[Operand, Operand]] = []
    for table in tables:
        for name, operand in table.items:
            if not isinstance(key, Constant) or name == key:
                entries.append((name, operand))
    if not entries or len(entries) > MAX_ENTRIES:
        return [(Unknown(text), ())]
    found: list[Way] = []
    for name, operand in entries:
        tests = (
            ()
            if isinstance(key, Constant) or not isinstance(name, Constant)
            else (f"{_key_text(text)} == {name.value!r}",)
        )
        for way in evaluator.operand_ways(operand):
            if (way[0], (*tests, *way[1])) not in found:
                found.append((way[0], (*tests, *way[1])))
    if not isinstance(key, Constant) and any(table.is_open for table in tables):
        found.append((Unknown(text), ()))
    return found


def _key_text(text: str) -> str:
    """`code` of `MESSAGES[code]`."""
    inner = text[text.find("[") + 1 :].removesuffix("]")
    return inner or "key"


def class_of(evaluator: Evaluator, frame: Frame, name: str) -> Way | None:
    """A class that a class-level attribute names: `self.error_class`."""
    if isinstance(frame.receiver, ClassDefinition):
        for value, tests in class_attribute_ways(evaluator, frame.receiver, name, f"self.{name}"):
            if isinstance(value, Named) and not isinstance(value.definition, ConstantDefinition):
                return value, tests
    return None
