"""Texts that a statement would print: its template with values in the holes, and where in the text they stand."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.templates import Hole, Template

MOST_TEMPLATES = 20
WORDS = ("<Kind.FIRST_ONE: 7>", "some value, of 'words'", "x-1/y")
"""Values that people's objects print as."""
NUMBERS = ("4096", "-17", "38")


class Printed(NamedTuple):
    """One text."""

    text: str
    holes: tuple[tuple[int, int], ...]
    """Where each hole's value stands."""
    literals: tuple[tuple[int, int], ...]
    """Where each literal part stands."""
    numeric: bool
    """Whether the values are numbers though nothing says that they are."""


def printed_texts(templates: Sequence[Template]) -> list[Printed]:
    """Texts of each template of which something is known: with words, then with numbers in its holes."""
    texts: list[Printed] = []
    for template in templates[:MOST_TEMPLATES]:
        if template.is_bare:
            continue
        texts.append(printed(template, numeric=False))
        if any(not isinstance(part, str) for part in template.parts):
            texts.append(printed(template, numeric=True))
    return texts


def printed(template: Template, *, numeric: bool) -> Printed:
    """The text of a template with distinct values in its holes."""
    text = ""
    holes: list[tuple[int, int]] = []
    literals: list[tuple[int, int]] = []
    for part in template.parts:
        value = part if isinstance(part, str) else value_of(part, len(holes), numeric=numeric)
        (literals if isinstance(part, str) else holes).append((len(text), len(text) + len(value)))
        text += value
    return Printed(text, tuple(holes), tuple(literals), numeric)


def value_of(hole: Hole, number: int, *, numeric: bool) -> str:
    """What a hole could print."""
    if numeric or hole.type in ("int", "builtins.int") or hole.format.endswith("d"):
        return NUMBERS[number % len(NUMBERS)]
    if hole.type in ("str", "builtins.str") and hole.conversion == "r":
        return "'a word'"
    return WORDS[number % len(WORDS)]
