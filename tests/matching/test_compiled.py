from __future__ import annotations

import pytest

from errdex.matching.compiled import best_origins, compiled_match, is_untraced, traced_origins, untraced_match
from errdex.matching.interpreter import interpreter_form
from errdex.matching.store import CompiledOrigin, MatchOptions
from errdex.nouns.matches import Answer, Verdict
from errdex.nouns.reports import ReportedError


class Origins:
    def __init__(self, *origins: CompiledOrigin) -> None:
        self.origins = origins

    def compiled_origins(self, exception: str, message: str) -> tuple[CompiledOrigin, ...]:
        return self.origins


WHOLE = CompiledOrigin("fast", "2.0", "fast/_core.so", ("cannot cast ", None, " to boolean"))
PIECE = CompiledOrigin("slow", "1.0", "slow/_core.so", (None, " to boolean", None))
ERROR = ReportedError("TypeError", "cannot cast x to boolean")


@pytest.mark.parametrize(
    ("exception", "message", "form"),
    [
        ("TypeError", "unhashable type: 'list'", ("unhashable type: ", None)),
        ("builtins.ZeroDivisionError", "division by zero", ("division by zero",)),
        ("AttributeError", "'A' object has no attribute 'b'", (None, " object has no attribute ", None)),
        ("ValueError", "unhashable type: 'list'", None),
        ("", "division by zero", None),
    ],
)
def test_forms_of_the_interpreter(exception: str, message: str, form: tuple[str | None, ...] | None) -> None:
    assert interpreter_form(exception, message) == form


def test_origins_come_most_literal_first_and_a_binary_once() -> None:
    shorter = WHOLE._replace(template=("cannot cast ", None))
    options = MatchOptions(compiled=Origins(PIECE, shorter, WHOLE))

    traced = traced_origins(ERROR, options)

    assert [entry.origin for entry in traced] == [WHOLE, PIECE]
    assert [entry.origin for entry in best_origins(traced)] == [WHOLE]


def test_form_of_the_interpreter_comes_before_copies_in_other_binaries() -> None:
    copy = CompiledOrigin("fast", "2.0", "fast/_core.so", ("unhashable type: ", None))
    error = ReportedError("TypeError", "unhashable type: 'list'")

    traced = traced_origins(error, MatchOptions(compiled=Origins(copy)))

    assert [entry.origin.file for entry in traced] == ["cpython", "fast/_core.so"]


def test_match_names_the_binary_and_no_line() -> None:
    (traced,) = traced_origins(ERROR, MatchOptions(compiled=Origins(WHOLE)))

    match = compiled_match(traced, ERROR)

    assert (match.kind, match.package, match.version, match.file, match.line, match.template) == (
        "compiled",
        "fast",
        "2.0",
        "fast/_core.so",
        None,
        "cannot cast {} to boolean",
    )


def test_answer_without_a_binary_is_untraced() -> None:
    untraced = untraced_match(ERROR, "the last line raises nothing")
    (traced,) = traced_origins(ERROR, MatchOptions(compiled=Origins(WHOLE)))

    assert is_untraced(Answer(ERROR, Verdict.WEAK, (untraced,)))
    assert not is_untraced(Answer(ERROR, Verdict.WEAK, (compiled_match(traced, ERROR),)))
