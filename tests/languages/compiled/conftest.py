"""Small binaries made by hand: only headers and constants, no code."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import pytest

Builder = Callable[..., bytes]


def _elf(constants: bytes, *, name: bytes = b".rodata", other: bytes = b"", wide: bool = True) -> bytes:
    """An ELF file with one section of constants, and one of something else."""
    order = "<"
    head = 64 if wide else 52
    names = b"\0" + name + b"\0.text\0.shstrtab\0"
    body = constants + other + names
    table = head + len(body)
    offsets = [(1, 1, head, len(constants)), (2 + len(name), 1, head + len(constants), len(other))]
    offsets.append((8 + len(name), 3, head + len(constants) + len(other), len(names)))
    rows = [b"\0" * (64 if wide else 40)]
    for name_at, kind, start, size in offsets:
        rows.append(
            struct.pack(order + "IIQQQQIIQQ", name_at, kind, 0, 0, start, size, 0, 0, 0, 0)
            if wide
            else struct.pack(order + "IIIIIIIIII", name_at, kind, 0, 0, start, size, 0, 0, 0, 0)
        )
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    if wide:
        header = ident + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 0, table, 0, 64, 0, 0, 64, len(rows), 3)
    else:
        header = ident + struct.pack("<HHIIIIIHHHHHH", 3, 3, 1, 0, 0, table, 0, 52, 0, 0, 40, len(rows), 3)
    return header + body + b"".join(rows)


def _mach_o(constants: bytes, other: bytes = b"") -> bytes:
    """A 64-bit Mach-O file whose `__TEXT` segment has code and C strings."""
    sections = [(b"__text", other), (b"__cstring", constants)]
    size = 72 + 80 * len(sections)
    at = 32 + size
    rows = b""
    for name, content in sections:
        rows += struct.pack("<16s16sQQIIIIIIII", name, b"__TEXT", 0, len(content), at, 0, 0, 0, 0, 0, 0, 0)
        at += len(content)
    segment = struct.pack("<II16sQQQQiiII", 0x19, size, b"__TEXT", 0, 0, 0, 0, 0, 0, len(sections), 0)
    return struct.pack("<IiiIIIII", 0xFEEDFACF, 0, 0, 6, 1, size, 0, 0) + segment + rows + other + constants


def _pe(constants: bytes, other: bytes = b"") -> bytes:
    """A PE file with a section of code and one of constants."""
    header = 64
    table = header + 24
    at = table + 80
    rows = b""
    for name, content in ((b".text", other), (b".rdata", constants)):
        rows += struct.pack("<8sIIIIIIHHI", name, len(content), 0, len(content), at, 0, 0, 0, 0, 0)
        at += len(content)
    dos = b"MZ" + bytes(58) + struct.pack("<I", header)
    coff = b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 2, 0, 0, 0, 0, 0)
    return dos + coff + rows + other + constants


def _cython_constants(strings: list[str], form: str = "zlib") -> bytes:
    """Constants of a module that Cython made: a table of lengths, then all strings in one, packed or not."""
    encoded = [string.encode() for string in strings]
    joined = b"".join(encoded)
    table = struct.pack(f"<{len(encoded)}I", *map(len, encoded))
    packed = zlib.compress(joined) if form == "zlib" else _literal_lzss(joined) if form else joined
    gap = bytes(-len(table) % 32 + 32)
    return b"cython_runtime\0" + bytes(17) + table + gap + packed + bytes(64)


def _literal_lzss(content: bytes) -> bytes:
    """A stream without references: each flag byte says that eight plain ones follow."""
    return b"".join(b"\xff" + content[at : at + 8] for at in range(0, len(content), 8))


@pytest.fixture
def elf() -> Builder:
    """Makes an ELF file."""
    return _elf


@pytest.fixture
def mach_o() -> Builder:
    """Makes a Mach-O file."""
    return _mach_o


@pytest.fixture
def pe() -> Builder:
    """Makes a PE file."""
    return _pe


@pytest.fixture
def cython_constants() -> Builder:
    """Makes the constants of a Cython module."""
    return _cython_constants
