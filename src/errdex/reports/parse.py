"""`parse_report`: what a person pasted, as a report."""

from __future__ import annotations

from errdex.nouns.reports import Report
from errdex.reports.found import Found, Lines, is_told
from errdex.reports.limits import MAX_ERRORS, capped_text
from errdex.reports.messages import error_from_message
from errdex.reports.registry import load, possible_dialects
from errdex.reports.unwrapping.layers import unwrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.reports import ReportedError


_MAX_ABOVE = 4
"""Lines above a cut traceback that may tell of its exception."""


def parse_report(text: str) -> Report:
    """The errors of any text, in its order; a text in which no dialect finds one is a message.

    Never raises; time and memory are linear in the text up to the limits of `errdex.reports.limits`, constant beyond.
    """
    text = capped_text(text)
    lines = unwrapped(text)
    text = "\n".join(lines.text) if lines.carried else text
    name, found = _find(text, lines)
    if _has_more(lines, found):
        found, name = _with_records(lines, found), name or "log"
    if not found:
        return Report((error_from_message("\n".join(lines.text)),), 0, "message")
    return _assembled(name, found)


def _has_more(lines: Lines, found: list[Found]) -> bool:
    """Whether text stands around the findings; one line alone is a message, whatever stands before it."""
    if any(one.lead for one in found):
        return True
    covered = sum(one.end - one.start for one in found)
    return len(lines.text) - covered > 2 or (not found and len(lines.text) > 1)


def _with_records(lines: Lines, found: list[Found]) -> list[Found]:
    """The findings and the log records around them; a traceback without its end takes what the record above it tells."""
    from errdex.reports.logs import HINTS, records_around, told_by_record

    text = "\n".join((*lines.text, *lines.carried))
    if not any(hint in text for hint in HINTS):
        return found
    records = records_around(lines, found)
    if (
        not found
        and sum(one.end - one.start for one in records) < len([line for line in lines.text if line.strip()]) // 2
    ):
        return []
    merged = sorted((*records, *found), key=lambda one: (one.start, one.end))
    for index, (record, one) in enumerate(zip(merged, merged[1:], strict=False), start=1):
        if record.is_weak and not one.is_weak and not one.errors[0].exception and len(one.errors) == 1:
            merged[index] = one._replace(errors=(told_by_record(one.errors[0], record.errors[0]),))
    return merged


def _with_told(lines: Lines, one: Found) -> Found:
    """A traceback without its end takes the exception that a repr in the lines above it tells."""
    if len(one.errors) != 1 or one.errors[0].exception or not one.errors[0].frames:
        return one
    from errdex.reports.logs import told_by_lines

    above = [line for line in lines.text[max(one.start - _MAX_ABOVE, 0) : one.start] if line.strip()]
    return one._replace(errors=(told_by_lines(one.errors[0], above),))


def _find(text: str, lines: Lines) -> tuple[str, list[Found]]:
    found: list[Found] = []
    name = ""
    for dialect in possible_dialects(text):
        new = _apart(found, load(dialect)(lines))
        if new and not name:
            name = dialect.name
        found += new
    found.sort(key=lambda one: one.start)
    return name, [_with_told(lines, one) for one in found]


def _apart(found: list[Found], new: list[Found]) -> list[Found]:
    """Those of the new findings that share no line with earlier ones."""
    if not found:
        return new
    taken = {line for one in found for line in range(one.start, one.end)}
    return [one for one in new if taken.isdisjoint(range(one.start, one.end))]


def _assembled(name: str, found: list[Found]) -> Report:
    errors: list[ReportedError] = []
    best = final = 0
    for one in found:
        # What was cut or only summarised explains less than what stands whole; of equals the last ended the program.
        error = one.errors[one.final]
        rank = (0 if one.is_weak else 3) + (2 if is_told(error) else 1 if error.exception or error.frames else 0)
        if rank >= best:
            best, final = rank, len(errors) + one.final
        errors += one.errors
    if len(errors) > MAX_ERRORS:
        head = MAX_ERRORS // 10
        cut = len(errors) - MAX_ERRORS
        final = final if final < head else max(final - cut, head)
        errors = [*errors[:head], *errors[head + cut :]]
    return Report(tuple(errors), final, name)
