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
    text = "\n".join(lines.text)
    name, found = _find(text, lines)
    if _has_more(lines, found):
        found, name = _with_records(lines, found), name or "log"
    if not found:
        return Report((error_from_message(text),), 0, "message")
    return _assembled(name, found)


def _has_more(lines: Lines, found: list[Found]) -> bool:
    """Whether text stands around the findings; one line alone is a message, whatever stands before it."""
    if any(one.lead for one in found):
        return True
    if not found:
        return len(lines.text) > 1
    around = len(lines.text) - sum(one.end - one.start for one in found)
    return around > 0 and (around > _MAX_ABOVE or any(map(str.strip, _around(lines, found))))


def _around(lines: Lines, found: list[Found]) -> list[str]:
    ends = [0, *(one.end for one in found)]
    starts = [*(one.start for one in found), len(lines.text)]
    return [line for end, start in zip(ends, starts, strict=True) for line in lines.text[end:start]]


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
    for index, one in enumerate(merged[1:], start=1):
        record = merged[index - 1]
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
    candidates = [(one, dialect.name) for dialect in possible_dialects(text) for one in load(dialect)(lines)]
    # What starts first holds what starts inside it; where two start together, the dialect listed first is right.
    candidates.sort(key=lambda candidate: candidate[0].start)
    found: list[Found] = []
    names: list[str] = []
    for one, name in candidates:
        if not found or one.start >= found[-1].end:
            found.append(one)
            names.append(name)
    if not found:
        return "", []
    name = next((name for one, name in zip(found, names, strict=True) if not one.is_weak), names[0])
    return name, [_with_told(lines, one) for one in found]


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
