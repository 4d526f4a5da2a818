"""How values stand in the catalogue's columns. Reading them needs nothing but `zlib`."""

from __future__ import annotations

import zlib

from errdex.nouns.matches import FunctionSpan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HOLE = "\x01"
ESCAPE = "\x02"
LARGEST = 1 << 28
"""Bytes that a packed value may unpack to: a broken or hostile catalogue must not fill the memory."""
WORTH_PACKING = 200
MASK_BITS = 63
"""As many as SQLite's integers have without a sign."""


def escaped(text: str) -> str:
    """Any text as one that SQLite can hold and that has no `HOLE` in it."""
    if ESCAPE in text or HOLE in text:
        text = text.replace(ESCAPE, ESCAPE + "2").replace(HOLE, ESCAPE + "1")
    try:
        text.encode()
    except UnicodeEncodeError:
        text = "".join([f"{ESCAPE}s{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text])
    return text


def unescaped(text: str) -> str:
    """What `escaped` was given. Raises `ValueError` on what it never wrote."""
    if ESCAPE not in text:
        return text
    first, *rest = text.split(ESCAPE)
    pieces = [first]
    for piece in rest:
        match piece[:1]:
            case "1":
                pieces.append(HOLE + piece[1:])
            case "2":
                pieces.append(ESCAPE + piece[1:])
            case "s":
                pieces.append(chr(int(piece[1:5], 16)) + piece[5:])
            case _:
                raise ValueError("broken escape")
    return "".join(pieces)


def text_from_parts(parts: Iterable[object]) -> str:
    """Parts of a template (literal text, and anything else for a hole) as one text."""
    return "".join([escaped(part) if isinstance(part, str) else HOLE for part in parts])


def parts_from_text(text: str) -> tuple[str | None, ...]:
    """What `text_from_parts` was given, holes as `None`; two literals side by side come back as one."""
    if HOLE not in text:  # half of all, and lookups read thousands
        return (unescaped(text),)
    parts: list[str | None] = []
    for piece in text.split(HOLE):
        parts.append(None)
        if piece:
            parts.append(unescaped(piece) if ESCAPE in piece else piece)
    return tuple(parts[1:])


def words_mask(keys: Iterable[int]) -> int:
    """One bit for each word (by its key), of 63: a text whose mask lacks a bit of a template's mask lacks the word."""
    mask = 0
    for key in keys:
        mask |= 1 << key % MASK_BITS
    return mask


def backwards(path: str) -> str:
    """A path's parts in reverse, each followed by `/`: files that share a tail stand side by side."""
    return "".join([part + "/" for part in reversed(path.split("/"))])


def packed(content: bytes) -> bytes:
    """Bytes as they are stored: as they are when short, else compressed."""
    return content if len(content) < WORTH_PACKING else zlib.compress(content, 1)


def unpacked(blob: bytes) -> bytes:
    """What `packed` was given. Raises `ValueError` when it is broken or far too large.

    Compressed bytes start with `x`, which no JSON and no function list does.
    """
    if blob[:1] != b"x":
        return blob
    inflating = zlib.decompressobj()
    try:
        content = inflating.decompress(blob, LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not inflating.eof:
        raise ValueError("cut, or larger than any that errdex writes")
    return content


def functions_to_blob(functions: Iterable[tuple[str, int, int]]) -> bytes:
    """Name, first and last line of functions."""
    lines = [f"{line} {end_line} {escaped(name)}" for name, line, end_line in functions]
    return packed("\n".join(lines).encode())


def functions_from_blob(blob: bytes) -> Sequence[FunctionSpan]:
    """What `functions_to_blob` was given. Raises `ValueError` on anything else."""
    spans = []
    text = unpacked(blob).decode()
    for row in text.split("\n") if text else ():
        line, end_line, name = row.split(" ", 2)
        spans.append(FunctionSpan(unescaped(name), int(line), int(end_line)))
    return spans
