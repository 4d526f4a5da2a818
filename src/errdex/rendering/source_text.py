"""The lines of source around a statement, numbered and marked."""

from __future__ import annotations

from errdex.rendering.escape import visible
from errdex.rendering.layout import cut, dedented, room_for_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import SourceWindow
    from errdex.rendering.style import Style

MARKS = {"site": ">", "clause": "·", "": " "}


def source_rows(window: SourceWindow, style: Style, width: int) -> list[str]:
    """The window's lines: `>` the statement, `·` a clause of its condition, `⋮` a gap."""
    if not window.lines:
        return []
    room = room_for_text(width)
    digits = len(str(window.lines[-1].number))
    texts = dedented([visible(line.text.expandtabs(4)) for line in window.lines])
    rows: list[str] = []
    last = window.lines[0].number - 1
    for line, text in zip(window.lines, texts, strict=True):
        if line.number > last + 1:
            rows.append(style.paint(" " * (digits + 2) + "⋮", style.faint))
        last = line.number
        number = style.paint(f"{line.number:>{digits}}", style.faint)
        shown = cut(text, room - digits - 4)
        if line.mark == "site":
            shown = style.paint(shown, style.strong)
        rows.append(f"{MARKS[line.mark]} {number}  {shown}")
    return rows
