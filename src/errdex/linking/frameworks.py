"""Exceptions of frameworks whose text takes more than one method to make, told by the form of their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.arguments import bind
from errdex.linking.formatting import percent
from errdex.linking.selection import truth
from errdex.linking.texts import joined, literal, printed_ways, text_parts, values_of
from errdex.linking.values import Collection, Mapped

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


def _list_of_messages(evaluator: Evaluator, message: Operand, params: Operand) -> list[Printed] | None:
    """Django's: the repr of the list of messages, each after `% params`."""
    found: list[Printed] = []
    for value, tests in evaluator.operand_ways(message):
        ways = _messages(evaluator, value, params)
        if ways is None:
            return None
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
        texts = percent(evaluator, message, value) if isinstance(value, Mapped | Collection) else None
        if texts is None:
            return None
        found.extend((way, (*tests, *more)) for way, more in values_of(texts))
    return found
