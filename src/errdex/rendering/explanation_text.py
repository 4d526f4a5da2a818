"""An explanation as text for a terminal: why first, then what helps to change it, then everything else."""

from __future__ import annotations

from errdex.rendering.condition_text import because_lines
from errdex.rendering.escape import one_line, visible
from errdex.rendering.layout import cut, room_for_text, row, wrapped
from errdex.rendering.reach_text import also_raised, handler_lines, reach_lines
from errdex.rendering.source_text import source_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.nouns.explanations import Explained, Explanation, Place
    from errdex.nouns.reports import Frame
    from errdex.rendering.style import Style

HEADER_LINES = 8
LONGEST_MESSAGE = 4000
MOST_LISTED = 4
INSTALLED = {True: " (installed)", False: " (not the installed version)", None: ""}
MOST_VALUE_LINES = 3
VERBS = {"raise": "raised at", "assert": "asserted", "warn": "warned at", "log": "logged at", "exit": "left at"}
LINKS = {
    "cause": "the direct cause of the next",
    "context": "while it was handled, the next one occurred",
    "group": "a member of the group that follows",
}


def explained_text(explained: Explained, style: Style, width: int, *, why: bool = False) -> str:
    """The whole answer: the error that ended the program in full, the others of its chain in short, remarks."""
    if not explained.explanations:
        lines = ["No error found in the text."]
    else:
        final = explained.explanations[explained.final]
        lines = explanation_lines(final, style, width, why=why)
        others = [one for index, one in enumerate(explained.explanations) if index != explained.final]
        lines += chain_lines(others, style, width)
    for remark in explained.remarks:
        lines += row("note", wrapped(visible(remark), room_for_text(width)), style)
    return "\n".join(lines) + "\n"


def explanation_lines(explanation: Explanation, style: Style, width: int, *, why: bool = False) -> list[str]:
    """One error explained."""
    lines = [*header_lines(explanation, style, width), ""]
    if explanation.place is not None:
        lines += statement_rows(explanation, style, width)
    else:
        from errdex.rendering.candidates_text import candidate_rows, compiled_rows  # most answers are one statement

        if explanation.candidates or explanation.match is None:
            lines += candidate_rows(explanation, style, width)
            lines += shared_rows(explanation, style, width)
        else:
            lines += compiled_rows(explanation, style, width)
    lines += closing_rows(explanation, style, width)
    if why and explanation.match is not None:
        lines += row("score", score_lines(explanation, width), style)
    return lines


def header_lines(explanation: Explanation, style: Style, width: int) -> list[str]:
    """The error as it was pasted."""
    error = explanation.error
    message = visible(error.message[:LONGEST_MESSAGE])
    whole = (
        f"{visible(error.exception)}: {message}" if error.exception and message else visible(error.exception) or message
    )
    lines = wrapped(whole, width)
    hidden = len(error.message) - LONGEST_MESSAGE
    if len(lines) > HEADER_LINES or hidden > 0:
        kept = sum(map(len, lines[:HEADER_LINES]))
        lines = [
            *lines[:HEADER_LINES],
            style.paint(f"… {max(len(whole) + max(hidden, 0) - kept, 1):,} more characters", style.faint),
        ]
    name = visible(error.exception)
    if name and lines[0].startswith(name):
        lines[0] = style.paint(name, style.error) + lines[0][len(name) :]
    return lines


def statement_rows(explanation: Explanation, style: Style, width: int) -> list[str]:
    """Everything known of the statement."""
    room = room_for_text(width)
    lines: list[str] = []
    assert explanation.place is not None
    verb = VERBS.get(str(explanation.kind), "stands at")
    lines += row(verb, place_lines(explanation.place, style, room), style)
    lines += row("because", because_lines(explanation, style, width), style)
    lines += row("with", hole_lines(explanation, style, room), style)
    if explanation.near:
        lines += row("you meant", wrapped(one_line(" or ".join(explanation.near) + "?"), room), style)
    lines += row("your code", frame_lines(explanation.caller, room), style)
    window = source_rows(explanation.source, style, width)
    lines += ["", *row("source", window, style), ""] if window else []
    lines += row("reached", reach_lines(explanation, style, room), style)
    if explanation.guard:
        lines += row("guard", wrapped(one_line(explanation.guard), room, hanging=4), style)
    lines += row("catch", catch_lines(explanation, room), style)
    lines += row("caught by", handler_lines(explanation, room), style)
    lines += row("people say", evidence_lines(explanation, style, room), style)
    return lines


def shared_rows(explanation: Explanation, style: Style, width: int) -> list[str]:
    """What holds whichever of several statements it was."""
    room = room_for_text(width)
    return [
        *row("with", hole_lines(explanation, style, room), style),
        *row("your code", frame_lines(explanation.caller, room), style),
        *row("catch", catch_lines(explanation, room), style),
    ]


def place_lines(place: Place, style: Style, room: int) -> list[str]:
    """File and line; function, package and version."""
    where = wrapped(one_line(f"{place.file}:{place.line}"), room)
    state = INSTALLED[place.installed]
    named = place.function if place.function != "<module>" else "at the top of the module"
    what = f"{one_line(named)}, {one_line(place.package)} {one_line(place.version)}{state}"
    return [*(style.paint(line, style.strong) for line in where), *wrapped(what, room)]


def hole_lines(explanation: Explanation, style: Style, room: int) -> list[str]:
    """The template where the message differs from it, and the value of each hole."""
    if not explanation.holes:
        return []
    if not explanation.template:
        return []
    names = [one_line(hole.expression) for hole in explanation.holes]
    column = max((len(name) for name in names if len(name) <= room // 2), default=0)
    lines = []
    for name, hole in zip(names, explanation.holes, strict=True):
        first, indent = f"{name:<{column}} = ", column + 3
        if len(name) > column:
            lines += wrapped(name + " =", room)
            first, indent = "  ", 2
        parts = wrapped(one_line(hole.value), max(room - indent, 16))
        if len(parts) > MOST_VALUE_LINES:
            parts = [*parts[: MOST_VALUE_LINES - 1], parts[MOST_VALUE_LINES - 1][:-1] + "…"]
        lines.append(first + style.paint(parts[0], style.value))
        lines += [" " * indent + style.paint(part, style.value) for part in parts[1:]]
    if not all(hole.sure for hole in explanation.holes):
        lines.append(style.paint("(the message can be split in other ways too)", style.doubt))
    return lines


def frame_lines(frame: Frame | None, room: int) -> list[str]:
    """The reader's own line that led here, as the report shows it."""
    if frame is None or not frame.file:
        return []
    where = f"{frame.file}:{frame.line}" if frame.line else frame.file
    inside = f" in {frame.function}" if frame.function and frame.function != "<module>" else ""
    lines = wrapped(one_line(where + inside), room)
    source = ["  " + cut(one_line(frame.source), room - 2)] if frame.source else []
    return lines + source


def catch_lines(explanation: Explanation, room: int) -> list[str]:
    """What `except` should name."""
    if not explanation.catch:
        return []
    above = f"   (a {', '.join(explanation.bases[:3])})" if explanation.bases else ""
    also = also_raised(explanation)
    return [
        *wrapped(one_line(f"except {explanation.catch}{above}"), room, hanging=2),
        *(wrapped(also, room) if also else ()),
    ]


def evidence_lines(explanation: Explanation, style: Style, room: int) -> list[str]:
    """What the docstring, a comment or a test says of it, quoted with its place."""
    lines: list[str] = []
    shown = {line.number for line in explanation.source.lines}
    for said in explanation.evidence[:MOST_LISTED]:
        if said.kind == "comment" and said.line in shown:
            continue  # it stands in the source above
        quoted = wrapped(visible(said.text.strip()), room - 2)[:4]
        lines += ["“" + quoted[0], *(" " + line for line in quoted[1:])]
        lines[-1] += "”"
        where = (
            f"{said.file}:{said.line}"
            if explanation.place and said.file != explanation.place.file
            else f"line {said.line}"
        )
        lines.append(style.paint(cut(one_line(f"  {said.kind}, {where}"), room), style.faint))
    return lines


def closing_rows(explanation: Explanation, style: Style, width: int) -> list[str]:
    """What is not known, remarks, and how to get more."""
    room = room_for_text(width)
    lines: list[str] = []
    lines += row("not known", bulleted(explanation.unknown, style.doubt, style, room), style)
    lines += row("note", bulleted(explanation.remarks, "", style, room), style)
    if explanation.match is not None and explanation.match.id and not explanation.candidates:
        lines += row("more", [style.paint(f"errdex show {explanation.match.id}", style.faint)], style)
    return lines


def bulleted(texts: Iterable[str], start: str, style: Style, room: int) -> list[str]:
    """Each text wrapped, later lines indented."""
    return [style.paint(line, start) for text in texts for line in wrapped(visible(text), room, hanging=2)]


def chain_lines(others: Sequence[Explanation], style: Style, width: int) -> list[str]:
    """The other errors of the text, each in two lines."""
    if not others:
        return []
    lines = [
        "",
        "  " + style.paint("Before it:" if len(others) == 1 else "Before it, in the order of the text:", style.faint),
    ]
    for explanation in others[-MOST_LISTED * 2 :]:
        error = explanation.error
        title = f"{error.exception}: {error.message}" if error.exception else error.message
        lines.append("  " + cut(one_line(title[:400]), width - 2))
        where = short_place(explanation)
        link = LINKS.get(error.link, "")
        lines += [
            "      " + style.paint(line, style.faint)
            for line in wrapped("; ".join(filter(None, (where, link))), width - 6)
        ]
    return lines


def short_place(explanation: Explanation) -> str:
    """Where an error of the chain comes from, in few words."""
    match = explanation.match
    if match is None:
        return "no statement found"
    if match.line is None:
        return f"compiled code: {one_line(match.file)}"
    count = len(explanation.candidates)
    more = f" (or {count - 1} others that print the same)" if count > 1 else ""
    return f"{one_line(match.file)}:{match.line}, {one_line(match.package)} {one_line(match.version)}{more}"


def score_lines(explanation: Explanation, width: int) -> list[str]:
    """What each piece of evidence added to the score."""
    assert explanation.match is not None
    room = room_for_text(width)
    lines = [f"{explanation.match.score:.2f}  {explanation.verdict}"]
    for part in explanation.match.contributions:
        sign = f"{part.points:+.2f}" if part.points else " 0.00"
        lines += wrapped(f"{sign}  {part.what:<9} {one_line(part.why)}", room, hanging=18)
    return lines
