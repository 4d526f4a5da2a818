"""Members of a tar file of any compression, read once from front to back, with every byte counted."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zlib
from contextlib import contextmanager

from errdex.errors import ArchiveError
from errdex.sources.unpack import find_link_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, Protocol

    from errdex.sources.unpack import Unpacking

    class _Readable(Protocol):
        def read(self, size: int, /) -> bytes: ...


_CHUNK = 64 * 1024
_HEADER_BYTES = 4 * 1024 * 1024
"""What stands between two members' contents: headers with long names and attributes."""
_XZ_MEMORY = 256 * 1024 * 1024

BROKEN = (
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    RecursionError,
    LookupError,
    MemoryError,
)
"""What the standard library raises on tar files that are no tar files."""


def unpack_tar(file: BinaryIO, unpacking: Unpacking, keeps: Callable[[str], bool]) -> tuple[list[str], list[str]]:
    """Writes the members to keep.

    Returns:
        Paths of all members but folders, and of those links among them that would have been kept.

    Raises:
        ArchiveError: it is broken or too large, holds devices, or leads out of its folder.
    """
    try:
        with _decompressed(file) as plain:
            return _unpack_members(_Counted(plain, unpacking), unpacking, keeps)
    except BROKEN as error:
        raise ArchiveError(unpacking.source, f"is no readable archive ({error or type(error).__name__})") from error


def _unpack_members(
    stream: _Counted, unpacking: Unpacking, keeps: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    paths: list[str] = []
    links: list[str] = []
    skip = 0
    # The stream mode never seeks; tarfile's own list of members is bounded by the number that is let in.
    with tarfile.open(fileobj=stream, mode="r|", bufsize=_CHUNK) as tar:  # type: ignore[call-overload]  # reads only
        while True:
            stream.allow(skip + _HEADER_BYTES)
            member = tar.next()
            if member is None:
                return paths, links
            skip = member.size if member.isreg() else 0
            path = _admit(member, unpacking)
            if member.isdir() or not path:
                continue
            paths.append(path)
            if not keeps(path):
                continue
            if not member.isreg():
                links.append(path)
                continue
            stream.allow(member.size + 2 * _CHUNK)
            unpacking.write(path, _content(tar, member), member.mtime)
            skip = 0


def _admit(member: tarfile.TarInfo, unpacking: Unpacking) -> str:
    path = unpacking.admit(member.name)
    if member.issparse() or not (member.isreg() or member.isdir() or member.issym() or member.islnk()):
        raise ArchiveError(unpacking.source, f"the member {member.name[:200]!r} is no file, folder or link")
    if member.issym() or member.islnk():
        # A hard link names another member; a symbolic one is relative to where it stands.
        if find_link_target(path if member.issym() else "", member.linkname) is None:
            raise ArchiveError(unpacking.source, f"the link {member.name[:200]!r} leads out of the archive")
    elif hasattr(tarfile, "data_filter"):
        tarfile.data_filter(member, unpacking.folder)
    return path


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Iterator[bytes]:
    content = tar.extractfile(member)
    if content is None:
        return
    left = member.size
    while left > 0:
        chunk = content.read(min(_CHUNK, left))
        if not chunk:
            raise EOFError("it ends inside a member")
        left -= len(chunk)
        yield chunk


class _Counted:
    """A stream that counts what is really read from it against the archive's limits and against what is due next."""

    def __init__(self, stream: _Readable, unpacking: Unpacking) -> None:
        self._stream, self._unpacking = stream, unpacking
        self.allow(_HEADER_BYTES)

    def allow(self, size: int) -> None:
        """How much may be read until this is called again: a header that claims to be huge would fill the memory."""
        self._allowed = size + 2 * _CHUNK

    def read(self, size: int = _CHUNK) -> bytes:
        content = self._stream.read(size)
        self._unpacking.count(len(content))
        self._allowed -= len(content)
        if self._allowed < 0:
            raise ArchiveError(self._unpacking.source, "holds a header that is too large")
        return content


@contextmanager
def _decompressed(file: BinaryIO) -> Iterator[_Readable]:
    start = file.read(6)
    file.seek(0)
    if start.startswith(b"\x1f\x8b"):
        with gzip.GzipFile(fileobj=file) as plain:
            yield plain
    elif start.startswith(b"BZh"):
        with bz2.BZ2File(file) as plain:
            yield plain
    elif start == b"\xfd7zXZ\0":
        yield _Xz(file)
    else:
        yield file


class _Xz:
    """`lzma.LZMAFile` with bounded memory: an archive asks for a dictionary of its own choice."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decompressor = lzma.LZMADecompressor(memlimit=_XZ_MEMORY)

    def read(self, size: int, /) -> bytes:
        while not self._decompressor.eof:
            raw = self._file.read(_CHUNK) if self._decompressor.needs_input else b""
            if not raw and self._decompressor.needs_input:
                raise EOFError("it ends inside compressed content")
            if content := self._decompressor.decompress(raw, size):
                return content
        return b""
