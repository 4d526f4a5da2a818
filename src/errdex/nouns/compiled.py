"""What the binary of an extension module or of the interpreter says: the texts it can print."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class BinaryText(NamedTuple):
    """A literal of a binary that can be a message, or a piece of one."""

    parts: tuple[str | None, ...]
    """Literal text, and `None` where a directive (`%s`, `{}`) stands."""
    whole: bool
    """The literal is a string of its own in the binary, so that its start and end are known. `False`: it was cut out of
    a longer run by its look alone, so that a neighbour's text may hang on at either end."""


class BinaryFacts(NamedTuple):
    """All texts of one binary."""

    texts: tuple[BinaryText, ...]
    """Sorted, each once."""
    degraded: str = ""
    """Why less than usual was read, or `""`."""
