"""String methods applied to what is known of a text."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from errdex.linking.texts import joined, literal, printed_ways, text_parts, values_of
from errdex.linking.values import Collection, Constant, Mapped, Text, Unknown
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from errdex.linking.values import Evaluator, Frame, Operand, Printed, Value, Way
    from errdex.nouns.facts import Node

_INDENT = re.compile(r"(?<=\n)[ \t]+")
_SIMPLE: dict[str, Callable[..., str]] = {
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "capitalize": str.capitalize,
    "replace": str.replace,
}
MAX_TEXT = 20_000


def method_ways(evaluator: Evaluator, node: Node, frame: Frame) -> list[Way]:
    """`node.name(…)` for the methods that the node table lists."""
    name = str(node[2])
    text = str(node[4]) if len(node) > 4 else "…"
    arguments: Sequence[Node] = node[3]  # type: ignore[assignment]
    found: list[Way] = []
    for value, tests in evaluator.ways(node[1], frame):  # type: ignore[arg-type]
        if name == "join":
            ways = _join(evaluator, value, arguments[0], frame, text)
        elif name in {"dedent", "cleandoc"}:
            ways = [(_dedented(value, name, text), ())]
        else:
            ways = [(_applied(value, name, [evaluator.ways(each, frame) for each in arguments], text), ())]
        found.extend((way, (*tests, *more)) for way, more in ways)
    return found


def _join(evaluator: Evaluator, separator: Value, pieces: Node, frame: Frame, text: str) -> list[Way]:
    parts = text_parts(separator)
    unknown: list[Way] = [(Unknown(text, "str"), ())]
    if parts is None:
        return unknown
    found: list[Way] = []
    for value, tests in evaluator.ways(pieces, frame):
        operands = _joined_operands(value)
        if operands is None:
            found.append((Unknown(text, "str"), tests))
            continue
        texts: list[list[Printed]] = []
        for at, operand in enumerate(operands):
            if at:
                texts.append([(parts, (), "")])
            texts.append(printed_ways(evaluator, evaluator.operand_ways(operand)))
        found.extend((way, (*tests, *more)) for way, more in values_of(joined(texts or [literal("")])))
    return found


def _joined_operands(value: Value) -> list[Operand] | None:
    match value:
        case Collection(kind="tuple" | "list", items=items):
            return list(items)
        case Mapped(items=items, is_open=False):
            return [key for key, _ in items]
    return None


def _applied(value: Value, name: str, arguments: list[list[Way]], text: str) -> Value:
    constants = [ways[0][0].value for ways in arguments if len(ways) == 1 and isinstance(ways[0][0], Constant)]
    if len(constants) != len(arguments):
        return Unknown(text, "str")
    if isinstance(value, Constant) and isinstance(value.value, str):
        try:
            changed = _SIMPLE[name](value.value, *constants)
        except (TypeError, KeyError):
            return Unknown(text, "str")
        return Constant(changed) if len(changed) <= MAX_TEXT else Unknown(text, "str")
    if isinstance(value, Text):
        return _applied_to_parts(value, name, text, with_arguments=bool(arguments))
    return Unknown(
        text, value.type if isinstance(value, Unknown) else "", value.passes_on if isinstance(value, Unknown) else ""
    )


def _applied_to_parts(value: Text, name: str, text: str, *, with_arguments: bool) -> Value:
    if name in {"upper", "lower"}:
        change = _SIMPLE[name]
        return Text(tuple(part if isinstance(part, Hole) else change(part) for part in value.parts), value.passes_on)
    if name not in {"strip", "lstrip", "rstrip"} or with_arguments:
        return Unknown(text, "str", value.passes_on)
    parts = list(value.parts)
    if name != "rstrip":
        parts = _stripped_left(parts)
    if name != "lstrip":
        parts = [part if isinstance(part, Hole) else part[::-1] for part in reversed(parts)]
        parts = [part if isinstance(part, Hole) else part[::-1] for part in reversed(_stripped_left(parts))]
    return Text(tuple(parts), value.passes_on)


def _stripped_left(parts: list[str | Hole]) -> list[str | Hole]:
    """Without white space on the left; where a hole stands there, what follows it may be stripped as well."""
    first = parts[0] if parts else ""
    if isinstance(first, str):
        stripped = first.lstrip()
        return [stripped, *parts[1:]] if stripped else parts[1:] and _stripped_left(parts[1:])
    following = parts[1] if len(parts) > 1 else ""
    if isinstance(following, str) and following[:1].isspace():
        return (
            [first, following.lstrip(), *parts[2:]]
            if first.type == "int"
            else [Hole("…"), following.lstrip(), *parts[2:]]
        )
    return parts


def _dedented(value: Value, name: str, text: str) -> Value:
    if isinstance(value, Constant) and isinstance(value.value, str):
        return Constant(textwrap.dedent(value.value) if name == "dedent" else cleaned(value.value))
    if isinstance(value, Text):
        return _dedented_parts(value, name)
    return Unknown(text, "str")


def _dedented_parts(value: Text, name: str) -> Text:
    """A hole may bring lines of its own, so how far the others move is not known: their indent becomes a hole."""
    parts: list[str | Hole] = []
    for part in value.parts:
        if isinstance(part, Hole):
            parts.append(part)
            continue
        for at, line in enumerate(_INDENT.split(part)):
            if at:
                parts.append(Hole("…"))
            parts.append(line)
    if isinstance(parts[0], str) and parts[0] != parts[0].lstrip():
        parts[:1] = [Hole("…"), parts[0].lstrip()]
    if name == "cleandoc" and isinstance(parts[-1], str) and parts[-1] != parts[-1].rstrip():
        parts[-1:] = [parts[-1].rstrip(), Hole("…")]
    return Text(tuple(part for part in parts if part != ""), value.passes_on)


def cleaned(text: str) -> str:
    """As `inspect.cleandoc`, whose module costs too much to import."""
    lines = text.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip(), *(line[margin:] for line in lines[1:])]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)
