"""Panics of Rust, old and new form, and chains of causes as anyhow and its like print them."""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.found import Found, Lines
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.stacks import place_in

_PANIC = "panicked at "
_ENDS = ("stack backtrace:", "note: run with", "note: ")


def find(lines: Lines) -> list[Found]:
    """Every panic; where there is none, a chain of causes, outermost first."""
    text = lines.text
    found: list[Found] = []
    for index, line in enumerate(text):
        if _PANIC in line and (not found or index >= found[-1].end):
            found.append(_panic(text, index))
    return found or _causes(text)


def _panic(text: list[str], index: int) -> Found:
    told = text[index].partition(_PANIC)[2].strip()
    if told.startswith("'"):
        message, _, place = told[1:].rpartition("', ")
        path, number = place_in(place)
        end = index + 1
    else:
        path, number = place_in(told.removesuffix(":"))
        end = index + 1
        while end < len(text) and not text[end].startswith(_ENDS) and not _is_numbered(text[end]):
            end += 1
        message = "\n".join(text[index + 1 : end]).strip()
    frames, end = _frames(text, end)
    site = Frame(path, number)
    frames = [*frames[::-1], site]
    return Found(index, end, (ReportedError("panic", message, ends_of(frames, MAX_FRAMES), kind="panic"),), 0)


def _is_numbered(line: str) -> bool:
    number, colon, rest = line.strip().partition(": ")
    return bool(colon) and number.isdecimal() and bool(rest) and line.startswith(" ")


def _frames(text: list[str], index: int) -> tuple[list[Frame], int]:
    frames: list[Frame] = []
    while index < len(text):
        line = text[index].strip()
        if _is_numbered(text[index]):
            frames.append(Frame("", None, line.partition(": ")[2]))
        elif line.startswith("at ") and frames:
            path, number = place_in(line[3:])
            frames[-1] = frames[-1]._replace(file=path, line=number)
        elif line and not line.startswith(_ENDS):
            break
        index += 1
    return frames, index


def _causes(text: list[str]) -> list[Found]:
    """`Error: x`, then `Caused by: y` lines or a numbered list."""
    heads = [index for index, line in enumerate(text) if line.strip().startswith("Caused by:")]
    if not heads or any(line.strip().startswith("at ") for line in text):
        return []
    errors: list[ReportedError] = []
    above = next((text[at].strip() for at in range(heads[0] - 1, -1, -1) if text[at].strip()), "")
    if above:
        errors.append(ReportedError("", above.removeprefix("Error: ")))
    end = heads[0]
    for index in heads:
        rest = text[index].strip()[len("Caused by:") :].strip()
        end = index + 1
        if rest:
            errors.append(ReportedError("", rest))
            continue
        while end < len(text) and text[end].startswith((" ", "\t")) and text[end].strip():
            number, colon, cause = text[end].strip().partition(": ")
            errors.append(ReportedError("", cause if colon and number.isdecimal() else text[end].strip()))
            end += 1
    return [Found(max(heads[0] - 1, 0), end, tuple(errors), len(errors) - 1)] if errors else []
