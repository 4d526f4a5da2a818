"""A text in which no dialect finds an error: a message, with or without its class."""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.classes import split_raised
from errdex.reports.limits import MAX_MESSAGE, capped_line


def error_from_message(text: str) -> ReportedError:
    """The text as one error: the class is split off only where the name is one that people give to exceptions."""
    text = capped_line(text.strip("\n").rstrip(), MAX_MESSAGE)
    first, newline, rest = text.partition("\n")
    split = split_raised(first.strip())
    if split is None:
        return ReportedError("", text)
    return ReportedError(split[0], split[1] + newline + rest)
