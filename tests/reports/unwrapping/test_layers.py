from __future__ import annotations

import pytest

from errdex.reports.unwrapping.layers import unwrapped

TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f()\nValueError: x'


@pytest.mark.parametrize(
    "text",
    [
        TRACEBACK.replace("\n", "\r\n"),
        TRACEBACK.replace("\n", "\r"),
        TRACEBACK.replace("<", "&lt;").replace(">", "&gt;"),
        TRACEBACK.replace("    f()", "\x1b[1m    f()\x1b[0m"),
        TRACEBACK.replace("    f()", "\\x1b[31m    f()\\x1b[0m"),
        TRACEBACK.replace("    f()", "[31m    f()[0m"),
        TRACEBACK.replace("    f()", "\x1b]8;;http://a\x1b\\    f()\x1b]8;;\x1b\\"),
        TRACEBACK.replace("  File", "\xa0\xa0File"),
        "\ufeff" + TRACEBACK,
        TRACEBACK.replace("line 3", "line [3](https://example.org/a.py#L3)"),
        TRACEBACK.replace("\n", "\n\n"),
    ],
    ids=[
        "windows",
        "old mac",
        "entities",
        "colours",
        "spelled colours",
        "remnants of colours",
        "links of a terminal",
        "no-break spaces",
        "byte order mark",
        "links for numbers",
        "double spaced",
    ],
)
def test_one_traceback_comes_out_of_every_wrapping(text: str) -> None:
    lines = unwrapped(text).text

    assert [line for line in lines if line] == TRACEBACK.split("\n")


@pytest.mark.parametrize(
    "message", ["a\rb", "&lt;b&gt;", "<span>x</span>", "[a](b)", "\\n  File ", '{"a": 1}', "a [0m", "50% m"]
)
def test_a_message_keeps_what_only_looks_like_wrapping(message: str) -> None:
    assert unwrapped(f"{TRACEBACK}{message}\n").text[-2] == f"ValueError: x{message}"
