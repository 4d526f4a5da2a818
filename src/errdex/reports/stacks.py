"""What the stacks of most other languages share: a line with class and message, and frames below, innermost first."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_FRAMES, MAX_MESSAGE, capped_line, ends_of
from errdex.reports.messages import alternatives_of, printed_alternatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ABOVE = 40
"""Lines between the first frame and the line that tells the class."""


class Grammar(NamedTuple):
    """How one language prints a stack."""

    read_frame: Callable[[str], Frame | None]
    """`None`: the line is no frame."""
    read_head: Callable[[str], tuple[str, str] | None]
    """Class and first line of the message; `None`: no error begins here."""
    is_within: Callable[[str], bool]
    """Whether a line may stand between frames: `... 12 more`."""
    alone: bool = False
    """Whether a head without frames below it is an error."""


def find_stacks(lines: Lines, grammar: Grammar) -> list[Found]:
    """Every stack of a language; the last of several that follow one another is the final one."""
    text = lines.text
    found: list[Found] = []
    index = floor = 0
    while index < len(text):
        frame = grammar.read_frame(text[index])
        if frame is None:
            head = grammar.read_head(text[index]) if grammar.alone else None
            if head is not None and not _frame_below(text, index, grammar):
                end = _end_alone(text, index, grammar)
                found.append(_found(index, end, head, text[index + 1 : end], []))
                index = floor = end
                continue
            index += 1
            continue
        end, frames = _frames(text, index, grammar)
        start, head = _head_above(text, index, floor, grammar)
        found.append(_found(start, end, head, text[start + 1 : index] if head else [], frames))
        index = floor = end
    return found


def _frame_below(text: list[str], index: int, grammar: Grammar) -> bool:
    for line in text[index + 1 : index + MAX_ABOVE]:
        if grammar.read_frame(line) is not None:
            return True
        if not line.strip() or grammar.read_head(line) is not None:
            return False
    return False


def _end_alone(text: list[str], index: int, grammar: Grammar) -> int:
    end = index + 1
    while end < min(len(text), index + MAX_ABOVE) and text[end].strip() and grammar.read_head(text[end]) is None:
        end += 1
    return end


def _frames(text: list[str], index: int, grammar: Grammar) -> tuple[int, list[Frame]]:
    frames: list[Frame] = []
    end = index
    while index < len(text):
        frame = grammar.read_frame(text[index])
        if frame is not None:
            frames.append(frame)
            end = index + 1
        elif not grammar.is_within(text[index]):
            break
        index += 1
    return max(end, index), frames


def _head_above(text: list[str], index: int, floor: int, grammar: Grammar) -> tuple[int, tuple[str, str] | None]:
    for at in range(index - 1, max(index - MAX_ABOVE, floor) - 1, -1):
        head = grammar.read_head(text[at])
        if head is not None:
            return at, head
    above = index - 1
    # Without a class, the paragraph above the frames is the message.
    if above >= floor and text[above].strip():
        while above > floor and text[above - 1].strip() and index - above < MAX_ABOVE:
            above -= 1
        return above, ("", text[above].strip())
    return index, None


def _found(start: int, end: int, head: tuple[str, str] | None, more: list[str], frames: list[Frame]) -> Found:
    name, first = head or ("", "")
    message = capped_line("\n".join([first.rstrip(), *more]).rstrip(), MAX_MESSAGE)
    error = ReportedError(
        name,
        message,
        ends_of(frames[::-1], MAX_FRAMES),
        truncated=head is None or len(frames) > MAX_FRAMES,
        alternatives=printed_alternatives(message) if name else alternatives_of(message),
    )
    return Found(start, end, (error,), 0)


def place_in(text: str) -> tuple[str, int | None]:
    """File and line of `path:12:34`, `path:12` or `path`; a column is dropped."""
    path, number = _number_behind(text)
    if number is None:
        return text, None
    shorter, earlier = _number_behind(path)
    return (path, number) if earlier is None else (shorter, earlier)


def _number_behind(text: str) -> tuple[str, int | None]:
    path, colon, number = text.rpartition(":")
    if not colon or not number.isdecimal() or not number.isascii() or len(number) > 9 or not path:
        return text, None
    return path, int(number)
