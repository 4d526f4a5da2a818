"""Nodes to values: every way a node can come out, as far as the source shows it; what it does not show stays a hole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.arguments import arguments_of
from errdex.linking.callees import call_ways
from errdex.linking.definitions import ClassDefinition, ConstantDefinition
from errdex.linking.formatting import braces, percent
from errdex.linking.instances import attribute
from errdex.linking.lookups import class_attribute_ways, entry_ways, item_ways, own_attribute_ways
from errdex.linking.methods import method_ways
from errdex.linking.printing import printed
from errdex.linking.selection import decided, shown, truth
from errdex.linking.texts import MAX_WAYS, contradict, joined, literal, printed_ways, spec_text, text_parts, values_of
from errdex.linking.values import Bound, Collection, Constant, Frame, Instance, Mapped, Named, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from errdex.linking.definitions import Definition
    from errdex.linking.hierarchy import Hierarchy
    from errdex.linking.modules import Modules
    from errdex.linking.values import Operand, Outcome, Printed, Value, Way
    from errdex.nouns.facts import Node

MAX_STEPS = 3000
"""Nodes that one site may visit."""
MAX_NESTING = 60
MAX_TOLD, MAX_PIECES = 4, 2
"""Ways of a helper's result that is printed among other pieces: whole texts, and texts with holes."""
PLAIN_TYPES = frozenset(
    {"", "int", "str", "list", "dict", "tuple", "set", "bool", "type", "float", "bytes", "complex", "frozenset", "ellipsis", "object"}
)  # fmt: skip
"""Types of holes that are no exception caught by an `except` clause."""


class Evaluation:
    """Evaluates the nodes of a distribution; counts the steps of one site."""

    def __init__(self, modules: Modules, hierarchy: Hierarchy) -> None:
        self.modules, self.hierarchy = modules, hierarchy
        self.chains: dict[int, tuple[Instance, list[Outcome]]] = {}
        self.steps = MAX_STEPS
        self.nesting = 0

    def begin(self) -> None:
        """Before each site."""
        self.steps = MAX_STEPS
        self.nesting = 0
        self.chains.clear()

    def ways(self, node: Node, frame: Frame) -> list[Way]:
        """The values that a node may have, at most `MAX_WAYS`."""
        form = _FORMS.get(str(node[0]))
        self.steps -= 1
        if form is None or self.steps < 0 or self.nesting > MAX_NESTING:
            return [(Unknown(text_of(node)), ())]
        self.nesting += 1
        try:
            found = form(self, node, frame)
        finally:
            self.nesting -= 1
        return found if len(found) <= MAX_WAYS else [(Unknown(text_of(node)), ())]

    def operand_ways(self, operand: Operand) -> list[Way]:
        """The values that an operand may have."""
        return self.ways(operand.node, operand.frame) if isinstance(operand, Bound) else [(operand, ())]

    def piece_operand_ways(self, operand: Operand) -> list[Way]:
        """The values of an operand that is printed among others."""
        return self.piece_ways(operand.node, operand.frame) if isinstance(operand, Bound) else [(operand, ())]

    def piece_ways(self, node: Node, frame: Frame) -> list[Way]:
        """The values of a node that is printed among others.

        What an attribute of `self` holds is not taken from the class there: any instance may have set it.
        """
        if node[0] == "name" and frame.instance is None and str(node[1]).startswith(("self.", "cls.")):
            return [(Unknown(str(node[1]), "str" if str(node[1]).endswith(".__name__") else ""), ())]
        ways = self.ways(node, frame)
        if node[0] == "call" and len(ways) > 1 and _are_many(ways):
            return [(Unknown(text_of(node)), ())]
        return ways

    def printed(self, value: Value, conversion: str = "", spec: str = "") -> list[Printed]:
        """The texts that a value prints after a conversion."""
        return printed(self, value, conversion, spec)


def _are_many(ways: Sequence[Way]) -> bool:
    """Whether the results of a helper are better shown as the call: they multiply with all else that is printed."""
    told = all(isinstance(value, Constant) for value, _ in ways)
    return len(ways) > (MAX_TOLD if told else MAX_PIECES) or all(isinstance(value, Unknown) for value, _ in ways)


def text_of(node: Node) -> str:
    """Source text of a node, as far as it carries one."""
    match node[0]:
        case "hole" | "name" | "param" | "passed":
            return str(node[1])
        case "const":
            return repr(node[1])
        case "call":
            return str(node[4])
        case "mod" | "format" | "method" | "item" | "entry" | "attr" | "add" | "set":
            return str(node[-1]) if isinstance(node[-1], str) else "…"
    return "…"


def _const(_evaluation: Evaluation, node: Node, _frame: Frame) -> list[Way]:
    return [(Constant(node[1]), ())]  # type: ignore[arg-type]


def _hole(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    text, kind = str(node[1]), str(node[2])
    if not kind and text.startswith("self.") and text[5:].isidentifier():
        # A constructor that leaves it unset on this way: what the class says holds.
        if frame.instance is not None:
            return attribute(evaluation, frame.instance, text[5:], of_class=True)
        if isinstance(frame.receiver, ClassDefinition):
            return class_attribute_ways(evaluation, frame.receiver, text[5:], text, of_class=True)
    return [(Unknown(text, kind, "" if kind in PLAIN_TYPES else text), ())]


def _passed(_evaluation: Evaluation, node: Node, _frame: Frame) -> list[Way]:
    return [(Unknown(str(node[1]), "", str(node[2])), ())]


def _param(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    name = str(node[1])
    if frame.bindings is None or name not in frame.bindings:
        return [(Unknown(name), ())]
    return evaluation.operand_ways(frame.bindings[name])


def _name(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    dotted = str(node[1])
    root, _, rest = dotted.partition(".")
    if root in {"self", "cls"} and rest:
        return own_attribute_ways(evaluation, dotted, rest, frame)
    found = evaluation.modules.resolve(frame.module, dotted)
    if found is not None:
        return _defined(evaluation, found, dotted)
    outer, _, last = dotted.rpartition(".")
    holder = evaluation.modules.resolve(frame.module, outer) if outer else None
    return _attribute_of(evaluation, holder, last, dotted)


def _defined(evaluation: Evaluation, found: Definition, dotted: str) -> list[Way]:
    if isinstance(found, ConstantDefinition):
        if found.owner is not None and evaluation.hierarchy.is_enumeration(found.owner):
            return [(Unknown(dotted, found.owner.qualified), ())]
        if found.node[0] == "const" and found.node[1] is None:
            return [(Unknown(dotted), ())]  # most often a place that is filled later
        from_here = evaluation.ways(found.node, frame_of_constant(found))
        return [
            (value._replace(text=dotted) if isinstance(value, Unknown) else value, tests) for value, tests in from_here
        ]
    return [(Named(found, dotted), ())]


def frame_of_constant(found: ConstantDefinition) -> Frame:
    """Where the value of a constant stands."""
    return Frame(found.module, found.owner, receiver=found.owner)


def _attribute_of(evaluation: Evaluation, holder: Definition | None, name: str, dotted: str) -> list[Way]:
    """`Mode.A.value`, `ValueError.__name__`, `INSTANCE.msg`."""
    match holder:
        case ClassDefinition(facts=facts) if name in {"__name__", "__qualname__"}:
            return [(Constant(facts.name.rpartition(".")[2]), ())]
        case ConstantDefinition(owner=ClassDefinition() as owner) if evaluation.hierarchy.is_enumeration(owner):
            if name == "name":
                return [(Constant(holder.name.rpartition(".")[2]), ())]
            if name == "value" and holder.node[0] == "const":
                return evaluation.ways(holder.node, frame_of_constant(holder))
        case ConstantDefinition():
            ways = evaluation.ways(holder.node, frame_of_constant(holder))
            if len(ways) == 1 and isinstance(ways[0][0], Instance):
                return attribute(evaluation, ways[0][0], name)
    return [(Unknown(dotted, "str" if name == "__name__" else ""), ())]


def _cat(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    pieces: list[Node] = node[1]  # type: ignore[assignment]
    return values_of(joined([_piece(evaluation, piece, frame) for piece in pieces]))


def _piece(evaluation: Evaluation, node: Node, frame: Frame) -> list[Printed]:
    if node[0] == "const":
        return literal(node[1] if isinstance(node[1], str) else str(node[1]))
    return printed_ways(evaluation, evaluation.piece_ways(node, frame))


def _add(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    pieces: list[Node] = node[1]  # type: ignore[assignment]
    every = [evaluation.piece_ways(piece, frame) for piece in pieces]
    if any(all(text_parts(value) is not None for value, _ in ways) for ways in every):
        return values_of(joined([printed_ways(evaluation, ways) for ways in every]))
    return [(Unknown(text_of(node)), ())]


def _fmt(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    ways = evaluation.piece_ways(node[1], frame)  # type: ignore[arg-type]
    spec: Node = node[3]  # type: ignore[assignment]
    text = str(spec[1]) if spec[0] == "const" else ""
    if spec[0] != "const":
        ((parts, _, _), *_) = printed_ways(evaluation, evaluation.ways(spec, frame))
        text = spec_text(parts)
        if not all(isinstance(part, str) for part in parts):
            ways = [(Unknown(text_of(node[1])), ())]  # type: ignore[arg-type]
    return values_of(printed_ways(evaluation, ways, str(node[2]), text))


def _mod(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    arguments: Node = node[2]  # type: ignore[assignment]
    found: list[Way] = []
    for template, tests in evaluation.ways(node[1], frame):  # type: ignore[arg-type]
        for value, inner in evaluation.piece_ways(arguments, frame):
            texts = percent(evaluation, template, value)
            if texts is None:
                found.append((Unknown(text_of(node)), (*tests, *inner)))
            else:
                found.extend((way, (*tests, *inner, *more)) for way, more in values_of(texts))
    return found


def _format(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    arguments = arguments_of(evaluation, node[2], node[3], frame)  # type: ignore[arg-type]
    found: list[Way] = []
    for template, tests in evaluation.ways(node[1], frame):  # type: ignore[arg-type]
        texts = braces(evaluation, template, arguments)
        if texts is None:
            found.append((Unknown(text_of(node)), tests))
        else:
            found.extend((way, (*tests, *more)) for way, more in values_of(texts))
    return found


def _alt(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    ways: Sequence[tuple[list[object], Node]] = node[1]  # type: ignore[assignment]
    found: list[Way] = []
    for given, inner in ways:
        if decided(evaluation, given, frame) is not False:
            tests = shown(given)
            ways_there = evaluation.ways(inner, frame)
            found.extend((value, (*tests, *more)) for value, more in ways_there if not contradict([*tests, *more]))
    return found


def _or(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    return _first_of(evaluation, node, frame, wanted=True)


def _and(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    return _first_of(evaluation, node, frame, wanted=False)


def _first_of(evaluation: Evaluation, node: Node, frame: Frame, *, wanted: bool) -> list[Way]:
    """Values of `or` (the first true one) and `and` (the first false one)."""
    ways: Sequence[tuple[str, Node]] = node[1]  # type: ignore[assignment]
    found: list[Way] = []
    before: tuple[str, ...] = ()
    for at, (text, inner) in enumerate(ways):
        last = at == len(ways) - 1
        goes_on = last
        for value, tests in evaluation.ways(inner, frame):
            known = truth(value)
            if last or known is wanted:
                found.append((value, (*before, *tests)))
            else:
                goes_on = True
                if known is None:
                    found.append((value, (*before, *tests, text if wanted else f"not {text}")))
        if not goes_on:
            break
        before = (*before, f"not {text}" if wanted else text)
    return found


def _display(_evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    items: list[Node] = node[1]  # type: ignore[assignment]
    if any(item[0] == "star" for item in items):
        return [(Unknown(text_of(node), str(node[0])), ())]
    text = str(node[2]) if len(node) > 2 else ""
    return [(Collection(str(node[0]), tuple([_operand(item, frame) for item in items]), text), ())]


def _operand(node: Node, frame: Frame) -> Operand:
    return Constant(node[1]) if node[0] == "const" else Bound(node, frame)  # type: ignore[arg-type]


def _dict(_evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    entries: list[tuple[Node, Node]] = node[1]  # type: ignore[assignment]
    items = tuple([(_operand(key, frame), _operand(item, frame)) for key, item in entries if key[0] != "star"])
    return [(Mapped(items, len(items) != len(entries)), ())]


def _attr(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    found: list[Way] = []
    name = str(node[2])
    for value, tests in evaluation.ways(node[1], frame):  # type: ignore[arg-type]
        if isinstance(value, Instance):
            found.extend((inner, (*tests, *more)) for inner, more in attribute(evaluation, value, name))
        else:
            found.append((Unknown(text_of(node)), tests))
    return found


_FORMS: dict[str, Callable[[Evaluation, Node, Frame], list[Way]]] = {
    "const": _const,
    "hole": _hole,
    "passed": _passed,
    "param": _param,
    "name": _name,
    "cat": _cat,
    "add": _add,
    "fmt": _fmt,
    "mod": _mod,
    "format": _format,
    "method": method_ways,
    "alt": _alt,
    "or": _or,
    "and": _and,
    "tuple": _display,
    "list": _display,
    "set": _display,
    "dict": _dict,
    "item": item_ways,
    "entry": entry_ways,
    "attr": _attr,
    "call": call_ways,
}
