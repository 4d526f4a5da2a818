"""How values print: literal parts and holes, one way or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.formats import formatted_constant, repr_ways
from errdex.linking.instances import printed_instance, printed_repr
from errdex.linking.texts import joined, literal, printed_ways
from errdex.linking.values import Collection, Constant, Instance, Mapped, Named, Text, Unknown
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Evaluator, Operand, Printed, Value


def printed(evaluator: Evaluator, value: Value, conversion: str = "", spec: str = "") -> list[Printed]:
    """The texts that `format` gives for a value after a conversion (`r`, `s`, `a` or none)."""
    match value:
        case Constant(value=constant):
            text = formatted_constant(constant, conversion, spec)
            return [((Hole(repr(constant), conversion, spec) if text is None else text,), (), "")]
        case Text(parts=parts, passes_on=passes_on):
            if spec:
                return [((Hole("…", conversion, spec, "str"),), (), passes_on)]
            return [(way, (), passes_on) for way in (repr_ways(parts) if conversion in {"r", "a"} else [parts])]
        case Unknown(text=text, type=kind, passes_on=passes_on):
            return [((Hole(text, conversion, spec, kind),), (), passes_on)]
        case Collection() if not spec:
            return _printed_collection(evaluator, value, conversion)
        case Mapped() if not spec:
            return _printed_dict(evaluator, value, conversion)
        case Instance() if not spec and may_be_error(evaluator, value):
            return printed_repr(evaluator, value) if conversion in {"r", "a"} else printed_instance(evaluator, value)
        case Collection(text=text, kind=kind):
            return [((Hole(text or "…", conversion, spec, kind),), (), "")]
        case Mapped():
            return [((Hole("…", conversion, spec, "dict"),), (), "")]
        case Named(text=text) | Instance(text=text):
            return [((Hole(text, conversion, spec),), (), "")]


def may_be_error(evaluator: Evaluator, value: Instance) -> bool:
    """Whether an instance is an exception, as far as its class is known; other objects print in ways of their own."""
    ancestry = evaluator.hierarchy.ancestry(value.cls)
    return not ancestry.complete or evaluator.hierarchy.inherits(value.cls, "BaseException")


def _printed_operand(evaluator: Evaluator, operand: Operand, conversion: str = "r") -> list[Printed]:
    return printed_ways(evaluator, evaluator.piece_operand_ways(operand), conversion)


def _printed_collection(evaluator: Evaluator, value: Collection, conversion: str) -> list[Printed]:
    if value.kind == "set":
        return [((Hole(value.text or "…", conversion, "", "set"),), (), "")]
    opening, closing = ("(", ")") if value.kind == "tuple" else ("[", "]")
    pieces: list[Sequence[Printed]] = [literal(opening)]
    for at, item in enumerate(value.items):
        if at:
            pieces.append(literal(", "))
        pieces.append(_printed_operand(evaluator, item))
    pieces.append(literal("," + closing if value.kind == "tuple" and len(value.items) == 1 else closing))
    return joined(pieces)


def _printed_dict(evaluator: Evaluator, value: Mapped, conversion: str) -> list[Printed]:
    if value.is_open:
        return [((Hole("…", conversion, "", "dict"),), (), "")]
    pieces: list[Sequence[Printed]] = [literal("{")]
    for at, (key, item) in enumerate(value.items):
        if at:
            pieces.append(literal(", "))
        pieces += [_printed_operand(evaluator, key), literal(": "), _printed_operand(evaluator, item)]
    pieces.append(literal("}"))
    return joined(pieces)
