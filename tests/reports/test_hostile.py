"""Hostile text is read and matched without a crash: what fuzzing found worth keeping, and what hypothesis makes up.

`corpus` holds small texts that lead a fuzzer (atheris, coverage of `reports` and `matching` together) to new branches.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.matching.match import match_report
from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.matching.store import MatchOptions
from errdex.nouns.matches import FunctionSpan
from errdex.nouns.reports import Frame, Report, ReportedError
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, template_from_parts
from errdex.reports.parse import parse_report

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
X = Hole("x", "r")
DIGITS = Hole("n", "", "d")


def site(line: int, *parts: str | Hole, exception: str = "ValueError", kind: SiteKind = SiteKind.RAISE) -> Site:
    return Site(kind, line, line, "f", exception, f"builtins.{exception}", templates=(template_from_parts(parts),))


SITES = (
    site(3, "bad value ", X),
    site(5, X, ": ", X),
    site(7, X),
    site(9, X, "a", X, "a", X, "a", X, "a", X),
    site(11, "key error ", X, exception="KeyError"),
    site(12, "the ", DIGITS, " thing", exception="TypeError", kind=SiteKind.ASSERT),
    site(14, "slow ", X, " path", exception="UserWarning", kind=SiteKind.WARN),
    site(15, "lost ", X, exception="ERROR", kind=SiteKind.LOG),
)
STORE = MemoryStore([MemoryFile("pkg", "1.0", "pkg/a.py", SITES, (FunctionSpan("f", 1, 20),))])


class OneLine:
    """Source whose every line is the same."""

    def line_of(self, file_row: int, line: int) -> str:
        """As `LineStore` says."""
        return 'raise ValueError(f"bad value {x!r}")'


def check(report: Report) -> None:
    answers = match_report(report, STORE, MatchOptions(lines=OneLine()))

    assert len(answers) == len(report.errors)
    assert all(0.0 <= match.score <= 1.0 for answer in answers for match in answer.matches)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_texts_that_a_fuzzer_found_are_read_and_matched(path: Path) -> None:
    check(parse_report(path.read_bytes().decode("utf-8", "surrogateescape")))


PIECES = (
    "Traceback (most recent call last):\n",
    '  File "pkg/a.py", line 3, in f\n',
    '  File "C:\\v\\Lib\\site-packages\\pkg\\a.py", line 99, in f\n    raise ValueError(f"bad value {x!r}")\n',
    '  File "<frozen pkg.a>", line 0, in \n',
    "ValueError: bad value ",
    "pkg/a.py:14: UserWarning: slow x path\n",
    "ERROR:pkg.a:lost it\n",
    "KeyError: 'key error ",
    "a" * 50,
    ": " * 20,
    "\x00\x1b[0m\ud800",
    "...",
    "\n",
)


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=25).map("".join))
@settings(max_examples=250, deadline=None)
def test_any_text_is_read_and_matched(text: str) -> None:
    check(parse_report(text))


frames = st.builds(
    Frame,
    st.one_of(st.text(max_size=30), st.sampled_from(["pkg/a.py", "/x/site-packages/pkg/a.py", "<frozen pkg.a>"])),
    st.one_of(st.none(), st.integers(-5, 1 << 70)),
    st.one_of(st.text(max_size=10), st.just("f")),
    st.text(max_size=30),
)
errors = st.builds(
    ReportedError,
    st.one_of(st.sampled_from(["", "ValueError", "pkg.X", "..", "KeyError"]), st.text(max_size=10)),
    st.one_of(st.text(max_size=60), st.just("bad value 3")),
    st.lists(frames, max_size=4).map(tuple),
    kind=st.sampled_from(["", "warn", "log", "raise"]),
    alternatives=st.lists(st.text(max_size=30), max_size=3).map(tuple),
    truncated=st.booleans(),
)


@given(st.lists(errors, min_size=1, max_size=4).map(tuple))
@settings(max_examples=250, deadline=None)
def test_any_report_is_matched(found: tuple[ReportedError, ...]) -> None:
    check(Report(found, len(found) - 1, "traceback"))
