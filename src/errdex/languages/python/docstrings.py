"""The Raises section of a docstring, in the three common layouts."""

from __future__ import annotations

import re

_FIELD = re.compile(
    r"^[ \t]*:(?:raises?|except|exception)[ \t]+([\w.]+)[ \t]*:[ \t]*(.*(?:\n(?![ \t]*:|[ \t]*$).*)*)", re.MULTILINE
)
_SECTION = re.compile(r"^([ \t]*)(?:Raises|Warns)[ \t]*(:?)[ \t]*\n(?:[ \t]*-{3,}[ \t]*\n)?", re.MULTILINE)
_GOOGLE = re.compile(r"^`{0,2}~?([A-Za-z_][\w.]*)`{0,2}[ \t]*:[ \t]*(.*)$")
_CLASS = re.compile(r"^`{0,2}~?([A-Za-z_][\w.]*)`{0,2}[ \t]*:?$")

MAX_LINES = 60
MAX_ENTRIES = 20
MAX_TEXT = 300


def raises_of_docstring(text: str) -> tuple[str, ...]:
    """Entries of the Raises section as `Class: text`, in order; empty: there is none."""
    if "aise" not in text and "Warns" not in text:
        return ()
    found = [_entry(name, description) for name, description in _FIELD.findall(text)]
    section = _SECTION.search(text)
    if section is not None:
        found.extend(_section_entries(text[section.end() :].split("\n", MAX_LINES)[:MAX_LINES], len(section.group(1))))
    return tuple(found[:MAX_ENTRIES])


def _entry(name: str, description: str) -> str:
    return f"{name}: {' '.join(description.split())}"[:MAX_TEXT].rstrip(": ")


def _section_entries(lines: list[str], heading: int) -> list[str]:
    found: list[str] = []
    name, words, margin = "", [""], -1
    for line in [*lines, ""]:
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if margin < 0 and stripped:
            margin = indent
        if stripped and set(stripped) <= {"-", "="}:
            name = ""  # that was the next heading
            break
        if stripped and indent < max(margin, heading):
            break
        entry = (_GOOGLE.match(stripped) or _CLASS.match(stripped)) if indent == margin else None
        if entry is not None:
            if name:
                found.append(_entry(name, " ".join(words)))
            name, words = entry.group(1), [entry.group(2) if entry.re is _GOOGLE else ""]
        elif name:
            words.append(stripped)
    if name:
        found.append(_entry(name, " ".join(words)))
    return found
