from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from errdex.app.on_demand import Lacking, index_targets, owners_of, tail_of, what_is_lacking
from errdex.nouns.reports import Frame, Report, ReportedError

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY = "/venv/lib/python3.11/site-packages/pkg/a.py"


def report(*files: str) -> Report:
    frames = tuple(Frame(file, 1) for file in files)
    return Report((ReportedError("ValueError", "x", frames),), 0, "traceback")


def test_without_a_catalogue_the_raising_file_is_lacking() -> None:
    assert what_is_lacking(report("/me/app.py", LIBRARY), None) == Lacking((LIBRARY,), ())


def test_the_readers_own_raising_file_is_lacking_when_it_is_on_this_machine(tmp_path: Path) -> None:
    path = tmp_path / "app.py"
    path.touch()

    assert what_is_lacking(report(LIBRARY, str(path)), None) == Lacking((), (str(path),))


@pytest.mark.parametrize("path", ["/app/x.pyz/pkg/a.py", ".../pkg/a.py", "pkg\\a.py", "/home/other/src/pkg/a.py"])
def test_a_raising_file_of_another_machine_may_be_a_librarys(path: str) -> None:
    assert what_is_lacking(report(path), None) == Lacking((path,), ())


@pytest.mark.parametrize("path", ["a.py", ".../a.py", "<string>", "build/program"])
def test_a_name_alone_leads_to_no_library(path: str) -> None:
    assert what_is_lacking(report(path), None) == Lacking((), ())


def test_frames_without_a_file_are_passed_over() -> None:
    assert what_is_lacking(report(LIBRARY, "<frozen importlib._bootstrap>", ""), None) == Lacking((LIBRARY,), ())


def test_a_message_alone_lacks_nothing() -> None:
    assert what_is_lacking(report(), None) == Lacking((), ())


@pytest.mark.parametrize(
    ("path", "tail"),
    [
        (LIBRARY, "pkg/a.py"),
        ("/usr/lib/python3.11/json/decoder.py", "json/decoder.py"),
        ("C:/Python311/Lib/json/decoder.py", "json/decoder.py"),
    ],
)
def test_the_tail_of_a_librarys_path_is_the_same_on_every_machine(path: str, tail: str) -> None:
    assert tail_of(path) == tail


def test_nothing_to_index_reads_no_environment(tmp_path: Path) -> None:
    assert index_targets((), str(tmp_path / "c"), "/no/such/python", None) == ()
    assert owners_of((), "/no/such/python") == []
