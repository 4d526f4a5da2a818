"""Reads what stands before a message in a line of a log: what loggers print, and the class of a printed exception."""

from __future__ import annotations

import re

from errdex.matching.stream_prefixes import NO_PREFIX, Prefix
from errdex.reports.classes import looks_raised
from errdex.reports.logline import read_record

_MESSAGE = "Message"
"""Stands for the message: what a prefix is depends a little on what follows it."""
_WARNED = re.compile(r"\S{1,250}:\d{1,7}: ")
"""Where Python prints a warning from, before its class."""

_NAMED = re.compile(r"([A-Za-z_][\w.$/-]{0,100})(?:\[[\w:-]{1,40}\])?: ")
"""A logger's name that could as well begin the message: where a template prints what follows, it does not."""


def read_prefix(text: str) -> Prefix | None:
    """What a text that ends where a message starts says of it; `None`: no logger puts that before a message."""
    record = read_record(text + _MESSAGE)
    if record is None:
        exception = _exception(text)
        return Prefix(exception=exception) if exception else None if exception is None else NO_PREFIX
    if record.start > len(text):
        return None
    rest, logger = text[record.start :], record.logger
    if not logger and (named := _NAMED.match(rest)) and not looks_raised(named[1]):
        logger, rest = named[1], rest[named.end() :]
    exception = _exception(rest)
    return None if exception is None else Prefix(record.level, logger, exception)


def _exception(text: str) -> str | None:
    """The class in `Class: `; `""`: there is nothing but white space; `None`: something else stands there."""
    if not text.strip():
        return ""
    warned = _WARNED.match(text)
    rest = text[warned.end() :] if warned else text
    name = rest.removesuffix(": ")
    return name if name != rest and looks_raised(name) else None


def message_start(line: str) -> int:
    """Where the message of a line starts, as far as what stands before it can be told."""
    record = read_record(line)
    return record.start if record is not None and record.start < len(line) else 0
