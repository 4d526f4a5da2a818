from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from errdex.app.explain import ExplainOptions, explain_report, explain_text
from errdex.errors import CatalogueMissingError
from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.nouns.conditions import Clause
from errdex.nouns.explanations import Explained, SourceLine, SourceWindow
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import Frame, Report, ReportedError
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, template_from_parts

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
def pick(mode):
    if mode not in MODES:
        raise ValueError(f"this is no mode: {mode!r}")
"""
SITE = Site(
    SiteKind.RAISE,
    3,
    3,
    "pick",
    "ValueError",
    "builtins.ValueError",
    templates=(template_from_parts(["this is no mode: ", Hole("mode", "r")]),),
    condition=(Clause("mode not in MODES", 2),),
)


class Store(MemoryStore):
    """Sites in memory whose files lie in a folder."""

    def __init__(self, root: Path, *files: MemoryFile) -> None:
        super().__init__(files)
        self.places = [str(root / file.file) for file in files]

    def location(self, file_row: int) -> tuple[str, int, int]:
        """As `app.explain.Store` says."""
        found = os.stat(self.places[file_row])
        return self.places[file_row], found.st_size, found.st_mtime_ns


@pytest.fixture
def store(tmp_path: Path) -> Store:
    (tmp_path / "pkg.py").write_text(SOURCE)
    return Store(tmp_path, MemoryFile("pkg", "1.0", "pkg.py", (SITE,)))


def report(*errors: ReportedError) -> Report:
    return Report(errors, len(errors) - 1, "traceback")


FRAMES = (Frame("/me/app.py", 7, "main"), Frame("/venv/lib/python3.11/site-packages/pkg.py", 3, "pick"))


def test_a_traceback_is_explained_with_the_source_as_it_is_on_the_disk(store: Store, tmp_path: Path) -> None:
    (explanation,) = explain_report(
        report(ReportedError("ValueError", "this is no mode: 'x'", FRAMES)), store, 10
    ).explanations

    assert explanation.verdict is Verdict.EXACT
    assert explanation.place is not None
    assert explanation.place.location == str(tmp_path / "pkg.py")
    assert explanation.source == SourceWindow(
        (
            SourceLine(1, "def pick(mode):"),
            SourceLine(2, "    if mode not in MODES:", "clause"),
            SourceLine(3, '        raise ValueError(f"this is no mode: {mode!r}")', "site"),
        )
    )


def test_every_error_of_a_chain_has_an_explanation(store: Store) -> None:
    explained = explain_report(
        report(ReportedError("OSError", "gone"), ReportedError("ValueError", "this is no mode: 'x'", FRAMES)), store, 10
    )

    assert [one.verdict for one in explained.explanations] == [Verdict.NONE, Verdict.EXACT]
    assert explained.final == 1


def test_where_nothing_is_known_of_the_environment_nothing_is_called_installed(store: Store) -> None:
    (explanation,) = explain_report(
        report(ReportedError("ValueError", "this is no mode: 'x'", FRAMES)), store, 10, installed_known=False
    ).explanations

    assert explanation.place is not None
    assert explanation.place.installed is None


@pytest.mark.parametrize("text", ["", "  \n \n"])
def test_a_text_without_an_error_has_no_explanation(text: str, tmp_path: Path) -> None:
    explained = explain_text(text, ExplainOptions(str(tmp_path / "none.sqlite")))

    assert explained == Explained((), 0, "message")


def test_a_message_without_a_catalogue_needs_one(tmp_path: Path) -> None:
    path = str(tmp_path / "none.sqlite")

    with pytest.raises(CatalogueMissingError) as caught:
        explain_text("ValueError: this is no mode", ExplainOptions(path))

    assert str(caught.value) == f"{path}: no catalogue here yet; `errdex index` makes one"
