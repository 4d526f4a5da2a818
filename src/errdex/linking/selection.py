"""Which ways a known argument rules out: tests about one parameter, decided where it is bound."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.linking.values import Bound, Collection, Constant, Mapped, Named, Text, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.values import Evaluator, Frame, Value

_TEST = re.compile(r"(not )?([A-Za-z_]\w*|self\.\w+)( is None| is not None| (?:==|!=) None)?")


def decided(evaluator: Evaluator, tests: Sequence[str], frame: Frame) -> bool | None:
    """Whether all tests hold for what the parameters are bound to; `None`: not known."""
    if not tests or frame.bindings is None:
        return None if tests else True
    answers = [_answer(evaluator, test, frame) for test in tests]
    if False in answers:
        return False
    return None if None in answers else True


def _answer(evaluator: Evaluator, test: str, frame: Frame) -> bool | None:
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
