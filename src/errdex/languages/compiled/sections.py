"""Where a binary keeps its constants: a small header reader for ELF, Mach-O and PE.

Only those ranges are searched for texts; machine code, symbols and debug sections are several times larger and hold none.
Headers are not trusted: every range is cut to the file, and a header that makes no sense means that the whole file is
searched.
"""

from __future__ import annotations

import struct
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap
    from typing import TypeAlias

    Buffer: TypeAlias = bytes | mmap

_MOST_SECTIONS = 4096
_ELF_NAMES = (b".rodata", b".rdata", b".data")
_ELF_SKIPPED = b".data.rel"
_MACH_O_NAMES = (b"__cstring", b"__const", b"__data", b"__ustring")
_PE_NAMES = (b".rdata", b".data")
_MACH_O_MAGICS = (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")
_FAT_MAGIC = b"\xca\xfe\xba\xbe"


def constant_ranges(content: Buffer) -> tuple[tuple[int, int], ...]:
    """Start and end of each range that holds constants, in order and without overlap; the whole file when no header tells."""
    try:
        found = sorted(_ranges(content))
    except (struct.error, ValueError, IndexError, OverflowError):
        found = []
    size = len(content)
    cut = [(start, min(end, size)) for start, end in found if 0 <= start < min(end, size)]
    if not cut or any(before[1] > after[0] for before, after in pairwise(cut)):
        return ((0, size),)
    return tuple(cut)


def _ranges(content: Buffer) -> Iterator[tuple[int, int]]:
    magic = content[:4]
    if magic == b"\x7fELF":
        return _elf_ranges(content)
    if magic in _MACH_O_MAGICS:
        return _mach_o_ranges(content, 0)
    if magic == _FAT_MAGIC:
        return _mach_o_ranges(content, struct.unpack_from(">I", content, 16)[0])
    if magic[:2] == b"MZ":
        return _pe_ranges(content)
    return iter(())


def _elf_ranges(content: Buffer) -> Iterator[tuple[int, int]]:
    order = "<" if content[5] == 1 else ">"
    wide = content[4] == 2
    table = struct.unpack_from(order + ("Q" if wide else "I"), content, 0x28 if wide else 0x20)[0]
    step, count, names_at = struct.unpack_from(order + "HHH", content, 0x3A if wide else 0x2E)
    row = order + ("II16xQQ" if wide else "II8xII")
    rows = [struct.unpack_from(row, content, table + step * index) for index in range(min(count, _MOST_SECTIONS))]
    if names_at >= len(rows):
        return
    names = rows[names_at][2]
    for name_at, kind, start, size in rows:
        name = content[names + name_at : names + name_at + 16]
        if kind == 1 and name.startswith(_ELF_NAMES) and not name.startswith(_ELF_SKIPPED):
            yield start, start + size


def _mach_o_ranges(content: Buffer, base: int) -> Iterator[tuple[int, int]]:
    wide = content[base : base + 4] == _MACH_O_MAGICS[0]
    count = struct.unpack_from("<I", content, base + 16)[0]
    at = base + (32 if wide else 28)
    for _ in range(min(count, _MOST_SECTIONS)):
        command, length = struct.unpack_from("<II", content, at)
        if command == (0x19 if wide else 0x1):
            yield from _segment_ranges(content, base, at, wide=wide)
        at += max(length, 8)


def _segment_ranges(content: Buffer, base: int, at: int, *, wide: bool) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from("<I", content, at + (64 if wide else 48))[0]
    first, step = (72, 80) if wide else (56, 68)
    for index in range(min(count, _MOST_SECTIONS)):
        row = at + first + step * index
        size, start = struct.unpack_from("<8xQI" if wide else "<4xII", content, row + 32)
        if bytes(content[row : row + 16]).rstrip(b"\0") in _MACH_O_NAMES:
            yield base + start, base + start + size


def _pe_ranges(content: Buffer) -> Iterator[tuple[int, int]]:
    header = struct.unpack_from("<I", content, 0x3C)[0]
    if content[header : header + 4] != b"PE\0\0":
        return
    count, optional = struct.unpack_from("<2xH12xH", content, header + 4)
    table = header + 24 + optional
    for index in range(min(count, _MOST_SECTIONS)):
        row = table + 40 * index
        if bytes(content[row : row + 8]).rstrip(b"\0") in _PE_NAMES:
            size, start = struct.unpack_from("<II", content, row + 16)
            yield start, start + size
