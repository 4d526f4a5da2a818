"""What must hold on any input: every text parses; what the interpreter prints parses back, whatever surrounds it."""

from __future__ import annotations

import html
import json
import traceback

from hypothesis import example, given, settings
from hypothesis import strategies as st

from errdex.nouns.reports import Report, ReportedError
from errdex.reports.endings import CHAINS, chain_link
from errdex.reports.frames import starts_traceback
from errdex.reports.parse import parse_report

PIECES = (
    "Traceback (most recent call last):",
    '  File "a.py", line 3, in f',
    "    f(1)",
    "    ^^^^",
    "ValueError: x",
    "ValueError",
    "During handling of the above exception, another exception occurred:",
    "  + Exception Group Traceback (most recent call last):",
    "  | ",
    "+-+---------------- 1 ----------------",
    "E   ValueError: x",
    ">   f()",
    "a.py:3: ValueError",
    "a.py:3: UserWarning: x",
    "Cell In[1], line 1",
    "----> 1 f()",
    "ValueError      Traceback (most recent call last)",
    "╭── Traceback (most recent call last) ──╮",
    "│ a.py:3 in f │",
    "Fatal Python error: x",
    "Current thread 0x1 (most recent call first):",
    "× it failed",
    "Exception Type: X",
    "Exception Value: y",
    "    at f (a.js:1:2)",
    "Caused by: x.YError: z",
    "panic: x",
    "goroutine 1 [running]:",
    "thread 'main' panicked at a.rs:1:2:",
    "a.rb:3:in `f': x (E)",
    "PHP Fatal error:  Uncaught E: x in a.php:3",
    "terminate called after throwing an instance of 'x'",
    '{"level": "error", "message": "x", "exc_info": "Traceback (most recent call last):\\n  File"}',
    "2024-01-01 00:00:00,000 ERROR a.b: x",
    "```",
    "> ",
    "\x1b[31m",
    '\\n  File \\"a\\", line 3',
    "&lt;module&gt;",
    "[3](http://x)",
    "\r",
    "\n",
    "\n\n",
    " ",
    "web_1  | ",
    "\ud800",
    "\x00",
    "😀",
)

anything = st.one_of(
    st.text(alphabet=st.characters(), max_size=300),
    st.lists(st.sampled_from(PIECES), max_size=30).map("\n".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
)


@given(anything)
@settings(max_examples=400, deadline=None)
def test_any_text_parses(text: str) -> None:
    report = parse_report(text)

    assert isinstance(report, Report)
    assert report.errors
    assert 0 <= report.final < len(report.errors)


def is_clear(message: str) -> bool:
    """Whether nothing in a message is what a traceback or its surroundings are made of."""
    lines = message.split("\n")
    return (
        not any(
            starts_traceback(line) or chain_link(line) or line.strip()[:1] in tuple("[0123456789+|`~=-_")
            for line in lines
        )
        and not any(char in message for char in "\r\x1b\x9b\xa0\u200b\ufeff\u200e\u2060&[")
        and message == message.rstrip()
        and not any(sentence.startswith(lines[-1].strip() or "?") for sentence, _ in CHAINS)
        and lines[0] == lines[0].lstrip(" ")
        and not any(
            line.startswith(("ERROR", "WARN", "INFO", "CRIT", "FATAL", "DEBUG", "NOTICE", ">")) for line in lines
        )
    )


words = st.text(
    st.one_of(
        st.sampled_from("abcXYZ :'\"()<>{}%.,;/\\\n\t"), st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp"))
    ),
    max_size=60,
)
messages = words.filter(is_clear)


class QualifiedError(Exception):
    """An exception whose class is printed with its module."""


def raised(error: Exception, depth: int) -> Exception:
    """The exception after it was raised through so many frames."""

    def go(n: int) -> None:
        if n:
            go(n - 1)
        else:
            raise error

    try:
        go(depth)
    except Exception as caught:  # noqa: BLE001 - the test's own
        return caught
    raise AssertionError


def printed(error: Exception) -> str:
    return "".join(traceback.format_exception(error))


def name_of(error: Exception) -> str:
    cls = type(error)
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def frames_of(error: Exception) -> list[tuple[str, int, str]]:
    return [(frame.filename, frame.lineno or 0, frame.name) for frame in traceback.extract_tb(error.__traceback__)]


def told(error: ReportedError) -> tuple[str, str, list[tuple[str, int | None, str]]]:
    return error.exception, error.message, [(frame.file, frame.line, frame.function) for frame in error.frames]


classes = st.sampled_from((ValueError, TypeError, RuntimeError, QualifiedError))


@given(classes, messages, st.integers(0, 2))
@settings(deadline=None)
@example(ValueError, "x\n\ny", 0)
@example(ValueError, 'x\n  bad "a.tmpl"', 0)
def test_what_the_interpreter_prints_parses_back(cls: type[Exception], message: str, depth: int) -> None:
    error = raised(cls(message), depth)

    report = parse_report(printed(error))

    assert [told(one) for one in report.errors] == [(name_of(error), message, frames_of(error))]


@given(classes, messages, messages, st.booleans())
@settings(deadline=None)
def test_chains_keep_their_order_and_links(cls: type[Exception], one: str, other: str, is_cause: bool) -> None:
    inner, outer = raised(cls(one), 0), cls(other)
    if is_cause:
        outer.__cause__ = inner
    else:
        outer.__context__ = inner
    outer = raised(outer, 1)

    report = parse_report(printed(outer))

    assert [told(error)[:2] for error in report.errors] == [(name_of(inner), one), (name_of(outer), other)]
    assert [error.link for error in report.errors] == ["cause" if is_cause else "context", ""]
    assert report.final == 1


@given(messages, messages.filter(bool))
@settings(deadline=None)
def test_notes_follow_the_message_and_are_another_reading_of_it(message: str, note: str) -> None:
    error = raised(ValueError(message), 0)
    error.add_note(note)

    (parsed,) = parse_report(printed(error)).errors

    assert parsed.exception == "ValueError"
    if message and "\n" not in message:
        assert parsed.message == f"{message}\n{note}"
        assert message in parsed.alternatives
    if not message and note.strip() and "\n\n" not in note:
        assert parsed.message == ""


@given(st.lists(messages, min_size=1, max_size=4))
@settings(deadline=None)
def test_members_of_a_group_are_found(texts: list[str]) -> None:
    group = raised(ExceptionGroup("several", [raised(ValueError(text), 0) for text in texts]), 0)

    report = parse_report(printed(group))

    head, *members = report.errors
    count = f"{len(texts)} sub-exception{'s' if len(texts) > 1 else ''}"
    assert (head.exception, head.message) == ("ExceptionGroup", f"several ({count})")
    assert [(error.exception, error.message, error.link) for error in members] == [
        ("ValueError", text, "group") for text in texts
    ]
    assert report.final == 1


def prefixed(prefix: str) -> object:
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.removesuffix("\n").split("\n"))


def numbered(text: str) -> str:
    lines = text.removesuffix("\n").split("\n")
    return "".join(f"2024-05-01T10:00:00.{17 + number}Z stderr F {line}\n" for number, line in enumerate(lines))


def coloured(text: str) -> str:
    return "".join(f"\x1b[31m{line}\x1b[0m\n" for line in text.removesuffix("\n").split("\n"))


WRAPPINGS = {
    "compose": prefixed("web_1  | "),
    "vagrant": prefixed("    default: "),
    "pm2": prefixed("3|qwen  | "),
    "log": prefixed("ERROR 05-07 02:14:18 [core.py:396] "),
    "thread": prefixed("[2024-05-01 10:00:00] [12] [ERROR] "),
    "internal": prefixed("INTERNALERROR> "),
    "quote": prefixed("> "),
    "twice quoted": prefixed("> > "),
    "indented": prefixed("        "),
    "kubernetes": numbered,
    "coloured": coloured,
    "spelled out": lambda text: coloured(text).replace("\x1b", "\\x1b"),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "old mac": lambda text: text.replace("\n", "\r"),
    "fenced": lambda text: f"It fails:\n\n```python\n{text}```\n\nWhat now?\n",
    "html": lambda text: f"<pre><code>{html.escape(text)}</code></pre>",
    "json": lambda text: json.dumps({"rc": 1, "stderr": text}),
    "json line": lambda text: json.dumps({"level": "info", "exc_info": text}) + "\n" + json.dumps({"a": 1}),
    "literal": lambda text: f"failed: {text!r}, giving up",
    "no-break spaces": lambda text: text.replace("  File", "\xa0\xa0File").replace("    ", "\xa0\xa0\xa0\xa0"),
    "after words": lambda text: f"12:00:01 worker: {text}",
    "log around": lambda text: f"2024-05-01 10:00:00,000 INFO a: b\n{text}2024-05-01 10:00:01,000 INFO a: c\n",
}

simple_words = st.text("abc XYZ:'()%.,;/", min_size=1, max_size=40).map(str.strip).filter(bool)


@given(st.sampled_from(sorted(WRAPPINGS)), classes, st.lists(simple_words, min_size=1, max_size=3), st.integers(0, 2))
@settings(deadline=None, max_examples=300)
def test_what_surrounds_a_traceback_changes_nothing(
    wrapping: str, cls: type[Exception], lines: list[str], depth: int
) -> None:
    text = printed(raised(cls("\n".join(lines)), depth))
    wrap = WRAPPINGS[wrapping]
    assert callable(wrap)

    bare, wrapped = parse_report(text), parse_report(wrap(text))

    assert told(wrapped.errors[wrapped.final]) == told(bare.errors[bare.final])
