"""Answers that are not one statement: several that print the same, only similar ones, compiled code, nothing."""

from __future__ import annotations

from errdex.nouns.matches import Verdict
from errdex.rendering.escape import one_line
from errdex.rendering.layout import cut, room_for_text, row, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import Candidate, Explanation
    from errdex.nouns.matches import Match
    from errdex.rendering.style import Style


MOST_CLAUSES = 3


def candidate_rows(explanation: Explanation, style: Style, width: int) -> list[str]:
    """The statements that an answer names, or that it names none."""
    room = room_for_text(width)
    if explanation.verdict is Verdict.NONE or not explanation.candidates:
        text = "no statement in the catalogue prints this"
        return row("not found", wrapped(text, room), style)
    lines: list[str] = []
    if explanation.verdict is Verdict.AMBIGUOUS:
        count = len(explanation.candidates)
        text = f"{count} statements print this; errdex cannot tell which it was:"
        lines += row("ambiguous", wrapped(text, room), style)
    else:
        lines += row("weak", wrapped("errdex stands for none of these; the likeliest first:", room), style)
    for candidate in explanation.candidates:
        lines += row("", candidate_lines(candidate, style, room), style)
    return lines


def candidate_lines(candidate: Candidate, style: Style, room: int) -> list[str]:
    """One of several statements: place, function, and the test that is nearest to it."""
    match, place = candidate.match, candidate.place
    where = f"{match.file}:{match.line}" if match.line is not None else compiled_place(match)
    lines = [style.paint(line, style.strong) for line in wrapped(one_line(where), room)]
    named = f"{place.function}, " if place is not None else "compiled code, "
    lines += [
        "  " + line for line in wrapped(one_line(f"{named}{match.package} {match.version}".rstrip(", ")), room - 2)
    ]
    if match.id:
        lines.append("  " + style.paint(f"record {match.id}", style.faint))
    if match.template and candidate.place is not None:
        lines.append("  " + style.paint(cut(one_line(match.template), room - 2), style.faint))
    for index, clause in enumerate(candidate.condition[-MOST_CLAUSES:]):
        stale = " (may no longer hold)" if clause.stale else ""
        word = "because " if index == 0 else "    and "
        text = clause.text if clause.kind == "test" else clause.text[:1].lower() + clause.text[1:]
        lines.append("  " + cut(f"{word}{one_line(text)}{stale}", room - 2))
    return lines


def compiled_rows(explanation: Explanation, style: Style, width: int) -> list[str]:
    """An error out of compiled code: which, and the call that led there."""
    assert explanation.match is not None
    room = room_for_text(width)
    match = explanation.match
    package = f"{one_line(match.package)} {one_line(match.version)}".strip()
    lines = [style.paint(line, style.strong) for line in wrapped(one_line(compiled_place(match)), room)]
    if package and match.file != "cpython":
        lines += wrapped(package, room)
    rows = row("raised in", lines, style)
    frame = explanation.compiled_call
    if frame is not None:
        where = f"{frame.file}:{frame.line}" if frame.line else frame.file
        inside = f" in {frame.function}" if frame.function else ""
        called = wrapped(one_line(where + inside), room)
        text = frame.marked or frame.source
        if text:
            called.append("  " + cut(one_line(text), room - 2))
        rows += row("called at", called, style)
    if match.template:
        rows += row("text", wrapped(one_line(match.template), room), style)
    if explanation.catch:
        rows += row("catch", wrapped(one_line(f"except {explanation.catch}"), room), style)
    return rows


def compiled_place(match: Match) -> str:
    """Where compiled code stands, in words."""
    if match.file == "cpython":
        return "the interpreter itself, in C"
    return match.file or "compiled code (which, is not known)"
