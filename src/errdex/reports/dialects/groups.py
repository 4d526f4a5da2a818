"""Exception groups: tracebacks behind bars, one column deeper for each level.

+ Exception Group Traceback (most recent call last):
|   File "x.py", line 1, in <module>
| ExceptionGroup: several (2 sub-exceptions)
+-+---------------- 1 ----------------
  | ValueError: one
  +---------------- 2 ----------------
  | TypeError: two
  +------------------------------------
"""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import ReportedError
from errdex.reports.classes import split_exception
from errdex.reports.dialects import python
from errdex.reports.endings import read_message
from errdex.reports.found import Found, Lines
from errdex.reports.frames import next_filled
from errdex.reports.messages import printed_alternatives


class _Segment(NamedTuple):
    """Lines behind one bar, between two rulers."""

    start: int
    end: int
    depth: int
    """Column of the bar."""
    text: list[str]
    """Without bars."""


def find(lines: Lines) -> list[Found]:
    """Every group with its members: the group first, each member marked as one."""
    found: list[Found] = []
    for block in _blocks(lines.text):
        one = _found(block)
        if one is not None:
            found.append(one)
    return found


def bar_column(line: str) -> int:
    """Column of the bar that stands before a line of a group, -1: none does."""
    text = line.lstrip(" ")
    column = len(line) - len(text)
    if text.startswith(("| ", "+ ", "+-")) or text == "|":
        return column
    return -1


def _is_ruler(line: str) -> bool:
    text = line.strip()
    return text.startswith(("+-", "+--")) and (text.endswith("---") or "... " in text) and "--" in text


def _blocks(text: list[str]) -> list[list[_Segment]]:
    """Runs of lines behind bars, that hold a group, as segments."""
    blocks: list[list[_Segment]] = []
    index = 0
    while index < len(text):
        if bar_column(text[index]) < 0:
            index += 1
            continue
        start = index
        while index < len(text) and bar_column(text[index]) >= 0:
            index += 1
        run = text[start:index]
        if any("Exception Group" in line or "ExceptionGroup: " in line or _is_ruler(line) for line in run):
            blocks.append(_segments(run, start))
    return blocks


def _segments(run: list[str], offset: int) -> list[_Segment]:
    segments: list[_Segment] = []
    start, depth, lines = offset, -1, list[str]()
    for index, line in enumerate(run, start=offset):
        column = bar_column(line)
        if _is_ruler(line) or column != depth:
            if lines:
                segments.append(_Segment(start, index, depth, lines))
            start, depth, lines = index, -1, []
        if not _is_ruler(line):
            depth = column
            lines.append(line[column + 2 :])
    if lines:
        segments.append(_Segment(start, offset + len(run), depth, lines))
    return segments


def _found(block: list[_Segment]) -> Found | None:
    errors: list[ReportedError] = []
    groups: list[bool] = []
    top = block[0].depth if block else 0
    for segment in block:
        members = _errors_of(segment.text)
        if segment.depth > top and members:
            members[-1] = members[-1]._replace(link="group")
        for error in members:
            groups.append("ExceptionGroup" in error.exception)
            errors.append(error)
    if not errors:
        return None
    return Found(block[0].start, block[-1].end, tuple(errors), _final(errors, groups))


def _errors_of(text: list[str]) -> list[ReportedError]:
    """The chain behind one bar; an error that was never raised has neither header nor frames."""
    lines = Lines(text, [])
    found = python.find(lines)
    if found:
        return [error for one in found for error in one.errors]
    first = next_filled(text, 0)
    split = split_exception(text[first].strip()) if first < len(text) else None
    if split is None:
        return []
    message, _ = read_message(lines, first, split[1], 0)
    return [ReportedError(split[0], message, alternatives=printed_alternatives(message))]


def _final(errors: list[ReportedError], groups: list[bool]) -> int:
    """What people look for is not the group but its first member that is told whole."""
    leaves = [
        index
        for index, error in enumerate(errors)
        if error.exception and not groups[index] and error.link in ("group", "")
    ]
    if leaves:
        return leaves[0]
    told = [index for index, error in enumerate(errors) if error.exception]
    return told[-1] if told else len(errors) - 1
