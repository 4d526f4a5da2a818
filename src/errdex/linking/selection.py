"""Which ways a known argument rules out: tests about one parameter, decided where it is bound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.linking.values import Bound, Collection, Constant, Mapped, Named, Text, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Evaluator, Frame, Value

_TEST = re.compile(r"(not )?([A-Za-z_]\w*|self\.\w+)( is None| is not None| (?:==|!=) None)?")


def shown(tests: Sequence[object]) -> tuple[str, ...]:
    """The texts of the tests that a node gives."""
    return tuple([str(test if isinstance(test, str) else test[-1]) for test in tests])  # type: ignore[index]  # a list


def decided(evaluator: Evaluator, tests: Sequence[object], frame: Frame) -> bool | None:
    """Whether all tests hold for what the parameters are bound to; `None`: not known."""
    if not tests:
        return True
    answers = [
        (None if frame.bindings is None else _answer(evaluator, test, frame))
        if isinstance(test, str)
        else _about_value(evaluator, test, frame)  # type: ignore[arg-type]  # the other form is a list
        for test in tests
    ]
    if False in answers:
        return False
    return None if None in answers else True


def _about_value(evaluator: Evaluator, test: Sequence[object], frame: Frame) -> bool | None:
    question, answer, node = test[:3]
    values = [value for value, _ in evaluator.ways(node, frame)]  # type: ignore[arg-type]
    if str(question).startswith("isinstance "):
        known = _are_of_types(values, str(question).removeprefix("isinstance "))
        return None if known is None else known is answer
    return _all_agree([truth(value) if question == "true" else is_none(value) for value in values], negate=not answer)


_COUNT = re.compile(r"(not )?(?:len\(self\.args\) (==|!=|>) (\d)|self\.args)")
_TYPE = re.compile(r"(not )?isinstance\(([A-Za-z_]\w*), \(?([\w., ]+)\)?\)")


def _counted(evaluator: Evaluator, test: str, frame: Frame) -> bool | None:
    """Tests about how many arguments an exception keeps."""
    found = _COUNT.fullmatch(test)
    if found is None or frame.instance is None:
        return None
    negation, comparison, number = found.groups()
    counts = {
        len(value.items) if isinstance(value, Collection) else -1
        for value, _ in evaluator.ways(["name", "self.args"], frame)
    }
    if len(counts) != 1 or -1 in counts:
        return None
    count = counts.pop()
    wanted = int(number or 0)
    answer = {"==": count == wanted, "!=": count != wanted, ">": count > wanted}.get(comparison, count > 0)
    return answer is not bool(negation)


def _typed(evaluator: Evaluator, test: str, frame: Frame) -> bool | None:
    """`isinstance` tests about a parameter that surely is, or is not, a string."""
    found = _TYPE.fullmatch(test)
    if found is None or frame.bindings is None or found.group(2) not in frame.bindings:
        return None
    values = [value for value, _ in evaluator.operand_ways(frame.bindings[found.group(2)])]
    answer = _are_of_types(values, found.group(3))
    return None if answer is None else answer is not bool(found.group(1))


def _are_of_types(values: Sequence[Value], types: str) -> bool | None:
    """Whether values that surely are strings are instances of types, as written; `None`: not known."""
    names = {name.strip() for name in types.strip("()").split(",") if name.strip()}
    if not values or not names <= _STRINGS | _NO_STRINGS:
        return None
    if not all(
        isinstance(value, Text) or (isinstance(value, Constant) and isinstance(value.value, str)) for value in values
    ):
        return None
    return not names.isdisjoint(_STRINGS)


_STRINGS = frozenset({"str"})
_NO_STRINGS = frozenset({"bytes", "list", "tuple", "dict", "set", "int", "float", "Exception", "BaseException"})


def _answer(evaluator: Evaluator, test: str, frame: Frame) -> bool | None:
    counted = _counted(evaluator, test, frame) if "args" in test else None
    if counted is not None:
        return counted
    typed = _typed(evaluator, test, frame) if "isinstance" in test else None
    if typed is not None:
        return typed
    found = _TEST.fullmatch(test)
    if found is None or frame.bindings is None:
        return None
    negation, name, comparison = found.groups()
    operand = frame.bindings.get(name)
    if name.startswith("self.") and frame.instance is not None:
        operand = Bound(["name", name], frame)
    if operand is None:
        return None
    values = [value for value, _ in evaluator.operand_ways(operand)]
    if not comparison:
        return _all_agree([truth(value) for value in values], negate=bool(negation))
    if negation:
        return None
    return _all_agree([is_none(value) for value in values], negate="is not" in comparison or "!=" in comparison)


def _all_agree(answers: Sequence[bool | None], *, negate: bool) -> bool | None:
    if not answers or None in answers or len(set(answers)) != 1:
        return None
    return bool(answers[0]) is not negate


def truth(value: Value) -> bool | None:
    """Whether a value is true; `None`: not known."""
    match value:
        case Constant(value=constant):
            return bool(constant)
        case Text(parts=parts):
            return True if any(isinstance(part, str) and part for part in parts) else None
        case Collection(items=items) | Mapped(items=items, is_open=False):
            return bool(items)
        case Named():
            return True
    return None


def is_none(value: Value) -> bool | None:
    """Whether a value is `None`; `None`: not known."""
    match value:
        case Constant(value=constant):
            return constant is None
        case Unknown(type=""):
            return None
    return None if isinstance(value, Unknown) and value.passes_on else False
