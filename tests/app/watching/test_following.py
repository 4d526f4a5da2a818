from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from errdex.app.watching.following import Pause, follow_file, read_pipe
from errdex.errors import TextInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def followed(path: Path, *changes: Callable[[], object]) -> list[bytes | Pause]:
    """What comes of a file while it is changed, one change at each pause of the follower."""
    rest = iter(changes)

    class Over(Exception):  # noqa: N818
        pass

    def sleep(_: float) -> None:
        change = next(rest, None)
        if change is None:
            raise Over
        change()

    def pieces() -> Iterator[bytes | Pause]:
        try:
            yield from follow_file(str(path), once=False, sleep=sleep)
        except Over:
            return

    return [piece for piece in pieces() if piece is not Pause.IDLE]


def append(path: Path, content: bytes) -> Callable[[], object]:
    def change() -> None:
        with path.open("ab") as file:
            file.write(content)

    return change


def test_what_is_added_is_read(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a\n")

    assert followed(log, append(log, b"b\n"), append(log, b"c")) == [b"a\n", b"b\n", b"c"]


def test_a_rotated_file_is_read_to_its_end_before_the_new_one(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a\n")

    def rotate() -> None:
        append(log, b"last\n")()
        os.rename(log, tmp_path / "log.1")
        log.write_bytes(b"new\n")

    assert followed(log, rotate, append(log, b"b\n")) == [b"a\n", b"last\n", Pause.RESTART, b"new\n", b"b\n"]


def test_a_file_that_is_gone_is_waited_for(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a\n")

    changes = (log.unlink, lambda: None, lambda: log.write_bytes(b"again\n"))

    assert followed(log, *changes) == [b"a\n", Pause.RESTART, b"again\n"]


def test_a_file_that_was_cut_is_read_from_its_start(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a long line\n")

    assert followed(log, lambda: log.write_bytes(b"b\n")) == [b"a long line\n", Pause.RESTART, b"b\n"]


def test_once_ends_with_the_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"a\nb")

    assert list(follow_file(str(log), once=True)) == [b"a\nb"]


def test_a_file_that_cannot_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(TextInputError, match="No such file or directory"):
        list(follow_file(str(tmp_path / "none"), once=True))
    with pytest.raises(TextInputError, match="Is a directory"):
        list(follow_file(str(tmp_path), once=True))


def test_a_pipe_ends_when_it_is_closed() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a\n")
    os.close(writing)

    with os.fdopen(reading, "rb") as file:
        assert list(read_pipe(file)) == [b"a\n"]
