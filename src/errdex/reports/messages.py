"""A text in which no dialect finds an error: a message, with or without its class, and other ways to read it."""

from __future__ import annotations

from errdex.nouns.reports import ReportedError
from errdex.reports.classes import ENDINGS, looks_raised, split_exception, split_raised
from errdex.reports.limits import CUT, MAX_ALTERNATIVES, MAX_MESSAGE, capped_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUOTES = (("`", "`"), ('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("\u2018", "\u2019"), ("**", "**"), ("*", "*"))
_PROMPTS = ("$ ", "# ", ">>> ", "% ", "PS ", "... ")
_SUGGESTIONS = (". Did you mean", "; did you mean", " Did you mean", ". Did you forget to import")
_PREFIX_LENGTH = 200
"""Characters within which the words before a message end."""
_MAX_PREFIXES = 4
_MIN_SPACES = 2
_MAX_PROSE = 200
"""Lines among which one that tells an exception is looked for."""
_MIN_WRAPPED = 25
"""Characters of the longest line of a wrapped text: shorter columns are tables."""
_MAX_LAST = 6
"""Lines of a message whose last line may be all of it."""


def error_from_message(text: str) -> ReportedError:
    """The text as one error: the class is split off only where the name is one that people give to exceptions."""
    error = _error(text)
    return error._replace(truncated=True) if CUT in error.message else error


def _error(text: str) -> ReportedError:
    lines = _trimmed(text)
    whole = capped_line("\n".join(lines), MAX_MESSAGE)
    bare = _unquoted(whole)
    first, _, rest = bare.partition("\n")
    if split_raised(first) is None and (logged := _logged(bare)) is not None:
        return logged
    split = split_raised(first) or _split_behind_words(first) or _split_by_rule(first, rest)
    if split is not None:
        message = "\n".join((split[1], rest)) if rest else split[1]
        return ReportedError(split[0], message, alternatives=_others(message, *_unless_starting(bare, split[0])))
    return _told_below(bare) or ReportedError("", bare, alternatives=_others(bare, whole))


def _unless_starting(text: str, name: str) -> tuple[str, ...]:
    return () if text.startswith(name) else (text,)


def _told_below(text: str) -> ReportedError | None:
    """The exception that a line below others tells: people write before and behind what they paste."""
    lines = text.split("\n")
    for index, line in enumerate(lines[1:_MAX_PROSE], start=1):
        split = split_raised(line.strip())
        if split is not None and split[1]:
            more = "\n".join((split[1], *lines[index + 1 :])).rstrip()
            return ReportedError(split[0], split[1], alternatives=_others(split[1], more, text))
    return None


def alternatives_of(message: str) -> tuple[str, ...]:
    """Other readings of a message, likeliest first: unwrapped, without suggestions, prefixes, all but its first lines."""
    return _others(message)


def printed_alternatives(message: str) -> tuple[str, ...]:
    """Other readings of a message that stands where its class stands: it may end before notes, and before suggestions."""
    found: dict[str, None] = dict.fromkeys(_without_suggestion(message))
    if "\n" in message:
        found |= dict.fromkeys((message.split("\n\n", 1)[0], message.partition("\n")[0]))
    found.pop(message, None)
    return tuple(text for text in found if text)


def _others(message: str, *more: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for reading in (*_readings(message), *more):
        text = reading.strip()
        if text and text != message:
            found[text] = None
        if len(found) >= MAX_ALTERNATIVES:
            break
    return tuple(found)


def _readings(message: str) -> Iterator[str]:
    yield from _without_suggestion(message)
    lines = message.split("\n")
    joined = _joined(lines) if len(lines) > 1 else ""
    if joined:
        yield from _without_prefixes(joined)
        yield joined
    if 1 < len(lines) <= _MAX_LAST:  # the words of a parser's usage, a name above
        yield from _without_prefixes(lines[-1])
        yield lines[-1]
    yield from _without_prefixes(message)
    if len(lines) > 1:
        yield message.split("\n\n", 1)[0]
        yield lines[0]


def _without_suggestion(message: str) -> Iterator[str]:
    """The interpreter adds `. Did you mean: 'x'?` to what was raised."""
    for suggestion in _SUGGESTIONS:
        at = message.rfind(suggestion)
        if at > 0 and message.endswith("?") and "\n" not in message[at:]:
            yield message[:at]
            return


def _joined(lines: Sequence[str]) -> str:
    """Prose that was wrapped, on one line; `""`: the lines are too short for that."""
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < 2 or max(len(line) for line in lines) < _MIN_WRAPPED:
        return ""
    from errdex.reports.unwrapping.wraps import hard_width, unwrapped_at

    width = hard_width(lines)
    if width:
        return "\n".join(unwrapped_at(lines, width))
    return " ".join(filled)


def _without_prefixes(message: str) -> Iterator[str]:
    """The message behind each of the words that tools and people put before it: `error: cannot format x.py: `."""
    position = 0
    for _ in range(_MAX_PREFIXES):
        ends = [
            at + len(mark)
            for mark in (": ", "! ", "] ", " - ")
            if (at := message.find(mark, position, _PREFIX_LENGTH)) >= 0
        ]
        if not ends or "\n" in message[position : min(ends)]:
            return
        position = min(ends)
        # What is left of a short one is as likely the value of a hole.
        if message.count(" ", position) >= _MIN_SPACES:
            yield message[position:]


def _trimmed(text: str) -> list[str]:
    """Lines without blank ones around, common indentation, fences, and commands typed before."""
    lines = (
        [line for line in text.split("\n") if not line.lstrip().startswith(("```", "~~~"))]
        if "```" in text or "~~~" in text
        else text.split("\n")
    )
    while lines and not lines[-1].strip():
        lines.pop()
    start = 0
    while start < len(lines) and not lines[start].strip():
        start += 1
    while start + 1 < len(lines) and lines[start].lstrip().startswith(_PROMPTS) and lines[start + 1].strip():
        start += 1
    lines = lines[start:]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() if index == 0 else line[margin:] for index, line in enumerate(lines)]


def _unquoted(text: str) -> str:
    """Without the quotes or backticks that stand around the whole: a pair, or what leaves a class in front."""
    for opening, closing in _QUOTES:
        if len(text) > 2 * len(opening) and text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : len(text) - len(closing)]
            if (opening not in inner and closing not in inner) or split_raised(inner) is not None:
                return inner.strip()
    if text.startswith("`") and "`" not in text[1:]:
        return text[1:]
    return text


def _split_behind_words(line: str) -> tuple[str, str] | None:
    """`Title words: ValueError: message`: the first word that ends as exceptions do and has a colon behind it."""
    position = 0
    while True:
        colon = line.find(": ", position, _PREFIX_LENGTH)
        if colon < 0:
            return None
        quoted = line[position:colon].rpartition(" ")[2]
        word = quoted.lstrip("(['\"`*")
        if (word.endswith(ENDINGS) and looks_raised(word) and word[:1].isupper()) or (
            "." in word and looks_raised(word)
        ):
            message = line[colon + 2 :]
            # Code inside a sentence ends where its backtick does.
            return word, message.partition("`")[0] if quoted.startswith("`") and message.count("`") == 1 else message
        position = colon + 2


def _split_by_rule(first: str, rest: str) -> tuple[str, str] | None:
    """A class alone on its line, or in the repr of the exception."""
    if not rest and (split := split_exception(first)) and not split[1] and looks_raised(split[0]):
        return split
    if first.endswith(")") and not rest:
        from errdex.reports.reprs import exception_from_repr

        told = exception_from_repr(first.removeprefix("raise "))
        if told is not None and first.removeprefix("raise ").startswith(f"{told[0]}(") and told[1]:
            return told[0], told[1]
    return None


_LEVEL_WORDS = ("ERR", "WARN", "CRIT", "FATAL", "rror", "arning", "ritical", "EXCEPTION", "evel=", "INFO", "DEBUG")


def _logged(text: str) -> ReportedError | None:
    """The message of a log record."""
    head = text[:400]
    if not any(word in head for word in _LEVEL_WORDS) and not head[:1].isdigit() and head[:1] != "[":
        return None
    from errdex.reports.logline import read_record, without_columns

    record = read_record(text)
    if record is None or not record.message.strip():
        return None
    message = without_columns(record.message)
    split = split_raised(message.partition("\n")[0]) or _split_behind_words(message.partition("\n")[0])
    if split:
        rest = message[len(message.partition("\n")[0]) :]
        return ReportedError(
            split[0],
            split[1] + rest,
            logger=record.logger,
            level=record.level,
            alternatives=_others(split[1] + rest, message, text),
        )
    kind = "log" if record.level else ""
    return ReportedError(
        "", message, kind=kind, logger=record.logger, level=record.level, alternatives=_others(message, text)
    )
