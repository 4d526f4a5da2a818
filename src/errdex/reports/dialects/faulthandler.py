"""What `faulthandler` writes when the interpreter dies, or on request: frames innermost first.

Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "x.py", line 3 in f
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.frames import read_frame_line
from errdex.reports.limits import MAX_FRAMES, ends_of

_FATAL = ("Fatal Python error: ", "Windows fatal exception: ")
_HEADER = "(most recent call first)"


def find(lines: Lines) -> list[Found]:
    """Each fatal error with the stack of the thread it happened in, and stacks without one."""
    text = lines.text
    found: list[Found] = []
    has_current = any(line.lstrip().startswith("Current thread") for line in text)
    index, message, begin = 0, "", -1
    while index < len(text):
        line = text[index].strip()
        fatal = next((line[line.find(mark) + len(mark) :] for mark in _FATAL if mark in line), "")
        if fatal:
            if begin >= 0 and message:
                found.append(_found(begin, begin + 1, message, []))
            message, begin = fatal, index
        elif _HEADER in line and has_current and not line.startswith("Current thread"):
            index = _stack(text, index + 1)[1] - 1
        elif _HEADER in line:
            frames, end = _stack(text, index + 1)
            if message or (line.startswith(("Current thread", "Thread 0x", "Stack")) and frames and not found):
                found.append(_found(begin if begin >= 0 else index, end, message, frames))
            message, begin, index = "", -1, end - 1
        index += 1
    if message:
        found.append(_found(begin, begin + 1, message, []))
    return found


def _stack(text: list[str], index: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    while index < len(text):
        frame = read_frame_line(text[index])
        if frame is None:
            if text[index].strip() not in ("...", "<no Python frame>"):
                break
        else:
            frames.append(frame)
        index += 1
    return frames[::-1], index


def _found(begin: int, end: int, message: str, frames: list[Frame]) -> Found:
    name = "Fatal Python error" if message else ""
    # `Aborted: text` and `Segmentation fault` are the interpreter's; what follows a colon may be the program's.
    error = ReportedError(name, message, ends_of(frames, MAX_FRAMES), truncated=len(frames) > MAX_FRAMES)
    return Found(begin, end, (error,), 0)
