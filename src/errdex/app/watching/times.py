"""The time that a line of a log tells."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_HEAD = 120
"""Bytes of a line in which its time is looked for."""
_ISO = re.compile(
    rb"(\d{4})[-/.](\d\d)[-/.](\d\d)[T ,:]{1,2}(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?"
    rb" ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?"
)
_WEB = re.compile(rb"(\d\d)/([A-Z][a-z]{2})/(\d{4}):(\d\d):(\d\d):(\d\d) ?([+-]\d{4})?")
_SYSLOG = re.compile(rb"\b([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?: (\d{4}))?")
_MONTHS = {
    month: f"{number:02}"
    for number, month in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), start=1
    )
}


def time_of(head: bytes, year: int) -> str:
    """The time that stands at the start of a line, as ISO 8601; `""`: none that says its day.

    `year`: of lines that do not tell theirs.
    """
    head = head[:LONGEST_HEAD]
    if found := _ISO.search(head):
        year_, month, day, hour, minute, second, fraction, zone = _texts(found.groups())
        rest = (f".{fraction}" if fraction else "") + _zone(zone)
        return f"{year_}-{month}-{day}T{hour}:{minute}:{second}{rest}"
    if (found := _WEB.search(head)) and (texts := _texts(found.groups()))[1] in _MONTHS:
        day, month, year_, hour, minute, second, zone = texts
        return f"{year_}-{_MONTHS[month]}-{day}T{hour}:{minute}:{second}{_zone(zone)}"
    if (found := _SYSLOG.search(head)) and (texts := _texts(found.groups()))[0] in _MONTHS:
        month, day, hour, minute, second, year_ = texts
        return f"{year_ or year}-{_MONTHS[month]}-{int(day):02}T{hour}:{minute}:{second}"
    return ""


def _texts(groups: Sequence[bytes | None]) -> list[str]:
    return [(group or b"").decode() for group in groups]


def _zone(zone: str) -> str:
    if zone in ("Z", "UTC", "GMT"):
        return "Z"
    return f"{zone[:3]}:{zone[3:]}" if len(zone) == 5 else zone
