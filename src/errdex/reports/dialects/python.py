"""Tracebacks as the interpreter prints them, 2.7 to 3.14: chained, with notes, marks and elisions, whole or cut.

Traceback (most recent call last):
  File "x.py", line 1, in <module>
    f()
ValueError: no mode 'x'
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import looks_raised, split_exception
from errdex.reports.endings import QUOTES, chain_link, ends_message, is_cut_chain, read_message
from errdex.reports.found import Found, Lines, last_told
from errdex.reports.frames import (
    header_column,
    indent_of,
    is_elision,
    is_marks,
    next_filled,
    read_frame_line,
    starts_traceback,
    with_source,
)
from errdex.reports.limits import CUT, MAX_FRAMES, ends_of
from errdex.reports.messages import printed_alternatives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_NOTES = 100
_MAX_BLANKS = 3
"""Blank lines that may stand between two frames: some services print them."""


def find(lines: Lines) -> list[Found]:
    """Every traceback of the text; those that a sentence chains are one finding."""
    found: list[Found] = []
    index, text = 0, lines.text
    while index < len(text):
        if starts_traceback(text[index]) and _is_worth_reading(text, index):
            one = _read_chain(lines, index)
            found.append(one)
            index = max(one.end, index + 1)
        else:
            index += 1
    return found


def _is_worth_reading(text: Sequence[str], index: int) -> bool:
    """A header with neither frame nor exception below it is a mention, not a traceback."""
    if header_column(text[index]) < 0:
        return index + 1 >= len(text) or not text[index + 1].startswith("Failed example:")
    for line in text[index + 1 : index + 2 + _MAX_BLANKS]:
        if line.strip():
            return (
                read_frame_line(line) is not None
                or is_elision(line)
                or split_exception(line.strip()) is not None
                or "| " in line
            )
    return False


def _read_chain(lines: Lines, start: int) -> Found:
    text = lines.text
    errors: list[ReportedError] = []
    remote = -1
    lead_end = max(header_column(text[start]), 0)
    index = start
    bare = _bare_before(text, start)
    if bare is not None:
        errors.append(bare[1])
    quotation = _quotation_above(text, start)
    if quotation >= 0:
        remote = 0
    while True:
        error, end = read_traceback(lines, index, quoted=remote == len(errors))
        index = end
        if _is_quotation(error) and (inner := _quoted_below(text, index)) >= 0:
            # The error of another process, quoted: it stands for itself.
            remote, index = len(errors), inner
            continue
        errors.append(error)
        after = next_filled(text, index)
        if remote == len(errors) - 1 and after < len(text) and text[after].strip() in QUOTES:
            index, after = after + 1, next_filled(text, after + 1)
        link = chain_link(text[after]) if after < len(text) else ""
        if not link:
            break
        errors[-1] = error._replace(link=link)
        index = next_filled(text, after + 1)
        if index >= len(text) or not _continues(text, index):
            index = after + 1
            break
    begin = bare[0] if bare else quotation if quotation >= 0 else start
    lead = "" if bare else text[start][:lead_end].strip()
    return Found(begin, index, tuple(errors), _final(errors, remote), lead=lead)


def _is_quotation(error: ReportedError) -> bool:
    return error.exception.endswith("RemoteTraceback") and error.message.strip() in ("", *QUOTES)


def _quotation_above(text: Sequence[str], start: int) -> int:
    """Line of the class that quotes the traceback starting here, -1: none does."""
    above = start - 1
    if above >= 0 and text[above].strip() in QUOTES:
        above -= 1
    return above if above >= 0 and text[above].rstrip(": ").endswith("RemoteTraceback") else -1


def _quoted_below(text: Sequence[str], index: int) -> int:
    """Where a quoted traceback begins, -1: none does."""
    after = next_filled(text, index)
    if after < len(text) and text[after].strip() in QUOTES:
        after = next_filled(text, after + 1)
    return after if after < len(text) and starts_traceback(text[after]) else -1


def _final(errors: Sequence[ReportedError], remote: int) -> int:
    """The last error that is told; where it is that of another process, raised again here, that one: it shows the statement."""
    final = last_told(errors)
    if 0 <= remote < final and errors[remote][:2] == errors[final][:2]:
        return remote
    return final


def _continues(text: Sequence[str], index: int) -> bool:
    return starts_traceback(text[index]) or split_exception(text[index].strip()) is not None


def _bare_before(text: Sequence[str], start: int) -> tuple[int, ReportedError] | None:
    """A cause that was never raised is printed without a header, before the sentence that chains it."""
    above = start - 1
    while above >= 0 and not text[above].strip():
        above -= 1
    link = chain_link(text[above]) if above >= 0 else ""
    if not link:
        return None
    last = above - 1
    while last >= 0 and not text[last].strip():
        last -= 1
    first = last
    while first > 0 and text[first - 1].strip() and last - first < 50:
        first -= 1
    split = split_exception(text[first].strip()) if first >= 0 else None
    if split is None:
        return None
    message = "\n".join([split[1], *text[first + 1 : last + 1]])
    return first, ReportedError(split[0], message, link=link)


def read_traceback(lines: Lines, start: int, *, quoted: bool = False) -> tuple[ReportedError, int]:
    """The error whose traceback starts at this line, and the index after it; quoted: its message ends at closing quotes."""
    text = lines.text
    column = header_column(text[start])
    has_header = column >= 0
    index = start + 1 if has_header else start
    frames, index, cut = _read_frames(text, index, column)
    margin = _margin(text, start, column)
    exception = _exception_at(text, index, frames=frames, margin=margin)
    if exception is None:
        before = _exception_above(text, start) if not has_header else None
        name, message = before or ("", "")
        error = ReportedError(name, message, ends_of(frames, MAX_FRAMES), truncated=before is None)
        return error, index
    at, name, first = exception
    if not first and ":" not in text[at][margin:]:
        return _bare(lines, at, name, tuple(frames))
    message, end = read_message(lines, at, first, margin, quoted=quoted)
    error = ReportedError(
        name,
        message,
        ends_of(frames, MAX_FRAMES),
        truncated=cut or not has_header or len(frames) > MAX_FRAMES or CUT in message,
        alternatives=printed_alternatives(message),
    )
    return error, end


def _bare(lines: Lines, at: int, name: str, frames: tuple[Frame, ...]) -> tuple[ReportedError, int]:
    """An exception without a message: what stands right below it was added as notes."""
    end = at + 1
    while end < len(lines.text) and lines.text[end].strip() and end - at <= _MAX_NOTES:
        if ends_message(lines, end, indent_of(lines.text[at]), lines.before(at)) or starts_traceback(lines.text[end]):
            break
        end += 1
    is_rest = next_filled(lines.text, end) == len(lines.text)
    notes = tuple(lines.text[at + 1 : end]) if is_rest else ()
    error = ReportedError(name, "", ends_of(frames, MAX_FRAMES), notes, truncated=len(frames) > MAX_FRAMES)
    return error, end if is_rest else at + 1


def _margin(text: Sequence[str], start: int, column: int) -> int:
    """Indentation of the exception line."""
    if column < 0:
        return max(indent_of(text[start]) - 2, 0)
    if not text[start][:column].strip():
        return column
    # The header stands after other words: only what follows tells.
    following = next_filled(text, start + 1)
    return max(indent_of(text[following]) - 2, 0) if following < len(text) else 0


def _read_frames(text: Sequence[str], index: int, column: int) -> tuple[list[Frame], int, bool]:
    """Frames from here on, the index after them, and whether some were left out."""
    frames: list[Frame] = []
    cut = False
    while index < len(text):
        line = text[index]
        frame = read_frame_line(line)
        if frame is not None:
            below_end = _end_of_source(text, index, column)
            frames.append(with_source(frame, text[index + 1 : below_end]))
            index = below_end
        elif is_elision(line):
            cut = cut or not line.strip().startswith(("[Previous", "--- <"))
            index += 1
            # The source line of a frame that was left out.
            if cut and index + 1 < len(text) and line.startswith(CUT) and read_frame_line(text[index + 1]) is not None:
                index += read_frame_line(text[index]) is None
        elif not line.strip() and _blank_before_frame(text, index):
            index = next_filled(text, index)
        else:
            break
    return frames, index, cut


def _blank_before_frame(text: Sequence[str], index: int) -> bool:
    following = next_filled(text, index)
    return following - index <= _MAX_BLANKS and following < len(text) and read_frame_line(text[following]) is not None


def _end_of_source(text: Sequence[str], at: int, column: int) -> int:
    """Index after the source lines and marks that belong to the frame line `at`."""
    margin = indent_of(text[at])
    index = at + 1
    if margin > max(column, 0) or (index < len(text) and indent_of(text[index]) > margin):
        while index < len(text) and indent_of(text[index]) > margin and text[index].strip():
            if read_frame_line(text[index]) is not None:
                break
            index += 1
        return index
    # Indentation was lost: at most one source line, and marks.
    if index < len(text) and _is_flat_source(text, index):
        index += 1
        while index < len(text) and is_marks(text[index]):
            index += 1
    return index


def _is_flat_source(text: Sequence[str], index: int) -> bool:
    line = text[index].strip()
    if not line or starts_traceback(line) or is_elision(line):
        return False
    split = split_exception(line)
    if split is None:
        return True
    # `else: x` could be both; a class without message is told from a bare name by how it ends.
    return not looks_raised(split[0]) and read_frame_line(text[index + 1] if index + 1 < len(text) else "") is not None


def _exception_at(
    text: Sequence[str], index: int, *, frames: Sequence[Frame], margin: int
) -> tuple[int, str, str] | None:
    """Index, class and first line of the message of the exception line that stands here, `None`: none does."""
    blank = index < len(text) and not text[index].strip()
    at = next_filled(text, index) if blank else index
    if at >= len(text) or at - index > _MAX_BLANKS or header_column(text[at]) >= 0:
        return None
    if chain_link(text[at]) or is_cut_chain(text, at):
        return None
    split = split_exception(text[at][min(margin, indent_of(text[at])) :].lstrip())
    if split is None or ((blank or not frames) and not looks_raised(split[0])):
        return None
    return at, *split


def _exception_above(text: Sequence[str], start: int) -> tuple[str, str] | None:
    """Some services print the exception first and its frames below."""
    at = start - 1
    while at >= 0 and start - at <= 2 and not text[at].strip():
        at -= 1
    if at > 0 and text[at].strip() in ("Traceback:", "Stacktrace:", "Stack trace:"):
        at -= 1
    return _innermost(text[at].strip()) if at >= 0 else None


def _innermost(line: str) -> tuple[str, str] | None:
    """The exception a line tells; `Result: Failure Exception: ValueError: no Stack:` tells it behind other words."""
    split = split_exception(line)
    told = split if split and looks_raised(split[0]) else None
    if line.endswith(" Stack:"):
        for word in line.removesuffix(" Stack:").split(": "):
            name = word.rpartition(" ")[2]
            if looks_raised(name):
                told = name, line[line.find(f"{name}: ") + len(name) + 2 :].removesuffix(" Stack:")
    return told
