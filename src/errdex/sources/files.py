"""The bytes of one file of a tree."""

from __future__ import annotations

import os
import stat

from errdex.errors import UnreadableFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.sources import SourceFile

FILE_LIMIT = 64 * 1024 * 1024
"""Bytes of a file that is read unless the caller says otherwise: far above any source that people write."""

# A named pipe that took a file's place since it was listed must not make us wait for a writer.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def read_bytes(file: SourceFile, limit: int = FILE_LIMIT) -> bytes:
    """All bytes of a file.

    Raises:
        UnreadableFileError: it is gone, may not be read, is no regular file, or holds more than `limit` bytes.
    """
    try:
        return _read_regular(file, limit)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableFileError(file.path, f"cannot be read ({reason})") from error


def _read_regular(file: SourceFile, limit: int) -> bytes:
    handle = os.open(file.location, _FLAGS)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFileError(file.path, "is no regular file")
        content = _read_at_most(handle, status.st_size, limit)
    finally:
        os.close(handle)
    if len(content) > limit:
        raise UnreadableFileError(file.path, f"holds more than {limit:,} bytes")
    return content


def _read_at_most(handle: int, size: int, limit: int) -> bytes:
    """Content up to one byte beyond the limit, also of a file that grows while it is read."""
    chunks: list[bytes] = []
    wanted = limit + 1
    step = min(size + 1, wanted)
    while wanted > 0 and (chunk := os.read(handle, step)):
        chunks.append(chunk)
        wanted -= len(chunk)
        step = min(max(step - len(chunk), 65536), wanted)
    return b"".join(chunks)
