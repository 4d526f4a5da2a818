from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from errdex.errors import UnreadableFileError
from errdex.nouns.sources import SourceFile
from errdex.sources.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path


def file_at(path: Path, name: str = "pkg/mod.py") -> SourceFile:
    return SourceFile(name, str(path), "pkg.mod", 0, 0)


def test_all_bytes_come_back_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "mod.py"
    path.write_bytes(b"x" * 1000)

    assert read_bytes(file_at(path), 1000) == b"x" * 1000


def test_a_file_above_the_limit_is_refused_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mod.py"
    path.write_bytes(b"x" * 1001)

    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(file_at(path), 1000)

    assert str(caught.value) == "pkg/mod.py: holds more than 1,000 bytes"


def test_a_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(file_at(tmp_path / "gone.py"))

    assert str(caught.value) == "pkg/mod.py: cannot be read (No such file or directory)"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read_bytes(file_at(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")

    with pytest.raises(UnreadableFileError) as caught:
        read_bytes(file_at(tmp_path / "pipe.py"))

    assert str(caught.value) == "pkg/mod.py: is no regular file"


def test_a_path_with_a_null_byte_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError):
        read_bytes(SourceFile("a.py", f"{tmp_path}/a\0.py", "a", 0, 0))
