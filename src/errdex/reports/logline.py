"""The words that loggers and carriers put before a message: stamps, levels, names, places, threads.

There are more layouts than anyone can list, but few kinds of words: they are taken off from the left, one after another.
"""

from __future__ import annotations

import re

from errdex.nouns.base import NamedTuple
from errdex.reports.classes import looks_raised

LEVELS = {
    "TRACE": "DEBUG",
    "DEBUG": "DEBUG",
    "INFO": "INFO",
    "NOTICE": "INFO",
    "SUCCESS": "INFO",
    "WARN": "WARNING",
    "WARNING": "WARNING",
    "ERR": "ERROR",
    "ERROR": "ERROR",
    "SEVERE": "ERROR",
    "EXCEPTION": "ERROR",
    "CRIT": "CRITICAL",
    "CRITICAL": "CRITICAL",
    "FATAL": "CRITICAL",
    "ALERT": "CRITICAL",
    "EMERG": "CRITICAL",
    "PANIC": "CRITICAL",
}
"""Level words, and the name that Python's logging has for them."""
BAD_LEVELS = frozenset(("WARNING", "ERROR", "CRITICAL"))

_MAX_WORDS = 14
_MAX_COLUMN = 1000
_MAX_INDENT = 8
"""Lines of a message are indented by no more; those of a column are."""
_MAX_LOOK = 400
_ZONE = r"(?: ?(?:Z|UTC|GMT|CET|CEST|EST|EDT|PST|PDT|CST|CDT|MSK|JST|IST|BST|AM|PM|[+-]\d\d:?\d\d))?"
_STAMP = re.compile(
    r"[\[(]?(?:"
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ,]{1,2}\d{1,2}:\d\d(?::\d\d(?:[.,:]\d{1,9})?)?)?"
    r"|\d{1,2}[-/.](?:\d{1,2}|[A-Z][a-z]{2})[-/.]\d{2,4}[T :,]{1,2}\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?"
    r"|\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
    r"|(?:[A-Z][a-z]{2},? )?[A-Z][a-z]{2} {1,2}\d{1,2},? (?:\d{4} )?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: \d{4})?"
    r"|\d{1,2}:\d\d:\d\d(?:[.,:]\d{1,9})?"
    r"|\d{10}\.\d{1,9}"
    rf"){_ZONE}[\])]?"
)
_LEVEL = re.compile(rf"({'|'.join(LEVELS)})\b(?:/[\w.-]{{1,60}})?\]?")
_PAIR_LEVEL = re.compile(r'\b(?:level|lvl|severity|levelname)="?([A-Za-z]{3,9})\b')
_PAIR_TEXT = re.compile(r'\b(?:msg|message|event|error|err)=(?:"((?:[^"\\]|\\.){0,60000})"|(\S{1,60000}))')
_PAIR_LOGGER = re.compile(r'\b(?:logger|name)="?([\w.]{1,100})')
_STREAM = re.compile(r"(?:stdout|stderr) [FP] ")
_COLUMN = re.compile(r" {2,}[\w./<>-]{1,100}:[0-9]{1,7} *\Z")
_EVENT_END = re.compile(r" {4,}(?:\[[\w.]{1,100}\]|\w{1,60}=)")
_GLOG = re.compile(r"([IWEF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,20}\d{1,12} (\S{1,200}:\d{1,9})\] ")
_GLOG_LEVELS = {"I": "INFO", "W": "WARNING", "E": "ERROR", "F": "CRITICAL"}
_SYSLOG = re.compile(r"[\w.:-]{1,80} ([\w./@-]{1,60})(?:\[[\d:]{1,40}\])?: ")
_NAME = re.compile(r"[A-Za-z_][\w.$/-]{0,100}")
_PLACE = re.compile(r"[\w./\\<>-]{1,100}(?::[\w<>.]{1,60})?:\d{1,7}\b")
_BRACKETS = {"[": "]", "(": ")", "{": "}", "<": ">"}
_SEPARATORS = " \t-|:,;\u2502"


class Record(NamedTuple):
    """What stands before a message."""

    level: str
    """As Python's logging names it; `""`: a stamp but no level."""
    logger: str
    start: int
    """Where the message begins."""
    message: str
    is_dated: bool
    """Whether a full date begins the line: enough to know a record without a level."""


def read_record(line: str) -> Record | None:
    """The record that a line begins; `None`: neither a level nor a stamp begins it."""
    head = line[:_MAX_LOOK]
    glog = _GLOG.match(head)
    if glog:
        return Record(_GLOG_LEVELS[glog[1]], "", glog.end(), line[glog.end() :], is_dated=True)
    pairs = _pairs(line)
    return pairs or _Reader(head).record(line)


def _pairs(line: str) -> Record | None:
    """`time=… level=error msg="…"`."""
    level = _PAIR_LEVEL.search(line, 0, _MAX_LOOK)
    text = _PAIR_TEXT.search(line) if level else None
    name = LEVELS.get(level[1].upper()) if level else None
    if not level or not text or not name:
        return None
    logger = _PAIR_LOGGER.search(line, 0, _MAX_LOOK)
    message = text[2] if text[1] is None else text[1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
    return Record(name, logger[1] if logger else "", text.start(), message, is_dated=True)


def without_columns(message: str) -> str:
    """A message without the columns that consoles set beside it: the place of the call, the pairs behind an event.

    Lines below the first that are all indented alike stood below it in the same column.
    """
    first, newline, rest = message.partition("\n")
    column = _COLUMN.search(first[:_MAX_COLUMN])
    if column:
        first = first[: column.start()]
    event = _EVENT_END.search(first[:_MAX_COLUMN])
    if event and not newline:
        first = first[: event.start()]
    below = rest.split("\n") if newline else []
    margins = {len(line) - len(line.lstrip()) for line in below if line.strip()}
    if len(margins) == 1 and margins.pop() > _MAX_INDENT:
        below = [line.strip() for line in below]
    return "\n".join([first.rstrip(), *below])


class _Reader:
    """Takes words off a line from the left."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.at = 0
        self.level = ""
        self.logger = ""
        self.dated = False
        self.stamped = False

    def record(self, line: str) -> Record | None:
        for _ in range(_MAX_WORDS):
            self._skip_separators()
            stream = _STREAM.match(self.head, self.at)
            self.at = stream.end() if stream else self.at
            if not (self._take_stamp() or self._take_level() or self._take_bracket() or self._take_name()):
                break
        if not self.level and not self.stamped:
            return None
        return Record(self.level, self.logger, self.at, line[self.at :], self.dated)

    def _skip_separators(self) -> None:
        while self.at < len(self.head) and self.head[self.at] in _SEPARATORS:
            # A dash may begin the message: `- item`, `--flag`.
            if self.head[self.at] == "-" and self.head[self.at + 1 : self.at + 2] != " ":
                break
            self.at += 1

    def _take_stamp(self) -> bool:
        stamp = _STAMP.match(self.head, self.at)
        if not stamp:
            return False
        text = stamp.group()
        self.dated = self.dated or (
            (self.at <= 2 and any(text.count(mark) >= 2 for mark in "-/")) or text[:1].isalpha()
        )
        self.stamped = True
        self.at = stamp.end()
        syslog = _SYSLOG.match(self.head, self.at + 1) if text[:1].isalpha() else None
        if syslog:
            self.at = syslog.end()
        return True

    def _take_level(self) -> bool:
        level = _LEVEL.match(self.head, self.at)
        if not level or self.level:
            return False
        following = self.head[level.end() : level.end() + 1]
        if following not in (":", " ", "|", "-", "]", "\t", "") or self.head[self.at :].startswith(
            ("EXCEPTION ", "PANIC ")
        ):
            return False
        self.level = LEVELS[level[1]]
        self.at = level.end()
        glued = re.match(r":([A-Za-z_][\w.]{0,100}):(?! )|:([A-Za-z_][\w.]{0,100}):(?=\s)", self.head[self.at :])
        if glued and not self.at - len(level.group()):
            self.logger = glued[1] or glued[2]
            self.at += glued.end()
        return True

    def _take_bracket(self) -> bool:
        closing = _BRACKETS.get(self.head[self.at : self.at + 1])
        end = self.head.find(closing, self.at, self.at + 120) if closing else -1
        if end < 0:
            return False
        inner = self.head[self.at + 1 : end].strip()
        words = re.split(r"[\s/:|,]+", inner)
        level = next((LEVELS[word.upper()] for word in words if word.upper() in LEVELS), "")
        if level and not self.level:
            self.level = level
        elif not (self.level or self.stamped or self._level_follows(end + 1)) or inner.count(" ") > 3:
            return False
        elif self.level and not self.logger and re.fullmatch(r"[A-Za-z_][\w.]*", inner) and "Thread" not in inner:
            self.logger = inner
        self.at = end + 1
        return True

    def _level_follows(self, at: int) -> bool:
        return re.search(rf"\b(?:{'|'.join(LEVELS)})\b", self.head[at : at + 80]) is not None

    def _take_name(self) -> bool:
        """A logger's name or the place of the call: before the level, or behind it and before a separator."""
        place = _PLACE.match(self.head, self.at)
        if place and self.level and re.match(r"\]?(?: ?[-|>:] | *\| )", self.head[place.end() :]):
            self.logger = self.logger or place.group().partition(":")[0]
            self.at = place.end()
            return True
        if place and not self.level and re.match(rf": (?:{'|'.join(LEVELS)})\b", self.head[place.end() :]):
            self.at = place.end()
            return True
        name = _NAME.match(self.head, self.at)
        rest = self.head[name.end() :] if name else ""
        if not name or (looks_raised(name.group()) and not rest.startswith((" - ", " | ", "] ", " ["))):
            return False
        if self.level:
            return self._take_name_behind(name.group(), rest)
        if not re.match(r"(?:\[[\w:]+\])?(?: *[-|:\]] | {1,20}[\[(]?[A-Z]|:[A-Z])", rest) or not self._level_follows(
            name.end()
        ):
            return False
        self.logger = self.logger or name.group()
        self.at = name.end()
        return True

    def _take_name_behind(self, name: str, rest: str) -> bool:
        if self.logger or not re.match(r" [-|] |: ", rest):
            return False
        if rest.startswith(": ") and not (name.islower() and ("." in name or name in ("root", "asyncio", "celery"))):
            return False
        self.logger = name
        self.at += len(name)
        return True
