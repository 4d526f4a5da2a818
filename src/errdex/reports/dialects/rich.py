"""Tracebacks in rich's boxes.

╭──────────────── Traceback (most recent call last) ────────────────╮
│ /x.py:3 in f                                                      │
│ ❱ 3 │   raise ValueError(mode)                                    │
╰───────────────────────────────────────────────────────────────────╯
ValueError: no mode
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import split_exception
from errdex.reports.endings import chain_link, read_message
from errdex.reports.found import Found, Lines, last_told
from errdex.reports.frames import HEADER, next_filled
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.messages import alternatives_of

_SIDES = "\u2502\u2503|"
_ARROWS = ("\u2771 ", "> ")
_MAX_WRAP = 6


def find(lines: Lines) -> list[Found]:
    """Every boxed traceback; chained ones are one finding."""
    found: list[Found] = []
    text, index = lines.text, 0
    while index < len(text):
        if not _is_top(text[index]):
            index += 1
            continue
        start, errors = index, list[ReportedError]()
        while True:
            error, index = _read(lines, index)
            after = next_filled(text, index)
            link = chain_link(text[after]) if after < len(text) else ""
            errors.append(error._replace(link=link))
            following = next_filled(text, after + 1) if link else len(text)
            if not link or following >= len(text) or not _is_top(text[following]):
                break
            index = following
        found.append(Found(start, index, tuple(errors), last_told(errors)))
    return found


def _is_top(line: str) -> bool:
    at = line.find("Traceback " + HEADER)
    before = line[:at].strip() if at > 0 else ""
    return (
        bool(before)
        and before.endswith(("\u2500", "\u2501", "-", "="))
        and before.lstrip()[:1] in "\u256d\u250f\u250c+"
    )


def _read(lines: Lines, index: int) -> tuple[ReportedError, int]:
    text = lines.text
    inside: list[str] = []
    index += 1
    while index < len(text) and (text[index].strip()[:1] or " ") in _SIDES:
        inside.append(_inside(text[index]))
        index += 1
    if index < len(text) and text[index].strip()[:1] in ("\u2570", "\u2517", "\u2514", "+"):
        index += 1
    frames = _frames(inside)
    split = split_exception(text[index].strip()) if index < len(text) else None
    kept = ends_of(frames, MAX_FRAMES)
    if split is None or chain_link(text[index]):
        return ReportedError("", "", kept, truncated=True), index
    message, end = read_message(lines, index, split[1], 0)
    # The console's width wraps the message between words.
    alternatives = alternatives_of(message) if "\n" in message else ()
    return ReportedError(split[0], message, kept, truncated=len(kept) < len(frames), alternatives=alternatives), end


def _inside(line: str) -> str:
    text = line.strip()[1:]
    return text[:-1] if text[-1:] in _SIDES else text


def _frames(inside: list[str]) -> list[Frame]:
    frames: list[Frame] = []
    waiting = ""
    for line in inside:
        text = line.strip()
        if text.startswith(_ARROWS) and frames:
            number, _, source = text.split(" ", 1)[1].lstrip().partition(" ")
            if number.isdecimal() and not frames[-1].source:
                frames[-1] = frames[-1]._replace(source=source.strip(" \u2502|"))
            continue
        frame = _read_place(waiting + text) or _read_place(text)
        if frame is not None:
            frames.append(frame)
            waiting = ""
        elif text[:1] in ("/", "~", "<") or text[1:3] == ":\\" or waiting:
            waiting = (waiting + text) if len(waiting) < _MAX_WRAP * 100 and text else ""
    return frames


def _read_place(text: str) -> Frame | None:
    """`/x.py:3 in f`."""
    where, middle, function = text.partition(" in ")
    path, colon, number = where.rpartition(":")
    if not middle or not colon or not number.isdecimal() or len(number) > 9 or " in " in function:
        return None
    return Frame(path, int(number), function.strip()) if path[:1] not in ("", " ") else None
