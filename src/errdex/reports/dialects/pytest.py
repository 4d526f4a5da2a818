"""Failures as pytest reports them: long, short and line style, and the summary.

>       raise ValueError(mode)
E       ValueError: no mode

x.py:3: ValueError
"""

from __future__ import annotations

from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import is_class_token, looks_raised, split_exception
from errdex.reports.endings import chain_link
from errdex.reports.found import Found, Lines, last_told
from errdex.reports.frames import next_filled
from errdex.reports.limits import CUT, MAX_FRAMES, MAX_MESSAGE, capped_line, ends_of
from errdex.reports.messages import printed_alternatives

_SUMMARIES = ("FAILED ", "ERROR ", "XFAIL ", "SUBFAIL ", "SUBFAILED ")
_MAX_DIGITS = 9


def find(lines: Lines) -> list[Found]:
    """Every failure; chained ones are one finding. Lines of the summary count where nothing else tells of them."""
    reader = _Reader(lines)
    index = 0
    while index < len(lines.text):
        index = reader.read(index)
    reader.close(len(lines.text))
    return reader.found or _summaries(lines)


def _summaries(lines: Lines) -> list[Found]:
    found = []
    for index, line in enumerate(lines.text):
        error = read_summary(line) if line.startswith(_SUMMARIES) else None
        if error is not None:
            found.append(Found(index, index + 1, (error,), 0, is_weak=True))
    return found


def read_summary(line: str) -> ReportedError | None:
    """The error of `FAILED tests/test_x.py::test_y - ValueError: no m...`."""
    where, dash, text = line.partition(" - ")
    if not dash or not ("::" in where or ".py" in where):
        return None
    message = text.strip()
    cut = message.endswith("...")
    split = split_exception(message)
    name, rest = split if split and (looks_raised(split[0]) or split[0] == "Failed") else ("", message)
    if not name and rest.startswith("assert "):
        name = "AssertionError"
    return ReportedError(name, rest.removesuffix("...") if cut else rest, truncated=cut)


def read_location(line: str) -> tuple[Frame, str] | None:
    """Place of a frame, and what stands behind it: `""`, `in f`, `ValueError` or `ValueError: text`."""
    text = line.rstrip()
    if not text or text[0] in " \t>|+-=_":
        return None
    position = 2 if text[1:3] in (":\\", ":/") else 0
    while True:
        colon = text.find(":", position, 1500)
        if colon < 0:
            return None
        end = colon + 1
        while end < len(text) and text[end] in "0123456789":
            end += 1
        if 0 < end - colon - 1 <= _MAX_DIGITS and text[end : end + 1] == ":":
            break
        position = colon + 1
    path = text[:colon]
    if "." not in path or '"' in path or path.count(" ") > 3:
        return None
    return Frame(path.replace("\\\\", "\\"), int(text[colon + 1 : end])), text[end + 1 :].strip()


class _Reader:
    """Reads failures line by line; what a failure needs stands before its last line."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.found: list[Found] = []
        self.chain: list[ReportedError] = []
        self.begin = -1
        self._forget()

    def _forget(self) -> None:
        self.frames: list[Frame] = []
        self.function = self.source = ""
        self.marks: list[str] = []

    def read(self, index: int) -> int:
        """Reads what stands at this line; the index after it."""
        line = self.lines.text[index]
        if line.startswith(("___", "===")) and line.rstrip().endswith(line[0] * 3) and " " in line:
            self.close(index)
            return index + 1
        if _is_marked(line, "E"):
            return self._read_message(index)
        if _is_marked(line, ">"):
            self._start(index)
            self.source = line[1:].strip()
        elif line.lstrip().startswith(("def ", "async def ")):
            self.function = line.partition("def ")[2].partition("(")[0].strip()
        elif line.startswith("_ _ _"):
            self.function = self.source = ""
        else:
            return self._read_location(index)
        return index + 1

    def _start(self, index: int) -> None:
        if self.begin < 0:
            self.begin = index

    def _read_location(self, index: int) -> int:
        location = read_location(self.lines.text[index])
        if location is None:
            return index + 1
        frame, behind = location
        if behind.startswith("in ") and " " not in behind[3:].strip():
            self._start(index)
            following = self.lines.text[index + 1] if index + 1 < len(self.lines.text) else ""
            source = following.strip() if following.startswith("    ") and following.strip() != "???" else ""
            self.frames.append(frame._replace(function=behind[3:].strip(), source=source))
            self.function = self.source = ""
            return index + 1 + bool(source)
        if not behind and (self.source or self.function or self.frames):
            self._start(index)
            self._add(frame)
            return index + 1
        split = split_exception(behind)
        if split and split[1] and looks_raised(split[0]) and not split[0].endswith("Warning"):
            self._start(index)
            self._finish(index + 1, split[0], split[1], [*self.frames, frame] if not self.marks else self.frames)
        return index + 1

    def _add(self, frame: Frame) -> None:
        source = "" if self.source == "???" else self.source
        self.frames.append(frame._replace(function=self.function, source=source))
        self.function = self.source = ""

    def _read_message(self, index: int) -> int:
        """The lines marked `E`, and the place below them; ends the error."""
        self._start(index)
        text = self.lines.text
        first = text[index]
        margin = len(first) - len(first[1:].lstrip(" ")) if first[1:].strip() else 4
        self.marks = []
        while index < len(text) and _is_marked(text[index], "E"):
            line = text[index]
            self.marks.append(line[margin:] if not line[1:margin].strip() else line[1:].strip())
            index += 1
        below = next_filled(text, index)
        location = read_location(text[below]) if below < len(text) and below - index <= 2 else None
        name = ""
        if location is not None and is_class_token(location[1]):
            self._add(location[0])
            name, index = location[1], below + 1
        split = split_exception(self.marks[0]) if self.marks else None
        sure = split is not None and (looks_raised(split[0]) or split[0].rpartition(".")[2] == name or not name)
        if split is not None and sure and " " not in split[0]:
            first_line, name = split[1], split[0]
        else:
            first_line = self.marks[0] if self.marks else ""
            name = name or ("AssertionError" if first_line.startswith("assert") else "")
        self._finish(index, name, "\n".join([first_line, *self.marks[1:]]).rstrip(), self.frames)
        return index

    def _finish(self, end: int, name: str, message: str, frames: list[Frame]) -> None:
        message = capped_line(message, MAX_MESSAGE)
        alternatives = printed_alternatives(message)
        error = ReportedError(
            name, message, ends_of(frames, MAX_FRAMES), truncated=CUT in message, alternatives=alternatives
        )
        following = next_filled(self.lines.text, end)
        link = chain_link(self.lines.text[following]) if following < len(self.lines.text) else ""
        self.chain.append(error._replace(link=link))
        begin = self.begin
        self._forget()
        if not link:
            self.found.append(Found(max(begin, 0), end, tuple(self.chain), len(self.chain) - 1))
            self.chain, self.begin = [], -1

    def close(self, end: int) -> None:
        """Ends what was begun: frames whose error was cut off."""
        if self.frames and self.begin >= 0:
            self.chain.append(ReportedError("", "", ends_of(self.frames, MAX_FRAMES), truncated=True))
        if self.chain and self.begin >= 0:
            self.found.append(Found(self.begin, max(end, self.begin + 1), tuple(self.chain), last_told(self.chain)))
        self.chain, self.begin = [], -1
        self._forget()


def _is_marked(line: str, mark: str) -> bool:
    return line.startswith(mark) and (len(line) == 1 or line.startswith(f"{mark}  ") or not line[1:].strip())
