"""What `errdex watch` counted, as text."""

from __future__ import annotations

from errdex.app.watch import shown_time
from errdex.rendering.escape import one_line
from errdex.rendering.layout import cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.watch import Summary
    from errdex.app.watching.tallies import Counted, Origin
    from errdex.rendering.style import Style

NARROW_TEXT = 30


def summary_text(summary: Summary, style: Style, width: int) -> str:
    """A row for each statement, the most frequent first, and the totals."""
    rows = [line for one in summary.counted for line in counted_lines(one, style, width)]
    return "\n".join([*rows, *([""] if rows else []), totals_text(summary)]) + "\n"


def counted_lines(one: Counted, style: Style, width: int) -> list[str]:
    """Count, place and template of what printed some lines; first and last time below."""
    place, text = place_of(one.origin), cut(one_line(one.origin.template), max(width - 10, NARROW_TEXT))
    new = "  " + style.paint("new", style.error) if one.is_new else ""
    times = f"{shown_time(one.first)} … {shown_time(one.last)}"
    return [
        f"{one.number:>8,}  {style.paint(place, style.strong)}{new}",
        f"{'':>8}  {style.paint(text, style.value)}",
        f"{'':>8}  {style.paint(times, style.faint)}",
    ]


def place_of(origin: Origin) -> str:
    """Where the statement stands, in words."""
    if not origin.statements:
        return one_line(f"no known statement; {origin.frame}" if origin.frame else "no known statement")
    first = origin.statements[0].ref
    others = len(origin.statements) - 1
    place = f"{first.file}:{first.line} ({first.package} {first.version})"
    return one_line(place) + (f" or {others:,} other{'s' if others > 1 else ''}" if others else "")


def totals_text(summary: Summary) -> str:
    """How much was read and how much of it is known, in one sentence."""
    statements = sum(1 for one in summary.counted if one.origin.statements)
    return (
        f"{summary.lines:,} lines read; {summary.attributed:,} messages come from {statements:,}"
        f" known statement{'' if statements == 1 else 's'} ({summary.templates:,} templates watched for)"
    )
