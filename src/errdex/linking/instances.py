"""How exceptions print: what their constructors keep, what `__str__` makes of it, and the layouts of the builtin ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.arguments import arguments_of, bind
from errdex.linking.definitions import AnyClass, BuiltinClass, ClassDefinition, ForeignClass
from errdex.linking.frameworks import printed_by_compiled, printed_by_framework
from errdex.linking.layouts import printed_by_layout
from errdex.linking.selection import decided, shown
from errdex.linking.texts import joined, literal, printed_ways
from errdex.linking.values import Arguments, Bound, Collection, Constant, Frame, Instance, Outcome, Unknown
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Evaluator, Operand, Printed, Way
    from errdex.nouns.facts import FunctionFacts, Node

MAX_OUTCOMES = 8
MAX_DEPTH = 6
"""Calls inside calls that are followed."""
_DATACLASSES = frozenset({"dataclass", "dataclasses.dataclass", "attr.s", "attr.attrs", "attrs.define", "attrs.frozen",
                          "attrs.mutable", "define", "frozen", "attr.define", "attr.frozen"})  # fmt: skip
PROPERTIES = frozenset({"property", "cached_property", "functools.cached_property", "classproperty", "lazyproperty"})
_OSERROR_VALUES = {"errno": 0, "strerror": 1, "filename": 2}


def printed_instance(evaluator: Evaluator, instance: Instance, start: int = 0) -> list[Printed]:
    """What `str()` of an instance gives, looking for `__str__` from the `start`-th of its classes on."""
    ancestry = evaluator.hierarchy.ancestry(instance.cls)
    for at, cls in enumerate(ancestry.classes[start:], start):
        match cls:
            case ClassDefinition() if cls.facts.text is not None:
                known = printed_by_framework(evaluator, instance, cls)
                if known is not None:
                    return known
                frame = frame_of(instance, cls)
                if frame.depth > MAX_DEPTH:
                    return [((Hole(instance.text or "…", "", "", "str"),), (), "")]
                return _own_text(evaluator, cls.facts.text, frame)
            case BuiltinClass(name=layout):
                return _by_layout(evaluator, instance, layout)
            case ForeignClass():
                known = printed_by_compiled(evaluator, instance) if at == 0 else None
                return known if known is not None else _of_unknown_class(evaluator, instance, at)
    if isinstance(instance.cls, ClassDefinition):
        return [((Hole(instance.text or "…"),), (), "")]
    return _of_unknown_class(evaluator, instance, 0)


def printed_repr(evaluator: Evaluator, instance: Instance) -> list[Printed]:
    """What `repr()` of an instance gives: its own `__repr__`, or the class and the arguments of an exception."""
    bare: list[Printed] = [((Hole(instance.text or "…", "r"),), (), "")]
    for cls in evaluator.hierarchy.ancestry(instance.cls).classes:
        if isinstance(cls, ForeignClass):
            return bare
        if isinstance(cls, BuiltinClass):
            break
        method = cls.method("__repr__")
        if method is not None:
            frame = frame_of(instance, cls)
            if method.returns is None or frame.depth > MAX_DEPTH:
                return bare
            return printed_ways(evaluator, evaluator.ways(method.returns, frame), "s")
    if not instance.exact or not evaluator.hierarchy.inherits(instance.cls, "BaseException"):
        return bare
    return _exception_repr(evaluator, instance, bare)


def _exception_repr(evaluator: Evaluator, instance: Instance, bare: list[Printed]) -> list[Printed]:
    name = instance.cls.qualified.rpartition(".")[2]
    found: list[Printed] = []
    for outcome in constructed(evaluator, instance):
        if not outcome.known or outcome.arguments.more_positional:
            return bare
        pieces = [literal(f"{name}(")]
        for at, operand in enumerate(outcome.arguments.positional):
            if at:
                pieces.append(literal(", "))
            pieces.append(printed_ways(evaluator, evaluator.piece_operand_ways(operand), "r"))
        texts = joined([*pieces, literal(")")])
        found.extend((parts, (*outcome.tests, *tests), passes_on) for parts, tests, passes_on in texts)
    return found


def _own_text(evaluator: Evaluator, text: Node, frame: Frame) -> list[Printed]:
    return printed_ways(evaluator, evaluator.ways(text, frame), "s")


def frame_of(instance: Instance, cls: ClassDefinition) -> Frame:
    """The frame of a method of an instance that is called without arguments."""
    depth = max(
        (operand.frame.depth for operand in instance.arguments.positional if isinstance(operand, Bound)), default=0
    )
    return Frame(cls.module, cls, {"self": instance}, instance.cls, instance, depth + 1)


def _of_unknown_class(evaluator: Evaluator, instance: Instance, at: int) -> list[Printed]:
    """Nearly every class prints its only argument; of any other call nothing is known."""
    outcomes = constructed(evaluator, instance) if at else [Outcome(instance.arguments, ())]
    found: list[Printed] = []
    for outcome in outcomes:
        arguments = outcome.arguments
        single = len(arguments.positional) == 1 and not (
            arguments.keywords or arguments.more_positional or arguments.more_keywords
        )
        if single:
            found.extend(printed_by_layout(evaluator, "Exception", arguments, outcome.tests))
        else:
            found.append(((Hole(instance.text or "…"),), outcome.tests, ""))
    return found


def _by_layout(evaluator: Evaluator, instance: Instance, layout: str) -> list[Printed]:
    found: list[Printed] = []
    for outcome in constructed(evaluator, instance):
        arguments = outcome.arguments
        if "ExceptionGroup" in layout:
            arguments = instance.arguments
        if arguments.more_positional or not outcome.known:
            found.append(((Hole(instance.text or "…"),), outcome.tests, ""))
        else:
            found.extend(printed_by_layout(evaluator, layout, arguments, outcome.tests))
    return found


def constructed(evaluator: Evaluator, instance: Instance) -> list[Outcome]:
    """The ways through the constructors of an instance."""
    known = evaluator.chains.get(id(instance))
    if known is not None:
        return known[1]
    evaluator.chains[id(instance)] = (instance, [Outcome(instance.arguments, (), (), known=False)])
    outcomes = _Construction(evaluator, instance).outcomes()
    evaluator.chains[id(instance)] = (instance, outcomes)
    return outcomes


class _Construction:
    """Follows `__init__` from class to class."""

    def __init__(self, evaluator: Evaluator, instance: Instance) -> None:
        self.evaluator, self.instance = evaluator, instance
        self.classes = evaluator.hierarchy.ancestry(instance.cls).classes
        self.depth = frame_depth(instance.arguments)

    def outcomes(self) -> list[Outcome]:
        found = self.follow(0, self.instance.arguments, ())
        return found if len(found) <= MAX_OUTCOMES else [Outcome(self.instance.arguments, (), (), known=False)]

    def follow(self, start: int, arguments: Arguments, frames: tuple[tuple[AnyClass, Frame], ...]) -> list[Outcome]:
        """From the `start`-th class on, called with these arguments."""
        for at, cls in enumerate(self.classes[start:], start):
            if not isinstance(cls, ClassDefinition):
                return [Outcome(arguments, frames)]
            init = cls.method("__init__")
            if init is not None:
                return self.enter(at, cls, init, arguments, frames)
            if any(decorator in _DATACLASSES for decorator in cls.facts.decorators):
                frame = Frame(cls.module, cls, _fields(cls, arguments), cls, self.instance, self.depth + 1)
                return [Outcome(self.instance.arguments, (*frames, (cls, frame)))]
            if cls.method("__new__") is not None:
                return [Outcome(arguments, frames, (), known=False)]
        return [Outcome(arguments, frames)]

    def enter(
        self,
        at: int,
        cls: ClassDefinition,
        init: FunctionFacts,
        arguments: Arguments,
        frames: tuple[tuple[AnyClass, Frame], ...],
    ) -> list[Outcome]:
        """Through one `__init__`."""
        bindings = bind(init, arguments, cls.module, skip_first=True)
        bindings["self"] = self.instance
        frame = Frame(cls.module, cls, bindings, self.instance.cls, self.instance, self.depth + 1)
        frames = (*frames, (cls, frame))
        kept = self.instance.arguments
        if not _KEEPS_NOTHING.isdisjoint(self.classes):
            kept = Arguments()  # these leave them to an __init__ of theirs, which may never be reached
        if frame.depth > MAX_DEPTH:
            return [Outcome(kept, frames, (), known=False)]
        found = [Outcome(kept, frames)]
        for node in cls.facts.init:
            found = self._after(node, at, frame, frames, found)
        return found

    def _after(
        self,
        node: Node,
        at: int,
        frame: Frame,
        frames: tuple[tuple[AnyClass, Frame], ...],
        before: list[Outcome],
    ) -> list[Outcome]:
        """What one call of another constructor, perhaps on some branches only, leaves."""
        if node[0] == "alt":
            found: list[Outcome] = []
            ways: Sequence[tuple[list[object], Node]] = node[1]  # type: ignore[assignment]
            for given, inner in ways:
                if decided(self.evaluator, given, frame) is False:
                    continue
                tests = shown(given)
                after = self._after(inner, at, frame, frames, before)
                found.extend(outcome._replace(tests=(*tests, *outcome.tests)) for outcome in after)
            return found[: MAX_OUTCOMES + 1]
        if node[0] != "call":
            return before
        callee = str(node[1])
        positional: Sequence[Node] = node[2]  # type: ignore[assignment]
        keywords: Sequence[Sequence[object]] = node[3]  # type: ignore[assignment]
        if callee == "":
            return [outcome._replace(known=False) for outcome in before]
        if callee == "args":
            return [Outcome(arguments_of(self.evaluator, positional, keywords, frame), frames)]
        start = at + 1
        if not callee.startswith("super()"):
            positional = positional[1:]
            start = self._position(callee.removesuffix(".__init__"), frame)
            if start < 0:
                return before
        return self.follow(start, arguments_of(self.evaluator, positional, keywords, frame), frames)

    def _position(self, name: str, frame: Frame) -> int:
        found = self.evaluator.modules.resolve(frame.module, name)
        return self.classes.index(found) if found in self.classes else -1


_KEEPS_NOTHING = frozenset({BuiltinClass("OSError"), BuiltinClass("SyntaxError")})


def frame_depth(arguments: Arguments) -> int:
    """Depth of the deepest frame that arguments come from."""
    operands = [*arguments.positional, *(operand for _, operand in arguments.keywords)]
    return max((operand.frame.depth for operand in operands if isinstance(operand, Bound)), default=0)


def _fields(cls: ClassDefinition, arguments: Arguments) -> dict[str, Operand]:
    """What the generated constructor of a dataclass keeps."""
    bound: dict[str, Operand] = {}
    named = dict(arguments.keywords)
    positional = list(arguments.positional)
    for name, _ in cls.facts.annotations:
        if positional:
            bound[name] = positional.pop(0)
        elif name in named:
            bound[name] = named[name]
        elif name in cls.attributes and not (arguments.more_keywords or arguments.more_positional):
            bound[name] = Bound(cls.attributes[name], Frame(cls.module))
        else:
            bound[name] = Unknown(name)
    return bound


def attribute(evaluator: Evaluator, instance: Instance, name: str, *, of_class: bool = False) -> list[Way]:
    """What `self.name` of an instance may be; `of_class`: looking past what constructors set."""
    classes = evaluator.hierarchy.ancestry(instance.cls).classes
    for cls in () if of_class else classes:
        if isinstance(cls, ClassDefinition):
            found = _set_by_constructor(evaluator, instance, cls, name)
            if found is not None:
                return found
    for cls in classes:
        match cls:
            case ClassDefinition():
                found = _of_class(evaluator, instance, cls, name)
                if found is not None:
                    return found
            case BuiltinClass(name=layout):
                return _of_builtin(evaluator, instance, layout, name)
            case _:
                break
    return [(Unknown(f"self.{name}"), ())]


def _set_by_constructor(evaluator: Evaluator, instance: Instance, cls: ClassDefinition, name: str) -> list[Way] | None:
    found: list[Way] = []
    reached = False
    outcomes = constructed(evaluator, instance)
    for outcome in outcomes:
        for entered, frame in outcome.frames:
            if entered is not cls:
                continue
            reached = True
            if name in cls.sets:
                found.extend(evaluator.ways(cls.sets[name], frame))
            elif frame.bindings is not None and cls.method("__init__") is None and name in frame.bindings:
                found.extend(evaluator.operand_ways(frame.bindings[name]))
    if name in cls.sets and not reached and cls.method("__init__") is not None:
        return [(Unknown(f"self.{name}"), ())]
    return _distinct(found) or None


def _distinct(ways: Sequence[Way]) -> list[Way]:
    found: list[Way] = []
    for way in ways:
        if way not in found:
            found.append(way)
    return found


def _of_class(evaluator: Evaluator, instance: Instance, cls: ClassDefinition, name: str) -> list[Way] | None:
    method = cls.method(name)
    if method is not None:
        if any(decorator in PROPERTIES for decorator in method.decorators) and method.returns is not None:
            return evaluator.ways(method.returns, frame_of(instance, cls))
        return [(Unknown(f"self.{name}", method.annotation if method.annotation in {"str", "int"} else ""), ())]
    if name in cls.attributes:
        return evaluator.ways(cls.attributes[name], Frame(cls.module, cls))
    return None


def _of_builtin(evaluator: Evaluator, instance: Instance, layout: str, name: str) -> list[Way]:
    outcomes = constructed(evaluator, instance)
    known = [outcome for outcome in outcomes if outcome.known and not outcome.arguments.more_positional]
    if len(known) == len(outcomes):
        if name == "args":
            return [(Collection("tuple", outcome.arguments.positional), outcome.tests) for outcome in outcomes]
        at = _OSERROR_VALUES.get(name)
        ancestors = evaluator.hierarchy.ancestry(BuiltinClass(layout)).classes
        if at is not None and BuiltinClass("OSError") in ancestors:
            return [
                way
                for outcome in outcomes
                for way in (
                    evaluator.operand_ways(outcome.arguments.positional[at])
                    if 2 <= len(outcome.arguments.positional) <= 5 and at < len(outcome.arguments.positional)
                    else [(Constant(None), ())]
                )
            ]
    return [(Unknown(f"self.{name}"), ())]
