"""The strings of a module that Cython made, one by one.

Older Cython keeps each string as a C string of its own. Since 3.1 it joins all of them, packs them when that saves space
(zlib, bz2 or `lzss`), and cuts them apart at start by a table of lengths. Both are found here by their form: a table is a row of
small 32-bit numbers, a text fits it when cutting gives strings that are mostly in order (Cython sorts them; before 3.3 by a name made of the text).
"""

from __future__ import annotations

import bz2
import re
import zlib
from array import array
from itertools import pairwise

from errdex.languages.compiled.lzss import unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = b"cython_runtime"
"""Stands in every module that Cython made."""

_LENGTHS = re.compile(rb"(?:[^\0].\0\0|\0[^\0]\0\0|\0{4}(?!\0{4})){12,}", re.DOTALL)
_PACKED = re.compile(rb"\x78[\x01\x5e\x9c\xda]|BZh[1-9]1AY&SY")
_UNPACKED = re.compile(rb"[\t\n\x20-\x7e\x80-\xf4]{150,}")
_NO_NAME = re.compile(r"[^a-zA-Z0-9_]+")
_LARGEST = 4 << 20
_MOST_TABLES = 64
_MOST_STREAMS = 4096
_FEWEST_STRINGS = 12
_PROBED_STRINGS = 24
_PROBE = 48


def cython_strings(constants: bytes) -> tuple[str, ...]:
    """Strings of a module whose constants these are; empty when they are not kept in one table that can be found."""
    tables = [table for _, table in zip(range(_MOST_TABLES), _length_tables(constants), strict=False)]
    if not tables:
        return ()
    best: list[str] = []
    probe = min(_LARGEST, max(sum(table[:_PROBED_STRINGS]) for table in tables))
    for _, (start, form) in zip(range(_MOST_STREAMS), _starts(constants), strict=False):
        beginning = _read(constants, start, form, probe)
        for table in tables:
            if len(table) > len(best) and len(_cut(beginning, table[:_PROBED_STRINGS])) >= min(
                _PROBED_STRINGS, len(table)
            ):
                strings = _cut(_read(constants, start, form, min(_LARGEST, sum(table))), table)
                best = max(best, strings, key=len)
    return tuple(filter(None, best))


def packed_run(constants: bytes) -> str:
    """All packed strings of a module in one run, for a module whose table of lengths cannot be found; `""`: none are packed."""
    for _, (start, form) in zip(range(_MOST_STREAMS), _starts(constants), strict=False):
        if form:
            stream = _read(constants, start, form, _LARGEST)
            end = _UNPRINTABLE.search(stream)
            text = stream[: end.start()] if end else stream
            if len(text) >= 4 * _PROBE:
                return text.decode("utf-8", "replace")
    return ""


def _length_tables(constants: bytes) -> Iterator[array[int]]:
    """Rows of small numbers; a row may have a neighbour's numbers in front, so it also starts at each bound inside."""
    for found in _LENGTHS.finditer(constants):
        # the pattern also fits a byte too early, when what stands before is zero
        first, end = (place + -place % 4 for place in found.span())
        for start in sorted({first, *(at for at in range(first, min(first + 32, end)) if at % 16 == 0)}):
            table = array("I")
            table.frombytes(constants[start : min(end, len(constants) & ~3)])
            if len(table) >= _FEWEST_STRINGS:
                yield table


def _starts(constants: bytes) -> Iterator[tuple[int, str]]:
    """Where joined strings may start, and in which form they are kept there; surest forms first."""
    for found in _PACKED.finditer(constants):
        yield found.start(), "zlib" if found.group()[:1] == b"x" else "bz2"
    for start in _lzss_starts(constants):
        yield start, "lzss"
    for found in _UNPACKED.finditer(constants):
        yield found.start(), ""


def _read(constants: bytes, start: int, form: str, limit: int) -> bytes:
    """The first `limit` bytes of joined strings; fewer when there are none."""
    try:
        match form:
            case "zlib":
                return zlib.decompressobj().decompress(memoryview(constants)[start:], limit)
            case "bz2":
                return bz2.BZ2Decompressor().decompress(memoryview(constants)[start:], limit)
            case "lzss":
                return unpack(constants, start, limit)
            case _:
                return constants[start : start + limit]
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
    """Strings of the given lengths, as far as they are text; empty when they are too few or in no order."""
    strings: list[str] = []
    at = 0
    for length in lengths:
        if at + length > len(stream):
            break
        try:
            strings.append(str(stream[at : at + length], "utf-8"))
        except UnicodeDecodeError:
            break
        at += length
    if len(strings) < max(_FEWEST_STRINGS, 0.7 * len(lengths)):
        return []
    falls = min(_falls(strings), _falls([_NO_NAME.sub("_", string[:40])[:32].strip("_") for string in strings]))
    return strings if falls <= 0.3 * len(strings) else []


def _falls(strings: Sequence[str]) -> int:
    """How often a string comes before the one in front of it."""
    return sum(after < before for before, after in pairwise(strings))
