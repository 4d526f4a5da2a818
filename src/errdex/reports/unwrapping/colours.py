r"""Terminal escapes, also as other programs write them out: `\x1b[31m`, `^[[0m`, `[0;31m`."""

from __future__ import annotations

import re

SPELLED = ("\\x1b[", "\\x1B[", "\\u001b[", "\\u001B[", "\\033[", "\\e[", "^[[", "\u241b[", "\ufffd[", "\x9b")
"""Ways in which the escape that begins a sequence is written where it did not survive as a character."""

_SEQUENCE = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]"  # control sequences: colours, cursor movements
    "|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?"  # titles and links
    "|\x1b[PX^_][^\x1b]*(?:\x1b\\\\)?"
    "|\x1b[ -/]*[0-Z\\\\^-~]"
)
_REMNANT = re.compile(r"\[(?:[0-9]{1,3}(?:;[0-9]{1,3}){0,5})?m")
_SURE_REMNANTS = ("[0m", "[39m", "[0;", "[1;", "[22m", "[00m", "[31m", "[91m")


def has_colours(text: str) -> bool:
    """Whether anything here could be a terminal escape."""
    return "\x1b" in text or any(spelled in text for spelled in SPELLED) or any(sure in text for sure in _SURE_REMNANTS)


def without_colours(text: str) -> str:
    """The text as a terminal shows it; characters that are no escape stay, control characters too."""
    for spelled in SPELLED:
        if spelled in text:
            text = text.replace(spelled, "\x1b[")
    if "\x1b" in text:
        text = _SEQUENCE.sub("", text)
    if sum(text.count(sure) for sure in _SURE_REMNANTS) > 1:
        text = _REMNANT.sub("", text)
    return text
