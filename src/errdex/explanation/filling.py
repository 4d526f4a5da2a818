"""Whether a message can be split into a template's literal text and holes in one way only."""

from __future__ import annotations

from errdex.nouns.explanations import FilledHole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.matches import Match
    from errdex.nouns.templates import Template


def filled_holes(match: Match, template: Template | None) -> tuple[FilledHole, ...]:
    """The holes of the template that fits, each with its text in the message.

    Without the template, or where another filling prints the same text, none of them is sure.
    """
    sure = template is not None and is_only_filling(template, [value for _, value in match.holes])
    return tuple(FilledHole(expression, value, sure) for expression, value in match.holes)


def is_only_filling(template: Template, values: Sequence[str]) -> bool:
    """Whether no other values for the holes print the same text.

    The literal parts between holes are laid as far left as they go, and as far right: where both agree, there is one way.
    """
    given = iter(values)
    holes = sum(not isinstance(part, str) for part in template.parts)
    if holes != len(values):
        return False
    text = "".join(part if isinstance(part, str) else next(given) for part in template.parts)
    start = len(template.parts[0]) if isinstance(template.parts[0], str) else 0
    end = len(text) - (len(template.parts[-1]) if isinstance(template.parts[-1], str) and holes else 0)
    between = [part for part in template.parts[1:-1] if isinstance(part, str)]
    return holes < 2 or from_the_left(text, between, start) == from_the_right(text, between, end)


def from_the_left(text: str, parts: Sequence[str], start: int) -> list[int]:
    """Where each part begins when all stand as far left as they can."""
    places = []
    for part in parts:
        found = text.find(part, start)
        places.append(found)
        start = found + len(part)
    return places


def from_the_right(text: str, parts: Sequence[str], end: int) -> list[int]:
    """Where each part begins when all stand as far right as they can."""
    places = []
    for part in reversed(parts):
        end = text.rfind(part, 0, end)
        places.append(end)
    return places[::-1]
