"""Exceptions of frameworks whose text takes more than one method to make, told by the form of their source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.linking.arguments import bind
from errdex.linking.formatting import percent
from errdex.linking.selection import truth
from errdex.linking.texts import joined, literal, printed_ways, text_parts, values_of
from errdex.linking.values import Constant, Mapped, Unknown
from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from errdex.linking.definitions import ClassDefinition
    from errdex.linking.values import Evaluator, Instance, Operand, Printed, Value, Way


def printed_by_framework(evaluator: Evaluator, instance: Instance, cls: ClassDefinition) -> list[Printed] | None:
    """What such an exception prints; `None`: the class has no such form."""
    if cls.facts.name != "ValidationError" or "list(self)" not in repr(cls.facts.text):
        return None
    init = cls.method("__init__")
    if init is None or [parameter.name for parameter in init.parameters[1:4]] != ["message", "code", "params"]:
        return None
    bound = bind(init, instance.arguments, cls.module, skip_first=True)
    return _list_of_messages(evaluator, bound["message"], bound["params"])


def _list_of_messages(evaluator: Evaluator, message: Operand, params: Operand) -> list[Printed]:
    """Django's: the repr of the list of messages, each after `% params`; a message may also be a list or dict of them."""
    found: list[Printed] = []
    for value, tests in evaluator.operand_ways(message):
        ways = _messages(evaluator, value, params)
        if ways is None:
            expression = value.text if isinstance(value, Unknown) else "…"
            found.append(((Hole(expression),), tests, ""))
            continue
        texts = joined([literal("["), printed_ways(evaluator, ways, "r"), literal("]")])
        found.extend((parts, (*tests, *more), passes_on) for parts, more, passes_on in texts)
    return found


def _messages(evaluator: Evaluator, message: Value, params: Operand) -> list[Way] | None:
    if text_parts(message) is None:
        return None
    found: list[Way] = []
    for value, tests in evaluator.operand_ways(params):
        if truth(value) is False:
            found.append((message, tests))
            continue
        texts = percent(evaluator, message, value)
        if texts is None:
            return None
        found.extend((way, (*tests, *more)) for way, more in values_of(texts))
    return found


def printed_by_compiled(evaluator: Evaluator, instance: Instance) -> list[Printed] | None:
    """What exceptions of well-known extension modules print; `None`: it is none of these.

    As for the builtin ones, no source says it: `pydantic_core` documents that the second argument is the text, with
    `{key}` standing for entries of the third.
    """
    if instance.cls.qualified not in _PYDANTIC or instance.arguments.more_positional:
        return None
    positional = instance.arguments.positional
    named = dict(instance.arguments.keywords)
    message = positional[1] if len(positional) > 1 else named.get("message_template")
    context = positional[2] if len(positional) > 2 else named.get("context", Constant(None))
    if message is None:
        return None
    found: list[Printed] = []
    for value, tests in evaluator.operand_ways(message):
        parts = text_parts(value)
        if parts is None:
            return None
        (given, _), *others = evaluator.operand_ways(context)
        entries = given if not others else Unknown("…")
        pieces = [piece for part in parts for piece in _filled(evaluator, part, entries)]
        found.extend((way, (*tests, *more), passes_on) for way, more, passes_on in joined(pieces))
    return found


_PYDANTIC = frozenset({"pydantic_core.PydanticCustomError", "pydantic_core._pydantic_core.PydanticCustomError"})
_FIELD = re.compile(r"\{(\w+)\}")


def _filled(evaluator: Evaluator, part: str | Hole, context: Value) -> list[list[Printed]]:
    if isinstance(part, Hole) or context == Constant(None):
        return [[((part,), (), "")]]
    pieces: list[list[Printed]] = []
    for at, text in enumerate(_FIELD.split(part)):
        if at % 2 == 0:
            pieces.append(literal(text))
            continue
        operand = None
        if isinstance(context, Mapped):
            operand = next((each for name, each in context.items if name == Constant(text)), None)
        if operand is not None:
            pieces.append(printed_ways(evaluator, evaluator.piece_operand_ways(operand)))
        else:
            pieces.append([((Hole(text),), (), "")])
    return pieces
