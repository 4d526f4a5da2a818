"""Diagnostic errors of pip and its like: a reference, what happened behind `×`, context and a hint.

error: subprocess-exited-with-error

× Building wheel for x did not run successfully.
│ exit code: 1
╰─> See above for output.
"""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.found import Found, Lines


def find(lines: Lines) -> list[Found]:
    """Every such error, equal ones once: pip prints that of a subprocess again as its own."""
    found: dict[str, Found] = {}
    text = lines.text
    for index, line in enumerate(text):
        stripped = line.strip()
        if not stripped.startswith(("\u00d7 ", "x ")) or not _has_reference(text, index):
            continue
        message = stripped[2:].strip()
        end = index + 1
        context = []
        while end < len(text) and text[end].strip().startswith(("\u2502", "| ")):
            context.append(text[end].strip()[1:].strip())
            end += 1
        if end < len(text) and text[end].strip().startswith(("\u2570\u2500>", "`->", "\u2570")):
            end += 1
        whole = "\n".join((message, *context))
        error = ReportedError("", message, level="ERROR", alternatives=(whole,) if context else ())
        found[message] = Found(index, end, (error,), 0, is_weak=True)
    return sorted(found.values(), key=lambda one: one.start)


def _has_reference(text: list[str], index: int) -> bool:
    return any("error: " in line and "-" in line for line in text[max(index - 3, 0) : index])
