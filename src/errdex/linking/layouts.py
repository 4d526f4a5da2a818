"""What `str()` of the builtin exceptions makes of their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.definitions import BuiltinClass
from errdex.linking.hierarchy import builtin_ancestry
from errdex.linking.texts import joined, literal, printed_ways
from errdex.linking.values import Collection, Constant
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Callable

    from errdex.linking.values import Arguments, Evaluator, Operand, Printed


def printed_by_layout(
    evaluator: Evaluator, layout: str, arguments: Arguments, tests: tuple[str, ...] = ()
) -> list[Printed]:
    """The texts of a builtin exception class for its positional arguments."""
    operands = arguments.positional
    found: list[Printed] | None = None
    for cls in builtin_ancestry(layout):
        printer = _LAYOUTS.get(cls.name) if isinstance(cls, BuiltinClass) else None
        found = printer(evaluator, operands) if printer is not None else None
        if found is not None:
            break
    if found is None:
        found = _plain(evaluator, operands)
    return [(parts, (*tests, *inner), passes_on) for parts, inner, passes_on in found] if tests else found


def _plain(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed]:
    if not operands:
        return [(("",), (), "")]
    if len(operands) == 1:
        return _text(evaluator, operands[0])
    return evaluator.printed(Collection("tuple", operands))


def _text(evaluator: Evaluator, operand: Operand, conversion: str = "") -> list[Printed]:
    return printed_ways(evaluator, evaluator.operand_ways(operand), conversion)


def _key_error(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
    return _text(evaluator, operands[0], "r") if len(operands) == 1 else None


def _os_error(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
    if not 2 <= len(operands) <= 5:
        return None
    if len(operands) >= 4 and evaluator.operand_ways(operands[3]) != [(Constant(None), ())]:
        return [((Hole("…"),), (), "")]  # with an error number of Windows, that one is printed there
    pieces = [literal("[Errno "), _text(evaluator, operands[0]), literal("] "), _text(evaluator, operands[1])]
    bare = joined(pieces)
    if len(operands) == 2:
        return bare
    named = [*pieces, literal(": "), _text(evaluator, operands[2], "r")]
    if len(operands) == 5:
        named += [literal(" -> "), _text(evaluator, operands[4], "r")]
    found = joined(named)
    # A file name of None is left out.
    if any(value == Constant(None) for value, _ in evaluator.operand_ways(operands[2])):
        return bare
    sure = all(isinstance(value, Constant) for value, _ in evaluator.operand_ways(operands[2]))
    return found if sure else [*found, *bare]


def _unicode_error(verb: str) -> Callable[[Evaluator, tuple[Operand, ...]], list[Printed] | None]:
    def printer(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
        if len(operands) != 5:
            return None
        start = [literal("'"), _text(evaluator, operands[0]), literal(f"' codec can't {verb} ")]
        end = [literal(": "), _text(evaluator, operands[4])]
        return joined([*start, [((Hole("…"),), (), "")], *end])

    return printer


def _translate_error(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
    if len(operands) != 4:
        return None
    return joined([literal("can't translate "), [((Hole("…"),), (), "")], literal(": "), _text(evaluator, operands[3])])


def _group(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
    if len(operands) != 2:
        return None
    message = _text(evaluator, operands[0])
    (value, _), *others = evaluator.operand_ways(operands[1])
    if isinstance(value, Collection) and value.kind != "set" and not others:
        count = len(value.items)
        return joined([message, literal(f" ({count} sub-exception{'' if count == 1 else 's'})")])
    one = joined([message, literal(" (1 sub-exception)")])
    return [*one, *joined([message, literal(" ("), [((Hole("…", type="int"),), (), "")], literal(" sub-exceptions)")])]


def _syntax_error(evaluator: Evaluator, operands: tuple[Operand, ...]) -> list[Printed] | None:
    """With a place as its second argument, file and line are printed behind the text."""
    if len(operands) != 2:
        return _text(evaluator, operands[0]) if operands else literal("None")
    message = _text(evaluator, operands[0])
    hole: list[Printed] = [((Hole("…"),), (), "")]
    return [*joined([message, literal(" ("), hole, literal(")")]), *message]


_LAYOUTS: dict[str, Callable[[Evaluator, tuple[Operand, ...]], list[Printed] | None]] = {
    "KeyError": _key_error,
    "OSError": _os_error,
    "UnicodeDecodeError": _unicode_error("decode"),
    "UnicodeEncodeError": _unicode_error("encode"),
    "UnicodeTranslateError": _translate_error,
    "BaseExceptionGroup": _group,
    "SyntaxError": _syntax_error,
}
