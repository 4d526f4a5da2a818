"""What carriers of logs put before every line: `web_1  | `, `2024-01-01T00:00:00Z stdout F `, `ERROR 05-07 [core.py:3] `.

No list of carriers: a prefix shows itself by standing before several lines of one traceback. Numbers in it may differ
from line to line.
"""

from __future__ import annotations

import re

from errdex.reports.found import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_PREFIX = 400
MAX_CARRIERS = 20
"""Different carriers looked for in one text."""
_MIN_COMMON = 3
"""Lines that must share a prefix where no traceback shows it."""
_ANCHORS = (
    "Traceback (most recent call last)",
    'File "',
    "During handling of the above",
    "The above exception was the",
)
_FRAME_WORDS = ("at", "File", "from", "in", "bei", "Caused", "E")
_MAX_QUOTES = 5
_MAX_GAP = 8
"""Spaces between a carrier's prefix and a header are fewer."""
_DIGITS = re.compile("[0-9]+")


def without_carriers(text: Sequence[str]) -> Lines:
    """The lines without their carriers, which are kept apart."""
    prefixes = _anchored_prefixes(text) or _common_prefix(text)
    if not prefixes:
        return Lines(list(text), [])
    patterns = [_pattern(prefix) for prefix in sorted(prefixes[:MAX_CARRIERS], key=len, reverse=True)]
    rest: list[str] = []
    carried: list[str] = []
    for line in text:
        match = next((m for m in (pattern.match(line) for pattern in patterns) if m), None)
        end = match.end() if match else 0
        rest.append(line[end:])
        carried.append(line[:end])
    return Lines(rest, carried)


def shape_of(prefix: str) -> str:
    """A prefix with each number as `0`."""
    return _DIGITS.sub("0", prefix)


def _pattern(prefix: str) -> re.Pattern[str]:
    """What matches this prefix with other numbers in it; a line that is blank behind it may lack its last spaces."""
    stem = prefix.rstrip(" \t")
    space = len(prefix) - len(stem)
    body = "[0-9]+".join(re.escape(piece) for piece in _DIGITS.split(stem))
    return re.compile(rf"{body}(?:[ \t]{{{space}}}|[ \t]*\Z)" if space else body)


def _anchored_prefixes(text: Sequence[str]) -> list[str]:
    """Prefixes that stand before at least two lines that belong to tracebacks."""
    seen: dict[str, list[tuple[str, bool]]] = {}
    for line in text:
        anchor = _anchor(line)
        if anchor is None:
            continue
        prefix, is_frame = anchor
        stem = _without_bars(prefix.rstrip(" \t"))
        if stem.strip(" \t+|-") and stem.strip() not in _FRAME_WORDS:
            seen.setdefault(shape_of(stem), []).append(
                (stem + " " * (len(prefix) - len(prefix.rstrip(" \t"))), is_frame)
            )
    return [_exact(group) for group in seen.values() if len(group) > 1]


def _anchor(line: str) -> tuple[str, bool] | None:
    """What stands before the words of a traceback in a line, and whether they are those of a frame."""
    for anchor in _ANCHORS:
        at = line.find(anchor, 0, MAX_PREFIX + len(anchor))
        if at > 0 and line[:at].strip():
            if anchor == 'File "' and '", line ' not in line[at:]:
                return None
            if line.endswith(" " * _MAX_GAP, 0, at):  # `ValueError            Traceback`, as notebooks print it
                return None
            return line[:at].removesuffix("Exception Group "), anchor == 'File "'
    return None


def _without_bars(stem: str) -> str:
    """Without the bar of an exception group that stands behind the carrier's own: `web  |   |`."""
    shorter = stem[:-1].rstrip(" ") if stem.endswith(("|", "+")) else stem
    return shorter if shorter.endswith("|") and len(stem) - len(shorter) > 2 else stem


def _exact(group: Sequence[tuple[str, bool]]) -> str:
    """The prefix with as many spaces as stand before the header; where only frames are left, two less than they have."""
    stem = group[0][0].rstrip(" \t")
    headers = [len(prefix) - len(stem) for prefix, is_frame in group if not is_frame and len(prefix) >= len(stem)]
    if headers:
        return stem + " " * min(max(space, 0) for space in headers)
    frames = [len(prefix) - len(prefix.rstrip(" \t")) for prefix, _ in group]
    space = min(frames)
    return stem + " " * (space - 2 if space > 2 else space)


def _common_prefix(text: Sequence[str]) -> list[str]:
    """The prefix that all lines of a text share, cut back to where a separator ends it."""
    filled = [line for line in text if line.strip()]
    if len(filled) < _MIN_COMMON:
        return []
    first = filled[0][:MAX_PREFIX]
    shape = shape_of(first)
    for line in filled[1:]:
        shape = _shared(shape, shape_of(line[:MAX_PREFIX]))
        if not shape.strip():
            return []
    prefix = _in_first(first, shape)
    stem = _cut_back(prefix)
    return [stem] if stem.strip(" \t+-|") and any(mark in stem for mark in "|>]:)") else []


def _shared(one: str, other: str) -> str:
    end = 0
    limit = min(len(one), len(other))
    while end < limit and one[end] == other[end]:
        end += 1
    return one[:end]


def _in_first(first: str, shape: str) -> str:
    """The part of the line that has this shape."""
    end = position = 0
    while position < len(shape) and end < len(first):
        if shape[position] == "0" and first[end].isdigit():
            while end < len(first) and first[end] in "0123456789":
                end += 1
        else:
            end += 1
        position += 1
    return first[:end]


_STAMP = re.compile(r"[0-9-]{8,10}[T ][0-9:]{5,8}(?:[.,][0-9]{1,9})?(?:Z|[+-][0-9:]{4,5})?")


def _cut_back(prefix: str) -> str:
    """The prefix up to the last separator, and without words that begin frames."""
    stamp = _STAMP.match(prefix)
    if (
        stamp
        and max(prefix.rfind(mark) for mark in "|>]:)") < stamp.end()
        and not prefix.startswith("at ", stamp.end())
    ):
        return prefix[: stamp.end() + prefix.startswith(" ", stamp.end())]
    end = max(prefix.rfind(mark) for mark in "|>]:)")
    tail = prefix[end + 1 :]
    stem = prefix[: end + 1] + (" " if tail.startswith(" ") else "\t" if tail.startswith("\t") else "")
    # A stamp glued to the frame word: `…+02:00at org.x`.
    if "at " in prefix and (digits := _DIGITS.match(prefix)) and digits.start() == 0:
        at = prefix.find("at ")
        if at > 0 and (prefix[at - 1].isdigit() or prefix[at - 1] == "Z"):
            return prefix[:at]
    return stem


def quotes_off(text: Iterable[str]) -> list[str]:
    """Lines without the `>` of mail and Markdown before them, where nearly all have it."""
    lines = list(text)
    for _ in range(_MAX_QUOTES):
        filled = [line for line in lines if line.strip()]
        quoted = sum(line.startswith(">") for line in filled)
        if quoted < 2 or quoted < 0.8 * len(filled):
            break
        lines = [line[2:] if line.startswith("> ") else line.removeprefix(">") for line in lines]
    return lines
