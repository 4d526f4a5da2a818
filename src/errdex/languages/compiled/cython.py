"""The strings of a module that Cython made, one by one.

Older Cython keeps each string as a C string of its own. Since 3.1 it joins all of them, packs them when that saves space
(zlib, bz2 or `lzss`), and cuts them apart at start by a table of lengths. Both are found here by their form: a table is a row of
small 32-bit numbers, a text fits it when cutting gives strings in order (Cython writes them sorted, names after the others).
"""

from __future__ import annotations

import bz2
import re
import zlib
from array import array

from errdex.languages.compiled.lzss import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = b"cython_runtime"
"""Stands in every module that Cython made."""

_LENGTHS = re.compile(rb"(?:[^\0].\0\0|\0[^\0]\0\0){8,}", re.DOTALL)
_PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]|BZh[1-9]1AY&SY")
_UNPACKED = re.compile(rb"[\t\n\x20-\x7e\x80-\xf4]{150,}")
_LARGEST = 4 << 20
_MOST_TABLES = 64
_MOST_STREAMS = 64
_FEWEST_STRINGS = 8
_PROBE = 48


def cython_strings(constants: bytes) -> tuple[str, ...]:
    """Strings of a module whose constants these are; empty when they are not kept in one table."""
    tables = [table for _, table in zip(range(_MOST_TABLES), _length_tables(constants), strict=False)]
    if not tables:
        return ()
    best: list[str] = []
    limit = min(_LARGEST, max(sum(table) for table in tables))
    for _, stream in zip(range(_MOST_STREAMS), _streams(constants, limit), strict=False):
        for table in tables:
            strings = _cut(stream, table)
            if len(strings) > len(best):
                best = strings
    return tuple(best) if len(best) >= _FEWEST_STRINGS else ()


def _length_tables(constants: bytes) -> Iterator[array[int]]:
    for found in _LENGTHS.finditer(constants):
        start = found.start() + -found.start() % 4
        table = array("I")
        table.frombytes(constants[start : found.end() - (found.end() - start) % 4])
        if len(table) >= _FEWEST_STRINGS:
            yield table


def _streams(constants: bytes, limit: int) -> Iterator[bytes]:
    """Joined strings, unpacked; among them texts that are none."""
    for found in _PACKED.finditer(constants):
        stream = _inflated(constants, found.start(), limit)
        if len(stream) > _PROBE:
            yield stream
    for found in _UNPACKED.finditer(constants):
        yield constants[found.start() : found.start() + limit]
    for start in _lzss_starts(constants):
        yield unpack(constants, start, limit)


def _inflated(constants: bytes, start: int, limit: int) -> bytes:
    try:
        if constants[start : start + 1] == b"x":
            return zlib.decompressobj().decompress(memoryview(constants)[start:], limit)
        return bz2.BZ2Decompressor().decompress(memoryview(constants)[start:], limit)
    except (zlib.error, OSError):
        return b""


def _lzss_starts(constants: bytes) -> Iterator[int]:
    """Where an `lzss` stream may start: at a bound that compilers align tables to, with readable text in it."""
    for start in range(0, len(constants) - _PROBE, 16):
        if not constants[start] & 1:  # the first item cannot refer back
            continue
        probe = unpack(constants, start, _PROBE)
        if len(probe) == _PROBE and _UNPRINTABLE.search(probe) is None:
            yield start


_UNPRINTABLE = re.compile(rb"[^\t\n\x20-\x7e\x80-\xf4]")


def _cut(stream: bytes, lengths: Sequence[int]) -> list[str]:
    """Strings of the given lengths, as far as they come in order; names come after the others, in order again."""
    strings: list[str] = []
    last, falls, at = "", 0, 0
    for length in lengths:
        if at + length > len(stream):
            break
        try:
            string = str(stream[at : at + length], "utf-8")
        except UnicodeDecodeError:
            break
        falls += string < last
        if falls > 1:
            break
        strings.append(string)
        last, at = string, at + length
    return strings
