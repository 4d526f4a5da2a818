"""Hostile text: work and memory stay linear in what is read, and what is read is capped."""

from __future__ import annotations

import sys
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from errdex.reports.limits import (
    CUT,
    MAX_ERRORS,
    MAX_FRAMES,
    MAX_LINE,
    MAX_MESSAGE,
    MAX_TEXT,
    capped_lines,
    capped_text,
)
from errdex.reports.parse import parse_report
from errdex.reports.registry import DIALECTS

if TYPE_CHECKING:
    from _typeshed import TraceFunction

FRAME = '  File "a.py", line 3, in f\n    f()\n'
HEAD = "Traceback (most recent call last):\n"


def test_a_long_text_keeps_head_and_tail_between_lines() -> None:
    text = capped_text("first\n" + "middle line\n" * MAX_TEXT + "last\n")

    assert text.startswith("first\nmiddle line\n")
    assert text.endswith("middle line\nlast\n")
    assert len(text) < MAX_TEXT + 100
    assert {line for line in text.split("\n") if not line.startswith(CUT)} == {"first", "middle line", "last", ""}


def test_a_long_line_keeps_head_and_tail() -> None:
    (line,) = capped_lines("a" * MAX_LINE + "b" * MAX_LINE)

    assert line == "a" * (MAX_LINE - MAX_LINE // 4) + f"{CUT}{MAX_LINE} characters …]" + "b" * (MAX_LINE // 4)


def test_an_endless_message_is_marked_truncated() -> None:
    (error,) = parse_report("ValueError: " + "x" * 20_000_000).errors

    assert error.exception == "ValueError"
    assert error.truncated
    assert len(error.message) <= MAX_MESSAGE + 100


def test_of_a_million_frames_the_first_and_last_are_kept() -> None:
    (error,) = parse_report(HEAD + '  File "first.py", line 1, in f\n' + FRAME * 1_000_000 + "ValueError: x\n").errors

    assert (error.exception, error.message, error.truncated) == ("ValueError", "x", True)
    assert len(error.frames) == MAX_FRAMES
    assert error.frames[0].file == "first.py"


def test_of_many_errors_the_first_and_last_are_kept() -> None:
    report = parse_report("".join(f"{HEAD}{FRAME}ValueError: {number}\n" for number in range(3 * MAX_ERRORS)))

    assert len(report.errors) == MAX_ERRORS
    assert report.errors[0].message == "0"
    assert report.errors[report.final].message == str(3 * MAX_ERRORS - 1)


@pytest.mark.parametrize(
    "text", ['{"a":' * 300_000, "[" * 500_000, '{"message": ' + "[" * 30_000, "(" * 500_000, "9" * 500_000]
)
def test_nesting_without_end_is_a_message(text: str) -> None:
    assert parse_report(text).dialect == "message"


def test_control_characters_are_data() -> None:
    (error,) = parse_report(HEAD + FRAME + "ValueError: a\x00b\x07c\x7f\udcff\ufffd\n").errors

    assert error.message == "a\x00b\x07c\x7f\udcff\ufffd"


UNITS = (
    *dict.fromkeys(hint for dialect in DIALECTS for hint in dialect.hints),
    "[x](",
    "[x](http://",
    "\x1b[1;",
    "\x1b]",
    "&lt;<span ",
    '{"message": "x"} ',
    "'\\n  File \"",
    "Traceback (most recent call last):\\n",
    'File "a", line 3, in f ',
    'File "a",\n',
    "Exception Type: X\n",
    "Cell In[1], line 1\n\n\n-> 1 x\n",
    f"{HEAD}KeyError\n",
    f"x {HEAD}",
    f"{FRAME}\n",
    "2024-01-01 00:00:00 ERROR a: b\n",
    'level=error msg="a ',
    "ValueError('",
    "X(",
    ": ",
    "> ",
    "web | ",
    " ",
    "\n",
    "\n\n\n>>> a\n",
    "ValueError: x\n\nThe above exception was the direct cause of the following exception:\n\n",
    '_RemoteTraceback:\n"""\nTraceback (most recent call last):\nX\n"""\n',
    "E   x\na.py:3: in f\n",
    "│ a\n╭─ Traceback (most recent call last) ─╮\n",
    "  | x\n  +-+---------------- 1 ----------------\n",
)


def steps(text: str) -> int:
    """Lines of errdex that run while this text is parsed."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> TraceFunction:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        parse_report(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("before", ["", f"{HEAD}{FRAME}ValueError: "], ids=["alone", "in a message"])
def test_work_grows_no_faster_than_the_text(unit: str, before: str) -> None:
    parse_report(before + unit * 40)  # imports what it needs
    size = max(400 // len(unit), 20)

    small, large = steps(before + unit * size), steps(before + unit * (4 * size))

    assert large < 6 * small + 2000
