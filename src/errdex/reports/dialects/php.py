"""Errors of PHP: `Uncaught Class: message in /x.php:12`, and its stack."""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.stacks import place_in

_UNCAUGHT = "Uncaught "


def find(lines: Lines) -> list[Found]:
    """Every uncaught error with its frames."""
    text = lines.text
    found: list[Found] = []
    for index, line in enumerate(text):
        at = line.find(_UNCAUGHT)
        if at < 0 or (found and index < found[-1].end):
            continue
        name, colon, rest = line[at + len(_UNCAUGHT) :].partition(": ")
        if not colon or " " in name.strip():
            continue
        message, _, place = rest.rstrip().rpartition(" in ")
        path, number = place_in(place)
        if number is None:
            continue
        frames = [Frame(path, number)]
        end = index + 1
        while end < len(text):
            frame = _frame(text[end])
            if frame is not None:
                frames.append(frame)
            elif text[end].strip() != "Stack trace:" and not text[end].lstrip().startswith(("#", "thrown in")):
                break
            end += 1
        error = ReportedError(name.strip(), message, ends_of(frames[::-1], MAX_FRAMES))
        found.append(Found(index, end, (error,), 0))
    return found


def _frame(line: str) -> Frame | None:
    r"""`#0 /x.php(12): A\B->f('x')`."""
    number, space, rest = line.strip().partition(" ")
    if not number.startswith("#") or not number[1:].isdecimal() or not space:
        return None
    place, _, call = rest.partition("): ")
    path, paren, at = place.rpartition("(")
    if not paren or not at.isdecimal() or len(at) > 9:
        return None
    return Frame(path, int(at), call.partition("(")[0].strip())
