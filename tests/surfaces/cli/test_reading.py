from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from errdex.errors import TextInputError
from errdex.surfaces.cli import reading
from errdex.surfaces.cli.reading import decoded, names_file, read_file, read_text

if TYPE_CHECKING:
    from pathlib import Path


class Input:
    """Standard input that is a pipe."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)

    def isatty(self) -> bool:
        return False


def test_words_are_a_message() -> None:
    assert read_text(["ValueError:", "bad", "input"]) == "ValueError: bad input"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "crash"
    path.write_text("ValueError: bad")

    assert read_text([str(path)]) == "ValueError: bad"


@pytest.mark.parametrize("words", [[], ["-"]])
def test_a_pipe_is_read(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Input(b"ValueError: bad"))

    assert read_text(words) == "ValueError: bad"


@pytest.mark.parametrize("word", ["crash.log", "logs/today", "out.txt"])
def test_a_word_that_looks_like_a_file_is_meant_as_one(word: str) -> None:
    assert names_file(word)


@pytest.mark.parametrize(
    "word", ["ValueError", "KeyError: '/a/b'", "no file /etc/x", "'/a'", "and/or: x", "a\0b", "x" * 5000, "a\nb/c"]
)
def test_a_word_that_reads_like_a_message_is_one(word: str) -> None:
    assert not names_file(word)


def test_a_file_that_is_not_there_is_said_so() -> None:
    with pytest.raises(TextInputError) as caught:
        read_text(["nowhere/crash.log"])

    assert str(caught.value) == "nowhere/crash.log: No such file or directory"


def test_a_directory_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(TextInputError) as caught:
        read_text([str(tmp_path)])

    assert str(caught.value) == f"{tmp_path}: Is a directory"


def test_of_a_long_file_the_end_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST", 10)
    path = tmp_path / "long.log"
    path.write_text("x" * 100 + "\nthe end")

    assert read_file(str(path)) == "xx\nthe end"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"\xef\xbb\xbfa\xc3\xa9", "aé"),
        ("aé".encode("utf-16"), "aé"),
        (b"a\xff", "a\ufffd"),
    ],
)
def test_bytes_of_any_kind_become_text(content: bytes, text: str) -> None:
    assert decoded(content) == text
