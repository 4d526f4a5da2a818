"""Home Assistant's view of a log record: its logger and source above, the message below, then perhaps a traceback.

Logger: homeassistant.components.sensor
Source: components/sensor.py:33
First occurred: 10:00:00 (3 occurrences)

Error while setting up
"""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.endings import ends_message
from errdex.reports.found import Found, Lines
from errdex.reports.frames import next_filled

_LABELS = ("Source:", "Integration:", "First occurred:", "integration:", "Last logged:", "Logger:")
_MAX_LABELS = 8


def find(lines: Lines) -> list[Found]:
    """Every such record; the traceback below it is another finding."""
    text = lines.text
    found: list[Found] = []
    for index, line in enumerate(text):
        logger = line.removeprefix("Logger: ").strip()
        if logger == line.strip() or " " in logger or (found and index < found[-1].end):
            continue
        start = index + 1
        while start < min(len(text), index + _MAX_LABELS) and text[start].startswith(_LABELS):
            start += 1
        first = next_filled(text, start)
        end = first
        while end < len(text) and text[end].strip() and not ends_message(lines, end, 0, lines.before(index)):
            end += 1
        if start > index + 1 and end > first:
            error = ReportedError("", "\n".join(text[first:end]), kind="log", logger=logger)
            found.append(Found(index, end, (error,), 0, is_weak=True))
    return found
