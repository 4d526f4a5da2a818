"""Panics of Go: the runtime's own form, and those of gin's and chi's recoveries.

panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.f(0x1)
    /app/main.go:12 +0x1d
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.stacks import place_in

_HEADS = ("panic: ", "PANIC: ", "fatal error: ", "runtime error: ")
_MAX_GAP = 8


def find(lines: Lines) -> list[Found]:
    """Every panic with the frames of the goroutine that panicked."""
    text = _with_whole_places(lines.text)
    found: list[Found] = []
    index = 0
    while index < len(text):
        message = _message(text[index])
        if message:
            frames, end = _frames(text, index + 1)
            if frames or "goroutine " in "".join(text[index + 1 : index + 6]):
                name = "runtime error" if message.startswith("runtime error") else "panic"
                message = _continued(text, index, message)
                error = ReportedError(name, message, ends_of(frames[::-1], MAX_FRAMES), truncated=not frames)
                found.append(Found(index, min(end, len(lines.text)), (error,), 0))
                index = end
                continue
        index += 1
    return found


def _message(line: str) -> str:
    at = min((at for at in (line.find(head) for head in _HEADS) if at >= 0), default=-1)
    if at < 0 or at > 200 or '"' in line[:at]:
        return ""
    text = line[at:].strip()
    return text if text.startswith("runtime") else text.partition(": ")[2]


def _continued(text: list[str], index: int, message: str) -> str:
    """The message, with the rest of it where the console wrapped the line."""
    below = text[index + 1].rstrip() if index + 1 < len(text) else ""
    if text[index][:1] == " " and below and below[0] not in " \t[" and not below.startswith("goroutine"):
        return f"{message.rstrip()} {below.strip()}"
    return message.removesuffix(" [recovered]")


def _with_whole_places(text: list[str]) -> list[str]:
    """Lines, with places joined that a narrow console cut: `C:/src/go` and `rm.io/gorm.go:271`."""
    if not any(line.strip().startswith("-> ") for line in text):
        return text
    out: list[str] = []
    for line in text:
        stripped = line.strip()
        last = out[-1].strip() if out else ""
        if stripped and line[:1] not in " \t" and ("/" in last) and place_in(last)[1] is None and "->" not in stripped:
            mark = stripped.rpartition(":")
            rest = (
                f":{mark[2]}"
                if mark[1] and (mark[0] in ("m", ";1m", "") or (len(mark[0]) < 5 and mark[0].endswith("m")))
                else stripped
            )
            out[-1] = out[-1].rstrip() + rest
        else:
            out.append(line)
    return out


def _frames(text: list[str], index: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    function, gap = "", 0
    while index < len(text) and gap < _MAX_GAP:
        line = text[index].strip().removeprefix("-> ").strip()
        if line.startswith("goroutine ") and frames:
            break
        place = line.partition(" +0x")[0].partition(" (0x")[0]
        path, number = place_in(place)
        if number is not None and path.endswith((".go", ".s")):
            if " (0x" in line:  # gin: the function and the source stand below
                below = text[index + 1].strip() if index + 1 < len(text) else ""
                function, _, source = below.partition(": ")
                frames.append(Frame(path, number, function, source))
                index += 1
            else:
                frames.append(Frame(path, number, function))
            function, gap = "", 0
        else:
            function = _bare(line) or function
            gap += 1
        index += 1
    return frames, index - gap if frames else index


def _bare(line: str) -> str:
    """`gorm.io/gorm.(*DB).Where(0x1, 0x2)` → `gorm.io/gorm.(*DB).Where`."""
    if line.endswith(")") and "." in line:
        return line[: line.rfind("(")].removeprefix("created by ")
    return line.partition(" in goroutine")[0] if "." in line and " " not in line.strip() else ""
