"""The packed form in which Cython 3.3 and newer keep a module's strings, unpacked again.

The stream has no header: it is a flag byte, then eight items of which each is a byte as it stands (flag 1) or a reference
to what was written before (flag 0; two bytes, or three for a far one). Its length is known to the code alone, so a stream
is unpacked until a reference makes no sense or as much as asked for is there.
"""

from __future__ import annotations

_NEAR = 0x80


def unpack(packed: bytes, start: int, limit: int) -> bytes:
    """What the stream at `start` holds, at most `limit` bytes; less when the stream ends or turns out to be none."""
    out = bytearray()
    at, size = start, len(packed) - 3
    while at < size:
        flags = packed[at] | 0xFF00
        at += 1
        while flags & 0x100 and at < size:
            if flags & 1:
                out.append(packed[at])
                at += 1
            else:
                distance, length, at = _reference(packed, at)
                since = len(out) - distance - length
                if since < 0:
                    return bytes(out)
                out += out[since : since + length]
            if len(out) >= limit:
                return bytes(out[:limit])
            flags >>= 1
    return bytes(out)


def _reference(packed: bytes, at: int) -> tuple[int, int, int]:
    """Distance from the referenced text's end, its length, and where the next item stands."""
    low, high = packed[at], packed[at + 1]
    if not low & 0x80:
        return low, high + 3, at + 2
    if not high & 0x80:
        return _NEAR + (((high << 2) & 0x180) | (low & 0x7F)), (high & 0x1F) + 3, at + 2
    return _NEAR + ((high & 0x7F) << 7 | (low & 0x7F)), packed[at + 2] + 3, at + 3
