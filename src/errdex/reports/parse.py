"""`parse_report`: what a person pasted, as a report."""

from __future__ import annotations

from errdex.nouns.reports import Report
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_ERRORS, capped_lines, capped_text
from errdex.reports.messages import error_from_message
from errdex.reports.registry import DIALECTS, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.reports import ReportedError


def parse_report(text: str) -> Report:
    """The errors of any text, in its order; a text in which no dialect finds one is a message.

    Never raises; time and memory are linear in the text up to the limits of `errdex.reports.limits`, constant beyond.
    """
    text = capped_text(text)
    lines = Lines(capped_lines(text), [])
    name, found = _find(text, lines)
    if not found:
        return Report((error_from_message(text),), 0, "message")
    return _assembled(name, found)


def _find(text: str, lines: Lines) -> tuple[str, list[Found]]:
    found: list[Found] = []
    name = ""
    for dialect in DIALECTS:
        if any(hint in text for hint in dialect.hints):
            new = _apart(found, load(dialect)(lines))
            if new and not name:
                name = dialect.name
            found += new
    found.sort(key=lambda one: one.start)
    return name, found


def _apart(found: list[Found], new: list[Found]) -> list[Found]:
    """Those of the new findings that share no line with earlier ones."""
    if not found:
        return new
    taken = {line for one in found for line in range(one.start, one.end)}
    return [one for one in new if taken.isdisjoint(range(one.start, one.end))]


def _assembled(name: str, found: list[Found]) -> Report:
    errors: list[ReportedError] = []
    final = 0
    for one in found:
        if one.errors[one.final].exception or not errors[final:] or not errors[final].exception:
            final = len(errors) + one.final
        errors += one.errors
    if len(errors) > MAX_ERRORS:
        head = MAX_ERRORS // 10
        cut = len(errors) - MAX_ERRORS
        errors = [*errors[:head], *errors[head + cut :]]
        final = max(final - cut, 0)
    return Report(tuple(errors), final, name)
