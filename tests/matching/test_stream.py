"""The stream says of every line what aligning every template with every line says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.matching.alignment import align_whole
from errdex.matching.stream import FoundLine, Matcher, Stream
from errdex.matching.stream_prefixes import NO_PREFIX, Prefix, Prefixes
from errdex.matching.stream_templates import watched_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.matching.store import Parts

PREFIXES = ("", "00:00 ERROR ", "ERROR: ", "ValueError: ", "00:00 ERROR ValueError: ")


def read_prefix(text: str) -> Prefix | None:
    """Knows a handful of prefixes."""
    return Prefix(exception="ValueError" if "ValueError" in text else "") if text in PREFIXES else None


def templates_of(*parts: Parts) -> list[tuple[int, Parts]]:
    return list(enumerate(parts))


def found(log: str, *parts: Parts, engine: str = "python", chunk: int = 1 << 20) -> list[tuple[int, list[int]]]:
    """Number of each attributed line, from 1, and the rows of its templates."""
    stream = Stream(Matcher(watched_templates(templates_of(*parts)), read_prefix, engine))
    content = log.encode()
    pieces = [content[at : at + chunk] for at in range(0, len(content), chunk)]
    out = []
    for searched in [*(one for piece in pieces for one in stream.add(piece)), *stream.finish()]:
        text = searched.block.text
        for one in searched.found:
            assert isinstance(one, FoundLine)
            number = searched.block.line + text.count(b"\n", 0, one.start)
            out.append((number, sorted(template.row for template in one.templates)))
    return out


def naive(log: str, parts: Sequence[Parts]) -> list[tuple[int, list[int]]]:
    """The same by laying every template on every line, from every place where a message may start."""
    watched = {one.row: one for one in watched_templates(templates_of(*parts))}
    prefixes = Prefixes(read_prefix)
    out = []
    for number, line in enumerate(log.split("\n"), start=1):
        raw = line.encode()
        starts = [at for at in range(len(line) + 1) if prefixes.find(raw, 0, len(line[:at].encode())) is not None]
        fitting = [row for row in watched if any(align_whole(parts[row], line[at:]) is not None for at in starts)]
        heaviest = max((watched[row].weight for row in fitting), default=0)
        if fitting:
            out.append((number, sorted(row for row in fitting if watched[row].weight == heaviest)))
    return out


WORDS = st.sampled_from(
    ["column", "Column", "missing", "not found", "in", "frame", ":", "42", "'a'", "é", "value=", ""]
)
LITERALS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
PARTS = st.lists(LITERALS | st.none(), min_size=1, max_size=5)
FILLINGS = st.sampled_from(["x", "42", "some frame", "", "column"])


def in_normal_form(parts: Iterable[str | None]) -> Parts:
    joined: list[str | None] = []
    for part in parts:
        if part == "" or (joined and part is None and joined[-1] is None):
            continue
        if joined and part is not None and joined[-1] is not None:
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined) or ("",)


@st.composite
def logs(draw: st.DrawFn) -> tuple[str, list[Parts]]:
    """Templates, and a log of lines that they print and of others made of the same words."""
    parts = list(dict.fromkeys(map(in_normal_form, draw(st.lists(PARTS, min_size=1, max_size=8)))))
    lines = []
    for _ in range(draw(st.integers(0, 8))):
        prefix = draw(st.sampled_from([*PREFIXES, "noise ", "x: "]))
        if draw(st.booleans()):
            template = draw(st.sampled_from(parts))
            message = "".join(draw(FILLINGS) if part is None else part for part in template)
        else:
            message = " ".join(draw(st.lists(WORDS, max_size=6)))
        lines.append(prefix + message)
    return "\n".join(lines), parts


@given(logs(), st.sampled_from(["python", "ahocorasick_rs", "hyperscan"]))
@settings(max_examples=300, deadline=None)
def test_every_engine_says_what_aligning_all_templates_with_all_lines_says(
    log: tuple[str, list[Parts]], engine: str
) -> None:
    if engine != "python":
        pytest.importorskip(engine, reason="the extra `watch` is not installed")
    text, parts = log

    assert found(text, *parts, engine=engine) == naive(text, parts)


@given(logs(), st.integers(1, 60))
@settings(max_examples=150, deadline=None)
def test_where_pieces_begin_and_end_changes_nothing(log: tuple[str, list[Parts]], size: int) -> None:
    text, parts = log

    assert found(text, *parts, chunk=size) == found(text, *parts)


def test_most_literal_text_wins_and_ties_are_all_kept() -> None:
    log = "ERROR: unknown column 'a' in frame\nunknown column b\n"

    assert found(
        log, ("unknown column ", None), ("unknown column ", None, " in frame"), ("unknown ", None, "column ", None)
    ) == [(1, [1]), (2, [0, 2])]


def test_a_message_starts_where_a_logger_lets_it_start() -> None:
    log = "00:00 ERROR unknown column b\n00:00 ERROR no such unknown column b\nsays: unknown column b\n"

    assert found(log, ("unknown column ", None)) == [(1, [0])]


def test_a_message_ends_with_its_line() -> None:
    assert found("unknown column, sorry\nunknown column\n", ("unknown column",)) == [(2, [0])]


def test_messages_of_several_lines_are_one() -> None:
    parts: Parts = ("cannot merge:\n  left ", None, "\n  right ", None)
    log = "ERROR: cannot merge:\n  left a\n  right b\nleft alone\nERROR: cannot merge:\n  left a\n"

    assert found(log, parts, ("  left alone",)) == [(1, [0])]
    for size in range(1, len(log)):
        assert found(log, parts, chunk=size) == [(1, [0])]


def test_carriage_returns_and_colours_do_not_hide_a_message() -> None:
    assert found(
        "ERROR: \x1b[31munknown column b\x1b[0m\r\nunknown column\r\n", ("unknown column",), ("unknown column b",)
    ) == [
        (1, [1]),
        (2, [0]),
    ]


def test_templates_that_say_little_are_not_watched_for() -> None:
    assert watched_templates(templates_of(("error",), ("bad ", None), (None,), (None, ": ", None), ("",))) == []


def test_nothing_is_before_a_message_when_it_starts_the_line() -> None:
    assert Prefixes(read_prefix).find(b"abc", 0, 0) == NO_PREFIX
