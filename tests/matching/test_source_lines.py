from __future__ import annotations

from collections.abc import Callable

import pytest

from errdex.matching.match import match_error
from errdex.matching.memory import MemoryStore
from errdex.matching.source_lines import line_agrees
from errdex.matching.store import MatchOptions
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

OLD, NEW = ["", 'raise ValueError(f"bad mode {mode}")'], ["", "mode = str(mode)"]


class Written:
    """Files in memory, by row."""

    def __init__(self, *files: list[str]) -> None:
        self.files = files

    def line_of(self, file_row: int, line: int) -> str | None:
        """As `LineStore` says."""
        lines = self.files[file_row]
        return lines[line] if line < len(lines) else ""


@pytest.mark.parametrize(
    ("printed", "agrees"),
    [
        ('raise ValueError(f"bad mode {mode}")', True),
        ("raise  ValueError(f\u201cbad mode {mode}\u201d)", True),
        ('raise ValueError(f"bad mo...', True),
        ('raise TypeError(f"bad mode {mode}")', False),
        ("raise", None),
        ("", None),
    ],
)
def test_letters_of_a_printed_line_decide(printed: str, agrees: bool | None) -> None:
    assert line_agrees(Frame("a.py", 1, "f", printed), 0, 1, Written(OLD)) is agrees


def test_a_line_beyond_the_end_of_the_file_does_not_agree() -> None:
    assert line_agrees(Frame("a.py", 9, "f", "return whatever(it)"), 0, 9, Written(OLD)) is False


def test_of_two_versions_the_one_whose_line_reads_as_printed_fits(a_site: SiteMaker, a_store: StoreMaker) -> None:
    site = a_site(1, "bad mode {mode}")
    spans = (("f", 1, 20),)
    store = a_store(
        {"pkg/mod.py@2.0": [site], "pkg/mod.py@1.0": [site]}, {"pkg/mod.py@2.0": spans, "pkg/mod.py@1.0": spans}
    )
    frame = Frame("/x/site-packages/pkg/mod.py", 1, "f", 'raise ValueError(f"bad mode {mode}")')
    files = [store.files_ending("pkg/mod.py")[row] for row in (0, 1)]
    texts = Written(*(OLD if file.version == "1.0" else NEW for file in sorted(files, key=lambda one: one.file_row)))

    answer = match_error(ReportedError("ValueError", "bad mode x", (frame,)), store, MatchOptions(lines=texts))

    assert (answer.verdict, answer.matches[0].version) == (Verdict.EXACT, "1.0")


def test_a_line_that_reads_otherwise_is_another_version(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(5, "the mode {mode} is bad")]}, {"pkg/mod.py": (("f", 1, 20),)})
    frame = Frame("/x/site-packages/pkg/mod.py", 1, "f", 'raise ValueError(f"the mode {mode} is bad")')

    answer = match_error(
        ReportedError("ValueError", "the mode x is bad", (frame,)), store, MatchOptions(lines=Written(NEW))
    )

    assert [match.line for match in answer.matches] == [5]
    assert answer.remarks == ("these frames fit another version than pkg 1.0: the statement is now at line 5",)
