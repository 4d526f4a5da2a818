from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from errdex.errors import ArchiveError, EmptyTargetError, TargetNotFoundError
from errdex.sources import targets
from errdex.sources.targets import open_target

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from errdex.nouns.sources import Environment

    Write = Callable[[dict[str, str]], Path]


@pytest.fixture
def known(install: Callable[..., None], write: Write, environment: Callable[..., Environment]) -> Environment:
    install("pandas", "2.0", {"pandas/__init__.py": ""})
    install("stubs", "1", {"stubs.pyi": ""})
    write({"stdlib/os.py": ""})
    return environment()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


def read(text: str, environment: Environment) -> tuple[str, str, list[str]]:
    with open_target(text, environment) as tree:
        return tree.distribution.ecosystem, tree.distribution.name, [file.path for file in tree.files]


def test_an_installed_distribution_goes_by_its_name(known: Environment) -> None:
    assert read("Pandas", known) == ("pypi", "pandas", ["pandas/__init__.py"])


@pytest.mark.parametrize("text", ["stdlib", "cpython-stdlib"])
def test_the_standard_library_goes_by_its_name(known: Environment, text: str) -> None:
    assert read(text, known) == ("stdlib", "cpython-stdlib", ["os.py"])


def test_a_path_that_exists_wins_over_a_name(known: Environment, write: Write) -> None:
    write({"here/pandas/mine.py": ""})

    assert read("pandas", known) == ("local", "pandas", ["mine.py"])


def test_files_folders_and_archives(known: Environment, write: Write, tmp_path: Path) -> None:
    write({"here/tool.py": "", "here/folder/a.py": ""})
    with zipfile.ZipFile(tmp_path / "here" / "made-1.zip", "w") as archive:
        archive.writestr("b.py", "")

    assert read("tool.py", known) == ("local", "tool", ["tool.py"])
    assert read("./folder", known) == ("local", "folder", ["a.py"])
    assert read("made-1.zip", known) == ("local", "made", ["b.py"])


def test_a_version_that_is_installed_needs_no_download(known: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "open_requirement", lambda *_: pytest.fail("asked the index"))

    assert read("pandas==2.0", known) == ("pypi", "pandas", ["pandas/__init__.py"])


def test_a_wrong_name_is_told_with_near_ones(known: Environment) -> None:
    with pytest.raises(TargetNotFoundError) as caught:
        read("pandsa", known)

    assert str(caught.value) == (
        "pandsa: no such file or directory, and no installed distribution has this name; did you mean pandas?"
    )


@pytest.mark.parametrize("text", ["", "gone.py", "./gone", "a\0b", "x" * 100_000, "https:", "-x", "foo>=1"])
def test_what_names_nothing_is_told(known: Environment, text: str) -> None:
    with pytest.raises(TargetNotFoundError):
        read(text, known)


def test_a_target_without_source_is_told(known: Environment, write: Write) -> None:
    write({"here/folder/notes.txt": ""})

    for text in ("folder", "folder/notes.txt", "stubs"):
        with pytest.raises(EmptyTargetError) as caught:
            read(text, known)
        assert str(caught.value) == (
            f"{text}: holds no source file that errdex reads; give a directory with .py files in it"
        )


def test_a_broken_archive_is_told(known: Environment, write: Write) -> None:
    write({"here/a.whl": "no zip"})

    with pytest.raises(ArchiveError):
        read("a.whl", known)
