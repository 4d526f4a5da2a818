"""One statement of a record, with how it is known."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level


class Claim(NamedTuple):
    """A sentence, or a piece of code, in a field of a record."""

    field: str
    """Name of the field in the published form: `documentation`, `solutions`."""
    text: str
    level: Level
    source: str
    """Where it comes from: `line 148`, `docstring, line 12`, `reaching set of mode`."""
