"""`terminate called after throwing an instance of 'X'` and its `what()`."""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.found import Found, Lines

_THROWN = "terminate called after throwing an instance of '"
_WHAT = "what():"
_ENDS = ("Aborted", "Abgebrochen", "Abort", "[1]", "SIGABRT")


def find(lines: Lines) -> list[Found]:
    """Every uncaught exception."""
    text = lines.text
    found = []
    for index, line in enumerate(text):
        at = line.find(_THROWN)
        if at < 0:
            continue
        name = line[at + len(_THROWN) :].partition("'")[0]
        message, end = "", index + 1
        if end < len(text) and text[end].strip().startswith(_WHAT):
            parts = [text[end].partition(_WHAT)[2].strip()]
            end += 1
            while end < len(text) and text[end].strip() and not text[end].startswith(_ENDS):
                parts.append(text[end])
                end += 1
            message = "\n".join(parts).rstrip()
        found.append(Found(index, end, (ReportedError(name, message, kind="throw"),), 0))
    return found
