"""`%` and `str.format` applied to values: each way the template and its arguments can come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.formats import FormatError, Piece, brace_pieces, percent_constant, percent_pieces
from errdex.linking.texts import joined, literal, printed_ways, text_parts
from errdex.linking.values import Collection, Constant, Instance, Mapped, Named, Text, Unknown
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Arguments, Evaluator, Operand, Printed, Value


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
        case Unknown() | Mapped() if not wanted:
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
    for value, tests in evaluator.piece_operand_ways(operand):
        for parts, inner, passes_on in _percent_value(evaluator, piece, value):
            found.append((parts, (*tests, *inner), passes_on))
    return found


def _percent_value(evaluator: Evaluator, piece: Piece, value: Value) -> list[Printed]:
    if not piece.spec:
        return evaluator.printed(value, piece.conversion)
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
    return printed_ways(evaluator, evaluator.piece_operand_ways(operand), piece.conversion, piece.spec)


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
