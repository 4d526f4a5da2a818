"""Whether a regular expression that a test writes can match what a template prints, judged by its literal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_PARTS = 40
_QUANTIFIERS = frozenset("*+?{")
_SPECIAL = frozenset(".^$()[]*+?{}|\\")


def literal_runs(pattern: str) -> list[str] | None:
    """The pieces of literal text in a pattern, in order; `None`: it has alternatives, which may mean several statements.

    Classes, optional groups and quantified characters are gaps between the pieces.
    """
    found: list[str] = []
    run, at, size = "", 0, len(pattern)
    while at < size:
        mark = pattern[at]
        if mark == "|":
            return None
        width, literal = 1, "" if mark in _SPECIAL else mark
        if mark == "\\" and at + 1 < size:
            width, literal = 2, _escaped(pattern[at + 1])
        elif mark == "[":
            width = max(pattern.find("]", at + 2) + 1 - at, 1)
        elif mark == "(":
            width = _group_width(pattern, at)
        at += width
        if literal and not _is_quantified(pattern, at):
            run += literal
            continue
        if run:
            found.append(run)
            run = ""
        if pattern[at : at + 1] == "{":
            at = pattern.find("}", at) + 1 or size
    return [*found, run] if run else found


def _escaped(mark: str) -> str:
    if mark == "n":
        return "\n"
    return "" if mark.isalnum() else mark


def _is_quantified(pattern: str, at: int) -> bool:
    return at < len(pattern) and pattern[at] in _QUANTIFIERS


def _group_width(pattern: str, at: int) -> int:
    """How much to skip at a parenthesis: all of a group with a quantifier, else what opens it."""
    depth, position = 0, at
    while position < len(pattern):
        mark = pattern[position]
        if mark == "\\":
            position += 1
        elif mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            if not depth:
                break
        elif mark == "|":
            return 1  # found again, and given up on, by the caller
        position += 1
    if _is_quantified(pattern, position + 1):
        return position + 1 - at
    return 3 if pattern.startswith("(?:", at) else 1


def matched_text(runs: Sequence[str], parts: Sequence[object]) -> int:
    """How many characters of a template's literal text the pieces of a pattern match; 0: they cannot all stand in it."""
    matched = 0
    for run in runs:
        if not run.strip():
            continue
        found = _placed(run, parts[:MAX_PARTS])
        if not found:
            return 0
        matched += found
    return matched


def _placed(run: str, parts: Sequence[object]) -> int:
    best = 0
    for part in parts:
        if isinstance(part, str) and run in part:
            return len(run)
    for start, part in enumerate(parts):
        if isinstance(part, str):
            overlap = _overlap(part, run)
            if overlap and start + 1 < len(parts):
                best = max(best, _following(run, overlap, parts, start + 1))
        else:
            best = max(best, _following(run, 0, parts, start))
    return best


def _following(run: str, at: int, parts: Sequence[object], hole: int) -> int:
    """Literal characters matched by a run that has got to `at` where a hole begins; 0: it cannot go on from there."""
    matched = at
    for index in range(hole, len(parts)):
        part = parts[index]
        if not isinstance(part, str):
            continue
        found = run.find(part, at)
        if found >= 0:
            matched += len(part)
            at = found + len(part)
            continue
        return matched + _overlap(run[at:], part)
    ends_in_hole = not isinstance(parts[-1], str)
    return matched if ends_in_hole or at == len(run) else 0


def _overlap(left: str, right: str) -> int:
    """The longest end of one text that the other begins with."""
    at = left.find(right[0], max(0, len(left) - len(right))) if right else -1
    while at >= 0:
        if right.startswith(left[at:]):
            return len(left) - at
        at = left.find(right[0], at + 1)
    return 0
