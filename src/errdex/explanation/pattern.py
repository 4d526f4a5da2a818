"""A template as a regular expression that matches what it prints, and only that. Safe for RE2: no look-around, no back references."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.templates import Hole, Template

SPECIAL = frozenset("\\.+*?()|[]{}^$")


def message_pattern(templates: Sequence[Template]) -> str | None:
    """One pattern for all ways in which a site's message can be built, one group a hole; `None`: nothing is known of one.

    It is anchored at both ends, and a hole may hold line ends.
    """
    if not templates or any(template.is_bare for template in templates):
        return None
    patterns = list(dict.fromkeys(pattern_of(template) for template in templates))
    body = patterns[0] if len(patterns) == 1 else "(?:" + "|".join(patterns) + ")"
    return f"(?s)^{body}$"


def pattern_of(template: Template) -> str:
    """The pattern of one template, without anchors."""
    return "".join(escaped(part) if isinstance(part, str) else group_of(part) for part in template.parts)


def group_of(hole: Hole) -> str:
    """The group for a hole: digits where the format prints nothing else, otherwise anything."""
    if hole.format == "d" and not hole.conversion:
        return r"(-?[0-9]+)"
    if hole.conversion in ("r", "a") and not hole.format:
        return "(.+?)"
    return "(.*?)"


def escaped(text: str) -> str:
    """Literal text with what is special to RE2 and Python alike escaped, and nothing else."""
    return "".join("\\" + mark if mark in SPECIAL else mark for mark in text)
