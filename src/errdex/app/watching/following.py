"""Reads a log as it grows: a file that is rotated, cut or made anew, or a pipe."""

from __future__ import annotations

import os
import select
import stat
import time
from enum import Enum

from errdex.errors import TextInputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

CHUNK = 1 << 20
PAUSE = 0.25
"""Seconds between two looks at a file that does not grow."""


class Pause(Enum):
    """What happens between two pieces of a log."""

    IDLE = "idle"
    """Nothing more is there for now."""
    RESTART = "restart"
    """The file was rotated, cut or made anew: what follows stands at its start."""


def follow_file(path: str, *, once: bool, sleep: Callable[[float], None] | None = None) -> Iterator[bytes | Pause]:
    """The bytes of a file and, unless `once`, all that is added to it, for ever.

    Raises:
        TextInputError: it cannot be read, at the start; one that vanishes later is waited for.
    """
    try:
        file: BinaryIO = open(path, "rb", buffering=0)  # noqa: SIM115 - it changes with each rotation
    except OSError as error:
        raise TextInputError(path, error.strerror or str(error)) from error
    try:
        if once or not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            yield from read_pipe(file, once=once)
            return
        while True:
            yield from _rest_of(file)
            yield Pause.IDLE
            if (other := _successor(path, file)) is None:
                (sleep or time.sleep)(PAUSE)
                continue
            if other is not file:
                yield from _rest_of(file)  # what came between the last look and the rotation
                file.close()
                file = other
            yield Pause.RESTART
    except OSError as error:
        raise TextInputError(path, error.strerror or str(error)) from error
    finally:
        file.close()


def read_pipe(file: BinaryIO, *, once: bool = False) -> Iterator[bytes | Pause]:
    """The bytes of a pipe until it is closed; with a pause where nothing comes for a moment."""
    descriptor = file.fileno()
    while True:
        if not once and not _is_ready(descriptor):
            yield Pause.IDLE
            continue
        chunk = os.read(descriptor, CHUNK)
        if not chunk:
            return
        yield chunk


def _is_ready(descriptor: int) -> bool:
    try:
        return bool(select.select([descriptor], [], [], PAUSE)[0])
    except (OSError, ValueError):  # not everything can be asked on every system: then reading waits
        return True


def _rest_of(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _successor(path: str, file: BinaryIO) -> BinaryIO | None:
    """The file to go on with: another one of this name, the same one from its start when it was cut; `None`: no change."""
    old = os.fstat(file.fileno())
    if file.tell() > old.st_size:
        file.seek(0)
        return file
    try:
        new = os.stat(path)
        if (new.st_ino, new.st_dev) == (old.st_ino, old.st_dev):
            return None
        return open(path, "rb", buffering=0)
    except OSError:
        return None  # renamed away, and not there again yet
