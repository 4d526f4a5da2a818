"""What a type annotation says, as far as one class can be read off its text."""

from __future__ import annotations

import re

_OPTIONAL = re.compile(r"(?:typing\.|t\.)?Optional\[([^][]+)\]\Z|None[ ]*\|([^|]+)\Z|([^|]+)\|[ ]*None\Z")
_DOTTED = re.compile(r"[A-Za-z_][\w.]*(?<!\.)\Z")


def class_of_annotation(text: str) -> str:
    """The one class that an annotation names, `None` beside it left out; `""`: it is something else."""
    text = text.strip()
    optional = _OPTIONAL.match(text)
    if optional is not None:
        text = next(filter(None, optional.groups())).strip()
    text = text.strip("\"'")
    return text if _DOTTED.match(text) and text != "None" else ""
