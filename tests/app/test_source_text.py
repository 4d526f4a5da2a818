from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from errdex.app.source_text import lines_of, read_source
from errdex.nouns.explanations import SourceText

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path, *, size: int | None = None) -> SourceText:
    found = os.stat(path)
    return read_source(str(path), found.st_size if size is None else size, found.st_mtime_ns)


def test_a_file_as_it_was_indexed_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("a\nb\n")

    assert read(path) == SourceText(str(path), ("a", "b"))


def test_a_changed_file_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("a")

    assert read(path, size=2) == SourceText(str(path), unread="the file was changed since it was indexed", changed=True)


def test_a_file_that_is_gone_has_changed() -> None:
    assert read_source("/no/a.py", 1, 1) == SourceText(unread="/no/a.py: No such file or directory", changed=True)


def test_an_archive_that_is_gone_was_never_on_the_disk() -> None:
    assert read_source("", 1, 1) == SourceText(unread="it was read from an archive that is gone")


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"\xef\xbb\xbfa\r\nb\rc", ("a", "b", "c")),
        ("# coding: latin-1\né".encode("latin-1"), ("# coding: latin-1", "é")),
        (b"# coding: no-such\n\xff", ("# coding: no-such", "\ufffd")),
        (b"a\x0cb\xe2\x80\xa8c", ("a\x0cb\u2028c",)),
        (b"", ()),
    ],
)
def test_lines_are_those_that_python_counts(content: bytes, lines: tuple[str, ...]) -> None:
    assert lines_of(content) == lines
