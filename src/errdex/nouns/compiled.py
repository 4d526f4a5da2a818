"""What the binary of an extension module or of the interpreter says: the texts it can print."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Parts: TypeAlias = tuple[str | None, ...]

CPYTHON = "cpython"
"""Package and file of the interpreter itself."""


class BinaryFacts(NamedTuple):
    """All texts of one binary."""

    texts: tuple[Parts, ...]
    """Each literal that can be a message or a piece of one, sorted, each once: literal parts, and `None` where a directive
    (`%s`, `{}`) stands. Where a compiler glued literals together, they were cut apart by their look."""
    degraded: str = ""
    """Why less than usual was read, or `""`."""


class Binary(NamedTuple):
    """An extension module or an interpreter, as installed."""

    package: str
    """Name of its distribution, `cpython-stdlib` for the interpreter's own extension modules, `cpython` for itself."""
    version: str
    path: str
    """As installed, relative to its folder in the import path, `/` between parts; `cpython` for the interpreter itself."""
    location: str
    """Absolute path."""
    size: int
    mtime_ns: int
    """With `size` it tells an unchanged file without reading it."""


class Carrier(NamedTuple):
    """A binary that holds a text."""

    package: str
    """As `Binary.package`."""
    version: str
    file: str
    """As `Binary.path`."""


class CarriedText(NamedTuple):
    """A text, and the binaries that hold it."""

    parts: Parts
    carriers: tuple[Carrier, ...]


class SourceHit(NamedTuple):
    """A place in the source of compiled code that writes a message."""

    file: str
    line: int
    """Of the first literal part, from 1."""
    text: str
    """The line, stripped, at most 200 characters."""
    literal: int
    """Characters of the message that stand there."""
