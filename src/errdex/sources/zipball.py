"""Members of a zip file (a wheel, a zipped project), with every decompressed byte counted."""

from __future__ import annotations

import calendar
import os
import stat
import struct
import zipfile
import zlib

from errdex.errors import ArchiveError
from errdex.sources.unpack import find_link_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from errdex.sources.unpack import Unpacking

_CHUNK = 64 * 1024
_LINK_BYTES = 4096
_DIRECTORY_BYTES = 64 * 1024 * 1024
"""Of the list of members, which is read as a whole."""
# Other methods decompress without a bound on what one read brings into memory; wheels and sdists use none of them.
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_END, _END_SIZE = b"PK\x05\x06", 22
_END64, _LOCATOR64_SIZE = b"PK\x06\x06", 20

BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
    LookupError,
    MemoryError,
)
"""What the standard library raises on zip files that are no zip files, or encrypted ones."""


def unpack_zip(file: BinaryIO, unpacking: Unpacking, keeps: Callable[[str], str | None]) -> tuple[list[str], list[str]]:
    """Writes the members to keep.

    Args:
        file: The zip file.
        unpacking: Where to.
        keeps: From a member's path to the path under which it is kept; `None`: it is not kept.

    Returns:
        Paths of all members but folders, and of those links among them that would have been kept.

    Raises:
        ArchiveError: it is broken, encrypted or too large, or leads out of its folder.
    """
    try:
        if _directory_size(file) > _DIRECTORY_BYTES:
            raise ArchiveError(unpacking.source, "its list of members is too large")
        with zipfile.ZipFile(file) as archive:
            return _unpack_members(archive, unpacking, keeps)
    except BROKEN as error:
        raise ArchiveError(unpacking.source, f"is no readable archive ({error or type(error).__name__})") from error


def _unpack_members(
    archive: zipfile.ZipFile, unpacking: Unpacking, keeps: Callable[[str], str | None]
) -> tuple[list[str], list[str]]:
    paths: list[str] = []
    links: list[str] = []
    for member in archive.infolist():
        path = unpacking.admit(member.filename)
        if not path or member.is_dir():
            continue
        paths.append(path)
        kept = keeps(path)
        if stat.S_ISLNK(member.external_attr >> 16):
            _check_link(archive, member, unpacking)
            links += [path] if kept is not None else []
        elif kept is not None:
            unpacking.write(kept, _content(archive, member, unpacking), _seconds(member))
    return paths, links


def _check_link(archive: zipfile.ZipFile, member: zipfile.ZipInfo, unpacking: Unpacking) -> None:
    target = b"".join(_content(archive, member, unpacking, _LINK_BYTES)).decode("utf-8", "surrogateescape")
    if find_link_target(member.filename, target) is None:
        raise ArchiveError(unpacking.source, f"the link {member.filename[:200]!r} leads out of the archive")


def _content(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, unpacking: Unpacking, limit: int | None = None
) -> Iterator[bytes]:
    if member.compress_type not in _METHODS:
        raise ArchiveError(unpacking.source, f"the member {member.filename[:200]!r} has an unusual compression")
    left = unpacking.limits.member_bytes + 1 if limit is None else limit
    with archive.open(member) as content:
        while left > 0 and (chunk := content.read(min(_CHUNK, left))):
            unpacking.count(len(chunk))
            left -= len(chunk)
            yield chunk


def _seconds(member: zipfile.ZipInfo) -> float:
    """Zip files hold local times of an unknown place: taken as UTC, so that the same archive gives the same tree."""
    try:
        return calendar.timegm((*member.date_time, 0, 0, 0))
    except (ValueError, OverflowError):
        return 0.0


def _directory_size(file: BinaryIO) -> int:
    """Bytes of the list of members, as the end of the file states it; 0 when there is no end to be found."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 65557 - _LOCATOR64_SIZE - 56))
    tail = file.read()
    file.seek(0)
    # zipfile takes the last place that looks like the end, unless the file ends with one that has no comment.
    place = len(tail) - _END_SIZE if tail[-_END_SIZE:].startswith(_END) else tail.rfind(_END)
    if place < 0 or len(tail) < place + _END_SIZE:
        return 0
    stated: int = struct.unpack_from("<L", tail, place + 12)[0]
    if stated != 0xFFFFFFFF:
        return stated
    long = tail.rfind(_END64, 0, place)
    return int(struct.unpack_from("<Q", tail, long + 40)[0]) if 0 <= long <= len(tail) - 48 else stated
