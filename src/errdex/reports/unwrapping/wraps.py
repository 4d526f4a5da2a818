"""Line ends that were lost, added or moved: everything on one line, a blank line after each, wrapped at a width."""

from __future__ import annotations

import re

from errdex.reports.classes import ENDINGS, split_exception
from errdex.reports.frames import HEADER, read_frame_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIN_WIDTH = 60
"""Consoles and log columns are no narrower."""
_MAX_FRAME = 5
"""Lines over which one wrapped frame line is put together."""
_FRAME = re.compile(r'(?<!\s)\s+(?=File "[^"\n]{1,1000}", line [0-9]{1,9})')


def is_collapsed(line: str) -> bool:
    """Whether a header and frames, or several frames, stand on one line."""
    frames = line.count('", line ')
    return bool(frames) and 'File "' in line and (HEADER in line[: line.rfind('File "')] or frames > 1)


def expanded(line: str) -> list[str]:
    """The lines that were joined into this one."""
    head, *frames = _FRAME.split(line)
    lines = [head.rstrip()]
    for index, piece in enumerate(frames):
        where, source = _split_frame(piece)
        lines.append(f"  {where}")
        exception = ""
        if index == len(frames) - 1:
            source, exception = _split_exception(source)
        if source.strip():
            lines.append(f"    {source.strip()}")
        if exception:
            lines.append(exception)
    return lines


def _split_frame(piece: str) -> tuple[str, str]:
    """Frame line and what follows its function name."""
    at = piece.find(", in ")
    if at < 0:
        return piece, ""
    name, _, rest = piece[at + 5 :].partition(" ")
    return piece[: at + 5] + name, rest


def _split_exception(source: str) -> tuple[str, str]:
    """Source, and the exception line behind it: the first word that ends as exceptions do and is followed by a colon."""
    position = 0
    while True:
        colon = source.find(":", position)
        head = source if colon < 0 else source[:colon]
        word = head.rpartition(" ")[2]
        if word.endswith(ENDINGS) and split_exception(word) is not None:
            start = len(head) - len(word)
            return source[:start], source[start:]
        if colon < 0:
            return source, ""
        position = colon + 1


def is_double_spaced(lines: Sequence[str]) -> bool:
    """Whether a blank line follows each line."""
    filled = [bool(line.strip()) for line in lines]
    count = sum(filled)
    return count >= 4 and not any(filled[at] and filled[at + 1] for at in range(len(filled) - 1))


def broken_width(lines: Sequence[str]) -> int:
    """Width at which a console cut lines: that of a frame line which is whole only with the next line; 0: none is."""
    for index, line in enumerate(lines[:-1]):
        if len(line) >= MIN_WIDTH and line.lstrip().startswith('File "') and not _is_whole(line):
            joined = line
            for following in lines[index + 1 : index + _MAX_FRAME]:
                joined += following
                if _is_whole(joined):
                    return len(line)
                if len(following) != len(line):
                    break
    return 0


def _is_whole(line: str) -> bool:
    frame = read_frame_line(line)
    return frame is not None and frame.line is not None and (bool(frame.function) or line.rstrip()[-1:].isdigit())


def joined_at(lines: Sequence[str], width: int) -> list[str]:
    """Lines of exactly this width joined with what follows them."""
    out: list[str] = []
    goes_on = False
    for line in lines:
        if goes_on and line.strip() and not line.startswith("  File ") and HEADER not in line:
            out[-1] += line
        else:
            out.append(line)
        goes_on = len(line) == width
    return out


def with_whole_frames(lines: Sequence[str]) -> list[str]:
    """Frame lines that were wrapped between words, joined: `File "x.py",` and `line 3, in f`."""
    out: list[str] = []
    for line in lines:
        if (
            out
            and line.lstrip().startswith(("line ", "in "))
            and out[-1].lstrip().startswith('File "')
            and not _is_whole(out[-1])
            and read_frame_line(joined := f"{out[-1].rstrip()} {line.strip()}") is not None
        ):
            out[-1] = joined
        else:
            out.append(line)
    return out


def hard_width(lines: Sequence[str]) -> int:
    """Width of a text that was cut there: in each paragraph all lines but the last have it. 0: no such width."""
    width = max((len(line) for line in lines), default=0)
    if width < MIN_WIDTH:
        return 0
    full = 0
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.strip() or not following.strip():
            continue
        if not width - 1 <= len(line) <= width:
            return 0
        full += 1
    return width if full > 1 else 0


def unwrapped_at(lines: Sequence[str], width: int) -> list[str]:
    """Paragraphs cut at this width, joined; a space that the cut swallowed is put back."""
    out: list[str] = []
    goes_on = 0
    for line in lines:
        if goes_on and line.strip():
            out[-1] += line if goes_on == width else f" {line}"
        else:
            out.append(line)
        goes_on = len(line) if width - 1 <= len(line) <= width else 0
    return out
