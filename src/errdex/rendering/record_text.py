"""A record as text for a terminal, with the same rows as an explanation."""

from __future__ import annotations

from errdex.rendering.escape import one_line
from errdex.rendering.explanation_text import closing_rows, header_lines, statement_rows
from errdex.rendering.layout import room_for_text, row, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.records import PublishedRecord
    from errdex.rendering.style import Style


def record_text(record: PublishedRecord, explanation: Explanation, style: Style, width: int) -> str:
    """The record for people; `explanation` says what is known of its site."""
    room = room_for_text(width)
    lines = [*header_lines(explanation, style, width), ""]
    lines += statement_rows(explanation, style, width)
    lines += closing_rows(explanation, style, width)
    if record.message_pattern:
        lines += row("pattern", wrapped(one_line(record.message_pattern), room), style)
    lines += row("record", [f"{record.id}  {one_line(record.slug)}".rstrip()], style)
    return "\n".join(lines) + "\n"
