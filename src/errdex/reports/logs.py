"""Log records between and before the errors that dialects found."""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.classes import split_raised
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_ALTERNATIVES, MAX_MESSAGE, capped_line
from errdex.reports.logline import BAD_LEVELS, Record, read_record, without_columns
from errdex.reports.messages import alternatives_of
from errdex.reports.reprs import exception_from_repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HINTS = ("ERR", "WARN", "CRIT", "FATAL", "SEVERE", "rror", "arning", "ritical", "EXCEPTION")
"""A text without any of these has no record at the level of a warning or above."""
_MAX_CONTINUED = 200
"""Lines of one record's message."""


def records_around(lines: Lines, found: Sequence[Found]) -> list[Found]:
    """The records at the level of a warning or above in the lines that no finding covers, and in their leads."""
    out: list[Found] = []
    index = 0
    for one in [*found, Found(len(lines.text), len(lines.text), (), 0)]:
        out += _records(lines, index, one.start)
        if one.lead:
            out += _lead(lines, one)
        index = max(index, one.end)
    return out


def _records(lines: Lines, start: int, end: int) -> list[Found]:
    out: list[Found] = []
    index = start
    while index < end:
        record = _record_at(lines, index)
        if record is None:
            index += 1
            continue
        stop = _end_of_record(lines, index, end)
        if record.level in BAD_LEVELS:
            parts = [record.message, *lines.text[index + 1 : stop]]
            out.append(Found(index, stop, (_error(record, "\n".join(parts).rstrip()),), 0, is_weak=True))
        index = stop
    return out


def _record_at(lines: Lines, index: int) -> Record | None:
    line, carried = lines.text[index], lines.before(index)
    if line.startswith(("___", "===", "---")):
        return None
    if index + 1 < len(lines.text) and lines.text[index + 1].startswith("-----"):
        return None  # a headline, such as unittest's `ERROR: test_x (tests.X)`
    record = read_record(line)
    if carried and (record is None or not record.level):
        record = read_record(carried + line)
        return record and record._replace(message=line if record.start < len(carried) else record.message)
    return record


def _end_of_record(lines: Lines, at: int, end: int) -> int:
    """Lines below a record belong to it up to the next one; where every line has a prefix, only indented ones do."""
    prefixed = bool(lines.before(at))
    index = at + 1
    while index < min(end, at + _MAX_CONTINUED):
        line = lines.text[index]
        if lines.fenced and line.startswith("```"):
            break
        if prefixed and line[:1].strip():
            break
        if not line.strip() and (index + 1 >= end or lines.text[index + 1][:1].strip()):
            break
        if _may_begin(line) and read_record(line) is not None:
            break
        index += 1
    return index


def _may_begin(line: str) -> bool:
    return bool(line[:1].strip()) or line.lstrip()[:1].isdigit()


def _lead(lines: Lines, one: Found) -> list[Found]:
    record = read_record(lines.before(one.start) + one.lead)
    if record is None or (record.level and record.level not in BAD_LEVELS):
        return []
    message = record.message.strip().removesuffix(":").rstrip()
    return [Found(one.start, one.start, (_error(record, message),), 0, is_weak=True)] if " " in message else []


def _error(record: Record, message: str) -> ReportedError:
    message = capped_line(without_columns(message), MAX_MESSAGE)
    told = split_raised(message.partition("\n")[0])
    others = list(alternatives_of(message))
    shown = exception_from_repr(message)
    if shown and shown[1]:
        others.insert(0, shown[1])
    if record.logger and (rest := record.message) and message.startswith(rest):
        others.append(f"{record.logger}: {message}")
    if told is not None:
        rest = message[len(message.partition("\n")[0]) :]
        return ReportedError(
            told[0],
            told[1] + rest,
            logger=record.logger,
            level=record.level,
            alternatives=(message, *others)[:MAX_ALTERNATIVES],
        )
    return ReportedError(
        "", message, kind="log", logger=record.logger, level=record.level, alternatives=tuple(others)[:MAX_ALTERNATIVES]
    )


def told_by_record(cut: ReportedError, record: ReportedError) -> ReportedError:
    """A traceback that lost its last line, with what the record above it tells of the exception."""
    told = exception_from_repr(record.message)
    if told is not None:
        name, message, arguments = told
        readings = (arguments.strip().removesuffix(","), arguments.partition(",")[0].strip(), record.message)
        others = dict.fromkeys(text for text in readings if text and text != message)
        return cut._replace(exception=name, message=message, alternatives=tuple(others))
    if record.exception:
        return cut._replace(exception=record.exception, message=record.message, alternatives=record.alternatives)
    return cut._replace(alternatives=(record.message, *record.alternatives)[:MAX_ALTERNATIVES])


def told_by_lines(cut: ReportedError, above: Sequence[str]) -> ReportedError:
    """The same with plain lines above it: only a repr tells of an exception there."""
    for line in reversed(above):
        if exception_from_repr(line) is not None:
            return told_by_record(cut, ReportedError("", line.strip()))
    return cut
