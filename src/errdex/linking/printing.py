"""How values print: literal parts and holes, one way or several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.formats import (
    FormatError,
    Piece,
    brace_pieces,
    formatted_constant,
    percent_constant,
    percent_pieces,
    repr_ways,
)
from errdex.linking.instances import printed_instance
from errdex.linking.texts import joined, literal, printed_ways
from errdex.linking.values import Collection, Constant, Instance, Mapped, Named, Text, Unknown
from errdex.nouns.templates import Hole, hole_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Arguments, Evaluator, Operand, Printed, Value, Way


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
        case Instance() if not spec and conversion in {"", "s"}:
            return printed_instance(evaluator, value)
        case Collection(text=text, kind=kind):
            return [((Hole(text or "…", conversion, spec, kind),), (), "")]
        case Mapped():
            return [((Hole("…", conversion, spec, "dict"),), (), "")]
        case Named(text=text) | Instance(text=text):
            return [((Hole(text, conversion, spec),), (), "")]


def values_of(texts: Sequence[Printed]) -> list[Way]:
    """Printed texts as values."""
    return [(_value(parts, passes_on), tests) for parts, tests, passes_on in texts]


def _value(parts: tuple[str | Hole, ...], passes_on: str) -> Value:
    if all(isinstance(part, str) for part in parts):
        return Constant("".join(part for part in parts if isinstance(part, str)))
    return Text(parts, passes_on)


def text_parts(value: Value) -> tuple[str | Hole, ...] | None:
    """Parts of a value that is a string; `None`: it is none, or not known to be one."""
    match value:
        case Constant(value=str(text)):
            return (text,)
        case Text(parts=parts):
            return parts
    return None


def spec_text(parts: Sequence[str | Hole]) -> str:
    """A format specification that holds fields, for people: `>{}`."""
    return "".join(part if isinstance(part, str) else hole_text(part) for part in parts)


def _printed_operand(evaluator: Evaluator, operand: Operand, conversion: str = "r") -> list[Printed]:
    return printed_ways(evaluator, evaluator.operand_ways(operand), conversion)


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


def percent(evaluator: Evaluator, template: Value, arguments: Value) -> list[Printed] | None:
    """`template % arguments`; `None` where that cannot be followed."""
    parts = text_parts(template)
    if parts is None:
        return None
    try:
        pieces = percent_pieces(parts)
    except FormatError:
        return None
    wanted = [piece for piece in pieces if isinstance(piece, Piece)]
    if not wanted and not isinstance(arguments, Collection | Mapped | Unknown):
        return None
    operands = _percent_operands(wanted, arguments)
    if operands is None:
        return None
    following = iter(operands)
    texts: list[Sequence[Printed]] = []
    for piece in pieces:
        if isinstance(piece, Piece):
            texts.append(_percent_piece(evaluator, piece, next(following)))
        else:
            texts.append([((piece,), (), "")])
    return joined(texts)


def _percent_operands(wanted: Sequence[Piece], arguments: Value) -> list[Operand] | None:
    if any(piece.key for piece in wanted):
        if not all(piece.key for piece in wanted):
            return None
        return [_entry(arguments, piece.key[1:]) for piece in wanted]
    match arguments:
        case Collection(kind="tuple", items=items):
            return list(items) if len(items) == len(wanted) else None
        case Unknown(type="" | "tuple") if len(wanted) > 1:
            return [Unknown(f"{arguments.text}[{at}]") for at in range(len(wanted))]
        case _ if len(wanted) == 1:
            return [arguments]
        case Unknown() if not wanted:
            return []
    return None


def _entry(arguments: Value, key: str) -> Operand:
    if isinstance(arguments, Mapped):
        for name, operand in arguments.items:
            if name == Constant(key):
                return operand
    return Unknown(key)


def _percent_piece(evaluator: Evaluator, piece: Piece, operand: Operand) -> list[Printed]:
    found: list[Printed] = []
    for value, tests in evaluator.operand_ways(operand):
        for parts, inner, passes_on in _percent_value(evaluator, piece, value):
            found.append((parts, (*tests, *inner), passes_on))
    return found


def _percent_value(evaluator: Evaluator, piece: Piece, value: Value) -> list[Printed]:
    if not piece.spec:
        return printed(evaluator, value, piece.conversion)
    if isinstance(value, Constant):
        text = percent_constant(value.value, piece.spec)
        if text is not None:
            return literal(text)
    expression = value.text if isinstance(value, Unknown | Named | Instance | Collection) else "…"
    return [((Hole(expression or "…", piece.conversion, piece.spec, piece.type),), (), "")]


def braces(evaluator: Evaluator, template: Value, arguments: Arguments) -> list[Printed] | None:
    """`template.format(…)`; `None` where that cannot be followed."""
    parts = text_parts(template)
    if parts is None:
        return None
    try:
        pieces = brace_pieces(parts)
    except FormatError:
        return None
    texts: list[Sequence[Printed]] = []
    for piece in pieces:
        if isinstance(piece, Piece):
            texts.append(_brace_piece(evaluator, piece, arguments))
        else:
            texts.append([((piece,), (), "")])
    return joined(texts)


def _brace_piece(evaluator: Evaluator, piece: Piece, arguments: Arguments) -> list[Printed]:
    operand = _argument(piece, arguments)
    if "{" in piece.spec:
        return [((Hole(_operand_text(operand, piece) + piece.path, piece.conversion, piece.spec),), (), "")]
    if piece.path:
        return [((Hole(_operand_text(operand, piece) + piece.path, piece.conversion, piece.spec),), (), "")]
    return printed_ways(evaluator, evaluator.operand_ways(operand), piece.conversion, piece.spec)


def _argument(piece: Piece, arguments: Arguments) -> Operand:
    if piece.key.startswith("="):
        for name, operand in arguments.keywords:
            if name == piece.key[1:]:
                return operand
        return Unknown(piece.key[1:])
    at = int(piece.key)
    return arguments.positional[at] if at < len(arguments.positional) else Unknown(f"args[{at}]")


def _operand_text(operand: Operand, piece: Piece) -> str:
    if isinstance(operand, Unknown):
        return operand.text
    if isinstance(operand, Constant | Text | Collection | Mapped | Named | Instance):
        return piece.key.lstrip("=")
    node = operand.node
    return str(node[1]) if node[0] in {"name", "param", "hole"} else piece.key.lstrip("=")
