from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.evidence.linear import Found, LinearPattern, Refused, read_pattern


def found(pattern: str, text: str) -> Found | None:
    compiled = read_pattern(pattern)
    assert isinstance(compiled, LinearPattern)
    return compiled.search(text)


def by_re(pattern: str, text: str) -> Found | None:
    match = re.search(pattern, text)
    if match is None:
        return None
    spans = [match.span(number) for number in range(1, (match.re.groups or 0) + 1)]
    return Found(match.span(), tuple(None if span == (-1, -1) else span for span in spans))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("a(.+?)", "xabc"),
        ("a(.+?)$", "xabc"),
        ("(?s)^Invalid (.*?): (.*?)$", "Invalid x: y\nz"),
        (r"(?i)\bWord (\d{2,3})\b", "a word 1234 word 123."),
        ("(a|ab)(c|bcd)(d*)", "abcd"),
        ("[^a-c]+(?:x|y)?", "abcdefx"),
        ("(?:ab){2,3}c", "abababc"),
        ("(a)?b", "b"),
        (r"\w+\s\W\D", "ab c d -x"),
        ("(?m)^b$", "a\nb\nc"),
        (r"x\Z", "yx"),
        ("(?P<name>.*)", ""),
    ],
)
def test_matches_and_groups_are_those_of_re(pattern: str, text: str) -> None:
    assert found(pattern, text) == by_re(pattern, text)


PIECES = st.sampled_from(
    ["a", "b", ".", "(a)", "(b|ab)", "a*", "b+?", "(a|b)+", "[ab]?", "(?:ab)*", "^", "$", "a{1,2}", "(.*?)"]
)


@given(st.lists(PIECES, min_size=1, max_size=5).map("".join), st.text("ab\n", max_size=8))
@settings(max_examples=300, deadline=None)
def test_any_pattern_matches_where_re_does(pattern: str, text: str) -> None:
    ours, theirs = found(pattern, text), by_re(pattern, text)

    assert (ours and ours.span) == (theirs and theirs.span)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(?=a)b", "RE2 has no assert"),
        ("(?<!a)b", "RE2 has no assert not"),
        (r"(a)\1", "RE2 has no groupref"),
        ("(?>a)", "RE2 has no atomic group"),
        ("a++", "RE2 has no possessive repeat"),
        ("a{2000}", "RE2 repeats at most 1000 times"),
        ("(", "it is no regular expression: missing ), unterminated subpattern at position 0"),
        ("((a{1000}){1000}){1000}", "it grows too large when its repetitions are written out"),
        ("(" * 5000 + ")" * 5000, "it is nested too deeply"),
        ("a" * 30_000, "it is too long"),
    ],
)
def test_what_re2_would_not_take_is_refused(pattern: str, reason: str) -> None:
    assert read_pattern(pattern) == Refused(reason)


def test_catastrophic_patterns_take_no_longer_than_others() -> None:
    began = time.process_time()

    assert found("(a|aa|a*)*(a+)+$", "a" * 300 + "b") is None
    assert time.process_time() - began < 2


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_read_or_refused(pattern: str) -> None:
    assert isinstance(read_pattern(pattern), LinearPattern | Refused)
