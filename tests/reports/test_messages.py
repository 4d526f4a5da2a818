from __future__ import annotations

import pytest

from errdex.nouns.reports import ReportedError
from errdex.reports.messages import error_from_message


@pytest.mark.parametrize(
    ("text", "exception", "message"),
    [
        ("no such table", "", "no such table"),
        ("`no such table`", "", "no such table"),
        ("`a` and `b`", "", "`a` and `b`"),
        ('"ValueError: x"', "ValueError", "x"),
        ("**ValueError: x**", "ValueError", "x"),
        ("```\nValueError: x\n```", "ValueError", "x"),
        ("    ValueError: x\n      y", "ValueError", "x\n  y"),
        ("$ tool run\nValueError: x", "ValueError", "x"),
        ("Title words: ValueError: x", "ValueError", "x"),
        ("KeyError", "KeyError", ""),
        ("ValueError('x')", "ValueError", "x"),
        ("ERROR root: ValueError: x", "ValueError", "x"),
        ("", "", ""),
    ],
)
def test_a_message_is_freed_from_what_people_put_around_it(text: str, exception: str, message: str) -> None:
    error = error_from_message(text)

    assert (error.exception, error.message) == (exception, message)


def test_words_that_tools_put_before_a_message_are_peeled() -> None:
    assert error_from_message("error: cannot format a.py: the code is not equivalent").alternatives == (
        "cannot format a.py: the code is not equivalent",
        "the code is not equivalent",
    )


def test_what_a_short_prefix_leaves_is_no_reading() -> None:
    assert error_from_message("no such table: orders") == ReportedError("", "no such table: orders")


def test_a_suggestion_of_the_interpreter_is_left_out_of_another_reading() -> None:
    assert error_from_message("NameError: name 'x' is not defined. Did you mean: 'y'?").alternatives == (
        "name 'x' is not defined",
    )


def test_lines_cut_at_a_width_are_joined_in_another_reading() -> None:
    line = "word " * 15 + "wo"
    error = error_from_message(f"{line}\n{line}\nrd ends here")

    assert f"{line}{line}rd ends here" in error.alternatives
