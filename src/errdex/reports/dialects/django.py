"""Django's debug page as text: `Exception Type: … at /path`, `Exception Value: …`."""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import is_class_token
from errdex.reports.found import Found, Lines
from errdex.reports.frames import read_frame_line, starts_traceback
from errdex.reports.limits import MAX_FRAMES, ends_of

_TYPE = "Exception Type:"
_VALUE = "Exception Value:"
_PLACE = "Exception Location:"


def find(lines: Lines) -> list[Found]:
    """The page's error, with the frames of the traceback above it."""
    text = lines.text
    found = []
    floor = 0
    for index, line in enumerate(text):
        if not line.lstrip().startswith(_TYPE):
            continue
        name = _after(text, index, _TYPE).partition(" at ")[0].strip()
        if not is_class_token(name):
            continue
        value = next((at for at in range(index, min(index + 6, len(text))) if text[at].lstrip().startswith(_VALUE)), -1)
        message, end = _message(text, value) if value >= 0 else ("", index + 1)
        start = _start(text, index, floor)
        frames = _frames(text, start, index) or _location(text, index)
        error = ReportedError(name, message, ends_of(frames, MAX_FRAMES))
        found.append(Found(start, end, (error,), 0))
        floor = index + 1
    return found


def _after(text: list[str], index: int, label: str) -> str:
    """What stands behind a label, or on the line below it where the page was a table."""
    rest = text[index].strip()[len(label) :].strip()
    return rest or (text[index + 1].strip() if index + 1 < len(text) else "")


def _message(text: list[str], index: int) -> tuple[str, int]:
    parts = [_after(text, index, _VALUE)]
    end = index + (1 if text[index].strip() != _VALUE else 2)
    while (
        end < len(text)
        and text[end].strip()
        and not text[end].lstrip().startswith(("Exception ", "Request ", "Raised during", "Python ", "Server time"))
    ):
        parts.append(text[end])
        end += 1
    return "\n".join(parts).rstrip(), end


def _start(text: list[str], index: int, floor: int) -> int:
    """Where the traceback of the page begins, not before `floor`; where the page's own lines begin: there is none."""
    for start in range(index - 1, floor - 1, -1):
        line = text[start].lstrip()
        if line.startswith("Traceback") and (starts_traceback(line) or line.rstrip() in ("Traceback:", "Traceback")):
            return start
    return index


def _frames(text: list[str], start: int, end: int) -> list[Frame]:
    """`File "/x.py" in f` and `  12. source` below it, or frames as the interpreter prints them."""
    frames: list[Frame] = []
    for line in text[start:end]:
        frame = read_frame_line(line)
        if frame is not None:
            frames.append(frame)
            continue
        number, dot, source = line.strip().partition(".")
        if frames and dot and number.isdecimal() and len(number) <= 9 and frames[-1].line is None:
            frames[-1] = frames[-1]._replace(line=int(number), source=source.strip())
        elif frames and frames[-1].line and not frames[-1].source and line.startswith("    ") and line.strip():
            frames[-1] = frames[-1]._replace(source=line.strip())
    return frames


def _location(text: list[str], index: int) -> list[Frame]:
    """`Exception Location: /x.py, line 12, in f`, also `/x.py in f, line 12`."""
    line = next((one for one in text[index : index + 8] if one.lstrip().startswith(_PLACE)), "")
    path, _, rest = line.strip()[len(_PLACE) :].strip().partition(", line ")
    number, _, function = rest.partition(", in ")
    if " in " in path:
        path, _, function = path.partition(" in ")
    return [Frame(path, int(number), function.strip())] if number.isdecimal() and len(number) <= 9 else []
