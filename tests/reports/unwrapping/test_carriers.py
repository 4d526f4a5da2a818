from __future__ import annotations

import pytest

from errdex.reports.found import Lines
from errdex.reports.unwrapping.carriers import quotes_off, without_carriers

TRACEBACK = [
    "Traceback (most recent call last):",
    '  File "a.py", line 3, in f',
    "    f()",
    '  File "a.py", line 3, in f',
    "ValueError: x",
]


@pytest.mark.parametrize(
    "prefix",
    [
        "web_1  | ",
        "> ",
        "    default: ",
        "3|qwen  | ",
        "[12] ",
        "pod container ",
        "#12 0.345 ",
        "(f pid=1, ip=2) ",
        "remote: ",
    ],
)
def test_what_stands_before_each_line_is_kept_apart(prefix: str) -> None:
    assert without_carriers([prefix + line for line in TRACEBACK]) == Lines(TRACEBACK, [prefix] * 5)


def test_numbers_in_a_prefix_may_differ() -> None:
    prefixes = [f"2024-01-01T00:00:0{at}.{'1' * (at + 1)}Z " for at in range(5)]

    lines = without_carriers([prefix + line for prefix, line in zip(prefixes, TRACEBACK, strict=True)])

    assert lines == Lines(TRACEBACK, prefixes)


def test_lost_indentation_stays_lost() -> None:
    flat = [line.strip() for line in TRACEBACK]

    assert without_carriers([f"ERR {line}" for line in flat]) == Lines(flat, ["ERR "] * 5)


def test_lines_without_the_prefix_stay_as_they_are() -> None:
    lines = without_carriers(["start", *(f"web | {line}" for line in TRACEBACK), "end"])

    assert lines == Lines(["start", *TRACEBACK, "end"], ["", *["web | "] * 5, ""])


def test_bars_of_a_group_are_no_carrier() -> None:
    text = [
        "  + Exception Group Traceback (most recent call last):",
        '  |   File "a.py", line 3, in f',
        '  |   File "a.py", line 3, in f',
    ]

    assert without_carriers(text) == Lines(text, [])


def test_without_a_traceback_all_lines_must_share_the_prefix() -> None:
    assert without_carriers(["web | a", "web | b", "web | c"]) == Lines(["a", "b", "c"], ["web | "] * 3)
    assert without_carriers(["web | a", "b", "web | c"]) == Lines(["web | a", "b", "web | c"], [])


def test_quotes_of_mail_are_taken_off() -> None:
    assert quotes_off(["> > a", "> >   b", ">"]) == ["a", "  b", ""]


def test_marks_of_a_test_runner_are_no_quotes() -> None:
    text = [">   f()", "E   x", "a.py:3: X"]

    assert quotes_off(text) == text
