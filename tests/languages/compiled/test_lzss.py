"""Cython's packed form."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.compiled.lzss import unpack


def pack(content: bytes) -> bytes:
    """A stream with near, middle and far references where they help; greedy and slow."""
    out = bytearray()
    flags, items, at = 0, bytearray(), 0
    count = 0
    while at < len(content):
        length, back = _repeated(content, at)
        distance = back - length
        if length >= 4 and distance >= 0:
            items += _reference(distance, length)
        else:
            items.append(content[at])
            flags |= 1 << count
            length = 1
        at += length
        count += 1
        if count == 8 or at >= len(content):
            out.append(flags)
            out += items
            flags, items, count = 0, bytearray(), 0
    return bytes(out) + bytes(8)


def _repeated(content: bytes, at: int) -> tuple[int, int]:
    best, back = 0, 0
    for start in range(max(0, at - 16_000), at):
        length = 0
        limit = min(30, len(content) - at, at - start)
        while length < limit and content[start + length] == content[at + length]:
            length += 1
        if length > best:
            best, back = length, at - start
    return best, back


def _reference(distance: int, length: int) -> bytes:
    bits = length - 3
    if distance <= 0x7F:
        return bytes([distance, bits])
    distance -= 0x80
    if distance < 1 << 9:
        return bytes([(distance & 0x7F) | 0x80, ((distance & 0x180) >> 2) | bits])
    return bytes([(distance & 0x7F) | 0x80, (distance >> 7) | 0x80, bits])


@given(st.text(alphabet="abcd ", max_size=300).map(str.encode), st.binary(max_size=40))
def test_a_stream_unpacks_to_what_was_packed_wherever_it_starts(content: bytes, before: bytes) -> None:
    assert unpack(before + pack(content), len(before), len(content)) == content


def test_far_references_are_followed() -> None:
    content = b"out of bounds timestamp " + bytes(range(32, 127)) * 10 + b"out of bounds timestamp again"

    assert unpack(pack(content), 0, len(content)) == content


@given(st.binary(max_size=200), st.integers(0, 250), st.integers(0, 400))
def test_anything_else_ends_within_the_limit(packed: bytes, start: int, limit: int) -> None:
    assert len(unpack(packed, start, limit)) <= max(limit, 0) + (1 if limit == 0 else 0)
