"""A record as text for a terminal, with the same rows as an explanation."""

from __future__ import annotations

from errdex.nouns.guards import Guard
from errdex.rendering.escape import one_line
from errdex.rendering.explanation_text import closing_rows, header_lines, statement_rows
from errdex.rendering.layout import room_for_text, row, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.guards import Guarded
    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.reproductions import Reproduction
    from errdex.rendering.style import Style


def record_text(
    record: PublishedRecord,
    explanation: Explanation,
    style: Style,
    width: int,
    guarded: Guarded | None = None,
    reproduction: Reproduction | None = None,
) -> str:
    """The record for people; `explanation` says what is known of its site."""
    room = room_for_text(width)
    lines = [*header_lines(explanation, style, width), ""]
    lines += statement_rows(explanation, style, width)
    for number, solution in enumerate(record.solutions or ()):
        lines += row("do" if not number else "", wrapped(one_line(solution), room), style)
    if guarded is not None:
        lines += row("guard", guard_lines(guarded, room), style)
    if reproduction is not None:
        lines += row("executed", reproduction_lines(reproduction, room), style)
    lines += closing_rows(explanation, style, width)
    if record.message_pattern:
        lines += row("pattern", wrapped(one_line(record.message_pattern), room), style)
    lines += row("record", [f"{record.id}  {one_line(record.slug)}".rstrip()], style)
    return "\n".join(lines) + "\n"


def reproduction_lines(reproduction: Reproduction, room: int) -> list[str]:
    """The program that ended at the statement, and what it printed last."""
    lines = [
        part for line in reproduction.code.split("\n") if line for part in wrapped(one_line(line), room, hanging=4)
    ]
    last = reproduction.output.rstrip().rpartition("\n")[2]
    lines += wrapped(one_line(last), room, hanging=2)
    return [*lines, f"[run with Python {one_line(reproduction.python)}, shut in]"]


def guard_lines(guarded: Guarded, room: int) -> list[str]:
    """The test to make before the call, and what was checked of it."""
    guard = guarded.guard
    if not isinstance(guard, Guard):
        return []
    lines = [one.line for one in guard.imports]
    lines += wrapped(one_line(f"if {guard.test}:"), room, hanging=4)
    does = "raises" if guard.must_raise else "may raise, and raises here only then"
    lines += wrapped(one_line(f"    ...  # {guard.call} {does}"), room, hanging=8)
    if guard.operand:
        members = f"{guard.agrees} of {guard.agrees} members"
        lines += wrapped(f"[agrees with the condition on {members}]", room)
    return lines
