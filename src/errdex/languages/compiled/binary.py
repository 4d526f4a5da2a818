"""The texts of one binary."""

from __future__ import annotations

import mmap
import os

from errdex.languages.compiled.cython import MARK, cython_strings, packed_run
from errdex.languages.compiled.sections import constant_ranges
from errdex.languages.compiled.texts import LITERAL, texts_of_run, texts_of_strings
from errdex.nouns.compiled import BinaryFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.nouns.compiled import Parts

_LARGEST_RANGE = 64 << 20
_RUST = (b"/rustc/", b"called `Option::unwrap()`", b"panic from Rust")
_MODULE = b"PyInit_"
_NOTHING = BinaryFacts(())


def read_binary(path: str, *, module: bool = True) -> BinaryFacts | str:
    """Texts of the extension module at `path`, or a reason why it is unread.

    With `module` a library that starts no Python module has none: what it says reaches Python through the module that loads it.
    """
    try:
        if not os.path.getsize(path):
            return _NOTHING
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            if module and content.find(_MODULE) < 0:
                return _NOTHING
            return binary_facts(content)
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"


def binary_facts(content: bytes | mmap.mmap) -> BinaryFacts:
    """Texts of a binary whose bytes these are."""
    found: dict[Parts, None] = {}
    degraded = ""
    for start, end in constant_ranges(content):
        if end - start > _LARGEST_RANGE:
            degraded = f"only the first {_LARGEST_RANGE >> 20} MiB of its constants were read"
        found.update(dict.fromkeys(_texts(content[start : min(end, start + _LARGEST_RANGE)])))
    return BinaryFacts(tuple(sorted(found, key=_order)), degraded)


def _texts(constants: bytes) -> Iterator[Parts]:
    if MARK in constants:
        strings = cython_strings(constants)
        yield from texts_of_strings(strings) if strings else texts_of_run(packed_run(constants))
    literals = (
        found.group().decode("utf-8", "replace") for found in LITERAL.finditer(constants) if b" " in found.group()
    )
    if any(mark in constants for mark in _RUST):
        for literal in literals:
            yield from texts_of_run(literal)
    else:
        yield from texts_of_strings(literals)


def _order(parts: Parts) -> tuple[str, ...]:
    return tuple(part or "" for part in parts)
