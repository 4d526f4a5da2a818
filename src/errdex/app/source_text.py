"""Reads the file that a statement stands in, to show the lines around it."""

from __future__ import annotations

import os
import re

from errdex.nouns.explanations import SourceText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.catalogue.read import Reader

LARGEST = 16 * 1024 * 1024
FIRST_LINES = 1000
"""Bytes in which the coding comment stands."""
COOKIE = rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)"


def read_source(location: str, size: int, mtime_ns: int) -> SourceText:
    """The text of a file, or why it cannot be shown: gone, unreadable, or changed since it was indexed."""
    try:
        with open(location, "rb") as file:
            now = os.fstat(file.fileno())
            if (now.st_size, now.st_mtime_ns) != (size, mtime_ns):
                return SourceText(location, unread="the file was changed since it was indexed", changed=True)
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if not location:
            return SourceText(unread="it was read from an archive that is gone")
        return SourceText(unread=f"{location}: {reason}", changed=isinstance(error, FileNotFoundError))
    if len(content) > LARGEST:
        return SourceText(location, unread="the file is too large to show")
    return SourceText(location, lines_of(content))


def source_of_file(reader: Reader, file_row: int) -> SourceText:
    """The text of a file of the catalogue: from the disk, or as kept of an archive."""
    location, size, mtime_ns = reader.location(file_row)
    if not location:
        content = reader.stored_source(file_row)
        if content is not None:
            return SourceText(lines=lines_of(content))
    return read_source(location, size, mtime_ns)


def lines_of(content: bytes) -> tuple[str, ...]:
    r"""Lines as Python counts them: only `\n`, `\r` and `\r\n` end one. What cannot be decoded is replaced."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    encoding = encoding_of(content[:FIRST_LINES].splitlines()[:2])
    text = content.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return tuple(lines if lines[-1] else lines[:-1])


def encoding_of(first_lines: list[bytes]) -> str:
    """What the coding comment says (PEP 263), UTF-8 where there is none or Python has no such encoding."""
    for line in first_lines:
        found = re.match(COOKIE, line) if b"coding" in line else None  # compiled only where it is needed
        if found:
            name = found.group(1).decode("ascii", "replace")
            try:
                b"x".decode(name)
            except (LookupError, ValueError):
                return "utf-8"
            return name
    return "utf-8"
