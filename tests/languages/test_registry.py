"""Which language a file is in."""

from __future__ import annotations

from importlib import import_module

import pytest

from errdex.languages.registry import LANGUAGES, language_of


@pytest.mark.parametrize("path", ["a.py", "pkg/mod.PY", "C:\\pkg\\gui.pyw"])
def test_python_files_are_told_by_their_suffix(path: str) -> None:
    language = language_of(path)

    assert language is not None
    assert language.name == "python"


@pytest.mark.parametrize("path", ["a.pyc", "README", ".py", "py", "a.py/b", "a.py.orig", ""])
def test_other_files_have_no_language(path: str) -> None:
    assert language_of(path) is None


def test_no_suffix_belongs_to_two_languages() -> None:
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]

    assert len(suffixes) == len(set(suffixes))


def test_every_language_provides_its_analysis() -> None:
    assert all(callable(import_module(language.module).analyse) for language in LANGUAGES)
