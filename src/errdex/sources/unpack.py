"""Writing members of an archive or a commit into a folder, so that none of them escapes it or fills the disk."""

from __future__ import annotations

import os
import re

from errdex.errors import ArchiveError
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_DRIVE = re.compile(r"[A-Za-z]:")
_DEPTH = 64
_NAME_BYTES = 255


class Limits(NamedTuple):
    """What an archive may hold."""

    members: int = 200_000
    member_bytes: int = 64 * 1024 * 1024
    """Of one file that is kept, as it comes out."""
    total_bytes: int = 2 * 1024 * 1024 * 1024
    """Of all that is decompressed, whatever the archive says of it."""


class Unpacking:
    """Members that were let in and files that were written, below one folder."""

    def __init__(self, source: str, folder: str, limits: Limits) -> None:
        self.source, self.folder, self.limits = source, folder, limits
        self._members = 0
        self._total = 0

    def admit(self, name: str) -> str:
        """The path of a member, `/` between its parts, `""` for the top folder itself.

        Raises:
            ArchiveError: the name leads out of the archive, or there are too many members.
        """
        self._members += 1
        if self._members > self.limits.members:
            raise ArchiveError(self.source, f"holds more than {self.limits.members:,} members")
        path = find_safe_path(name)
        if path is None:
            raise ArchiveError(self.source, f"the member {name[:200]!r} leads out of the archive")
        return path

    def count(self, size: int) -> None:
        """Adds bytes that came out of the archive.

        Raises:
            ArchiveError: it is too much.
        """
        self._total += size
        if self._total > self.limits.total_bytes:
            raise ArchiveError(self.source, f"holds more than {self.limits.total_bytes:,} bytes")

    def write(self, path: str, chunks: Iterable[bytes], seconds: float) -> None:
        """Writes one file, with this modification time.

        Args:
            path: As `admit` returned it.
            chunks: Its content.
            seconds: Since 1970.

        Raises:
            ArchiveError: it is too large, or cannot be written under its name.
        """
        parts = path.split("/")
        if len(parts) > _DEPTH or any(len(os.fsencode(part)) > _NAME_BYTES for part in parts):
            raise ArchiveError(self.source, f"the member {path[:200]!r} has a name that is too long")
        location = os.path.join(self.folder, *parts)
        try:
            os.makedirs(os.path.dirname(location), exist_ok=True)
            self._write_chunks(path, location, chunks)
            stamp = min(max(int(seconds), 0), 2**33)
            os.utime(location, (stamp, stamp))
        except OSError as error:
            raise ArchiveError(
                self.source, f"the member {path[:200]!r} cannot be written ({error.strerror})"
            ) from error

    def _write_chunks(self, path: str, location: str, chunks: Iterable[bytes]) -> None:
        size = 0
        with open(location, "wb") as file:
            for chunk in chunks:
                size += len(chunk)
                if size > self.limits.member_bytes:
                    limit = f"{self.limits.member_bytes:,}"
                    raise ArchiveError(self.source, f"the member {path[:200]!r} holds more than {limit} bytes")
                file.write(chunk)


def find_safe_path(name: str) -> str | None:
    """A member's path below the archive's root, in plain parts; `None` when it leads out of it, on any system."""
    path = name.replace("\\", "/")
    if path.startswith("/") or "\0" in path or _DRIVE.match(path):
        return None
    parts = [part for part in path.split("/") if part not in {"", "."}]
    # A name that cannot be a file's is no way out, but nothing good either.
    return None if ".." in parts or not _is_encodable(path) else "/".join(parts)


def find_link_target(path: str, target: str) -> str | None:
    """Where a link that stands at `path` leads, below the archive's root; `None` when it leads out of it."""
    place = target.replace("\\", "/")
    if place.startswith("/") or "\0" in place or _DRIVE.match(place):
        return None
    joined = os.path.normpath("/".join([*path.split("/")[:-1], place])).replace(os.sep, "/")
    return None if joined == ".." or joined.startswith("../") else joined


def _is_encodable(path: str) -> bool:
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True
