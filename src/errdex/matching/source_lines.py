"""Whether the source line that a report prints with a frame is the one that stands there in a version.

A number alone fits many versions; the text of the line hardly any but those in which nothing before it changed. Quotes,
spaces and cuts that happen on the way of a text are passed over: letters and digits decide.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.matching.store import LineStore
    from errdex.nouns.reports import Frame

_FEWEST = 6
"""Letters and digits of a line without which it says nothing: `raise`, `)`."""
_LONGEST = 2_000


def line_agrees(frame: Frame, file_row: int, line: int | None, lines: LineStore | None) -> bool | None:
    """Whether the line of the file is what the frame prints; `None`: the frame prints none, it says too little, or the
    file cannot be read.
    """
    if lines is None or line is None or not frame.source:
        return None
    printed = _letters(frame.source)
    if len(printed) < _FEWEST:
        return None
    text = lines.line_of(file_row, line)
    if text is None:
        return None
    stands = _letters(text)
    return bool(stands) and (stands.startswith(printed) or (printed.startswith(stands) and len(stands) >= _FEWEST))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text[:_LONGEST]))
