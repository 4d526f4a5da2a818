"""Cuts a stream of bytes into blocks of whole lines. Memory is bounded: of a line that is too long, the start is kept."""

from __future__ import annotations

import re

from errdex.nouns.base import NamedTuple

LONGEST_LINE = 1 << 16
"""Bytes of a line that are looked at."""
CUT = b"\x00\n"
"""Ends a line of which the rest was dropped: no literal at a line's end fits there."""
_COLOURS = re.compile(rb"\x1b(?:\[[0-9;:?]{0,40}[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)|[@-Z\\^_])")


class Block(NamedTuple):
    """Whole lines, one behind the other in the stream."""

    raw: bytes
    """As they came; ends with a line end."""
    text: bytes
    """The same lines without colours and carriage returns at their ends."""
    offset: int
    """Of the first byte in the stream."""
    line: int
    """Number of the first line, from 1."""
    lines: int
    """How many there are."""

    def raw_position(self, position: int) -> int:
        """Where a line that starts at a position of `text` starts in `raw`."""
        if self.raw is self.text:
            return position
        return position_of_line(self.raw, self.text.count(b"\n", 0, position))


def position_of_line(text: bytes, number: int) -> int:
    """Where the line of this number, from 0, starts."""
    at = 0
    for _ in range(number):
        at = text.index(b"\n", at) + 1
    return at


def block_of(raw: bytes, offset: int, line: int) -> Block:
    """Whole lines as a block."""
    text = raw
    if b"\r" in raw:
        text = text.replace(b"\r\n", b"\n")
    if b"\x1b" in raw:
        text = _COLOURS.sub(b"", text)
    return Block(raw, raw if text == raw else text, offset, line, raw.count(b"\n"))


class Cutter:
    """Takes what was read, in pieces of any size, and gives blocks of whole lines."""

    def __init__(self) -> None:
        self._rest = b""
        self._offset = 0
        self._line = 1
        self._dropping = False
        """Whether what comes, up to a line end, belongs to a line whose start was given already."""

    @property
    def waiting(self) -> bool:
        """Whether a line has begun and not ended."""
        return bool(self._rest)

    def add(self, chunk: bytes) -> list[Block]:
        """The lines that end in a piece."""
        if self._dropping:
            chunk = self._dropped(chunk)
        content = self._rest + chunk if self._rest else chunk
        end = content.rfind(b"\n") + 1
        self._rest = content[end:] if end < len(content) else b""
        blocks = self._blocks(content[:end] if end < len(content) else content)
        if len(self._rest) > LONGEST_LINE:
            blocks.append(self._cut(self._rest))
            self._offset += len(self._rest) - LONGEST_LINE
            self._rest, self._dropping = b"", True
        return blocks

    def finish(self) -> list[Block]:
        """The last line, where no line end follows it; the stream may go on, with a new line."""
        rest, self._rest, self._dropping = self._rest, b"", False
        return self._blocks(rest + b"\n") if rest else []

    def restart(self) -> None:
        """The stream begins anew: another file stands in the place of the one before."""
        self._rest, self._offset, self._line, self._dropping = b"", 0, 1, False

    def _dropped(self, chunk: bytes) -> bytes:
        end = chunk.find(b"\n") + 1
        self._offset += end or len(chunk)
        self._dropping = not end
        return chunk[end:] if end else b""

    def _blocks(self, content: bytes) -> list[Block]:
        blocks: list[Block] = []
        start = at = 0
        while at + LONGEST_LINE < len(content):
            end = content.rfind(b"\n", at, at + LONGEST_LINE + 1) + 1
            if end:
                at = end
                continue
            if at > start:
                blocks.append(self._block(content[start:at]))
            blocks.append(self._cut(content[at : at + LONGEST_LINE]))
            start = content.index(b"\n", at) + 1
            self._offset += start - at - LONGEST_LINE
            at = start
        if start < len(content):
            blocks.append(self._block(content[start:] if start else content))
        return blocks

    def _block(self, raw: bytes) -> Block:
        block = block_of(raw, self._offset, self._line)
        self._offset += len(raw)
        self._line += block.lines
        return block

    def _cut(self, start_of_line: bytes) -> Block:
        block = block_of(start_of_line[:LONGEST_LINE] + CUT, self._offset, self._line)
        self._offset += min(len(start_of_line), LONGEST_LINE)
        self._line += 1
        return block
