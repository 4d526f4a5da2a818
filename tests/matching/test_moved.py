"""Tracebacks of other versions: lines lie, source lines and functions tell."""

from __future__ import annotations

from collections.abc import Callable

from errdex.matching.match import match_error
from errdex.matching.memory import MemoryStore
from errdex.matching.store import MatchOptions
from errdex.nouns.matches import Answer, Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

SPANS = {"pkg/mod.py": (("f", 1, 20), ("g", 21, 40))}
SOURCE = "raise ValueError(text_of(mode))"


class Lines:
    """The statement's source at one line, other text elsewhere."""

    def __init__(self, at: int) -> None:
        self.at = at

    def line_of(self, file_row: int, line: int) -> str:
        """As `LineStore` says."""
        return SOURCE if line == self.at else "mode = whatever(mode)"


def answer(store: MemoryStore, message: str, frame: Frame, at: int) -> Answer:
    error = ReportedError("ValueError", message, (frame,))
    return match_error(error, store, MatchOptions(lines=Lines(at)))


def test_a_statement_of_unknown_text_is_found_where_it_reads_as_printed(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "{}"), a_site(15, "{}"), a_site(30, "{}", function="g")]}, SPANS)

    found = answer(store, "anything", Frame("/v/site-packages/pkg/mod.py", 8, "f", SOURCE), at=15)

    assert (found.verdict, [match.line for match in found.matches]) == (Verdict.EXACT, [15])


def test_a_statement_that_went_to_another_function_is_found_by_its_source(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "{}"), a_site(30, "{}", function="g")]}, SPANS)

    found = answer(store, "anything", Frame("/v/site-packages/pkg/mod.py", 8, "f", SOURCE), at=30)

    assert (found.verdict, [match.line for match in found.matches]) == (Verdict.EXACT, [30])


def test_the_statement_that_happens_to_stand_on_the_line_is_not_taken_when_the_line_reads_otherwise(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    message = "the mode {mode} cannot be read"
    store = a_store({"pkg/mod.py": [a_site(8, message), a_site(15, message)]}, SPANS)

    found = answer(store, "the mode x cannot be read", Frame("/v/site-packages/pkg/mod.py", 8, "f", SOURCE), at=15)

    assert (found.verdict, [match.line for match in found.matches]) == (Verdict.EXACT, [15])


def test_without_source_lines_a_statement_nearby_is_offered_beside_compiled_code(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "the mode {mode} cannot be read")]}, SPANS)
    frame = Frame("/v/site-packages/pkg/mod.py", 15, "f")

    found = match_error(ReportedError("ValueError", "the mode x cannot be read", (frame,)), store)

    assert (found.verdict, [match.line for match in found.matches]) == (Verdict.WEAK, [12])
    (remark,) = found.remarks
    assert remark == (
        "pkg/mod.py:15 holds no statement that raises this in pkg 1.0,"
        " line 12 does: another version, or code that says the same"
    )


def test_frames_with_cut_paths_tell_of_the_version_too(a_site: SiteMaker, a_store: StoreMaker) -> None:
    message = "the mode {mode} cannot be read"
    store = a_store(
        {"pkg/mod.py": [a_site(8, message), a_site(15, message)], "pkg/top.py": []},
        {**SPANS, "pkg/top.py": (("h", 1, 3),)},
    )
    frames = (Frame(".../pkg/top.py", 7, "h"), Frame(".../pkg/mod.py", 8, "f"))

    found = match_error(ReportedError("ValueError", "the mode x cannot be read", frames), store)

    assert (found.verdict, {match.line for match in found.matches}) == (Verdict.AMBIGUOUS, {8, 15})
