"""The few lines of source that show a statement and what leads to it."""

from __future__ import annotations

from errdex.nouns.explanations import SourceLine, SourceText, SourceWindow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.conditions import Clause
    from errdex.nouns.sites import Site

BEFORE, AFTER = 3, 1
LONGEST_STATEMENT = 12
MOST_CLAUSES = 6
FARTHEST_DEF = 2000


def source_window(source: SourceText, site: Site, condition: Sequence[Clause]) -> SourceWindow:
    """The statement with a little around it, the lines of its nearest clauses, and the `def` it stands in.

    A statement that no longer lies inside the file (it was edited since) gives a window without lines and the reason.
    """
    if source.unread or not source.lines:
        return SourceWindow(unread=source.unread or "the file is empty now", changed=source.changed)
    if site.end_line > len(source.lines):
        reason = f"the file has only {len(source.lines)} lines now: it was changed since it was indexed"
        return SourceWindow(unread=reason, changed=True)
    last = min(site.end_line, site.line + LONGEST_STATEMENT - 1)
    shown = set(range(max(1, site.line - BEFORE), min(len(source.lines), last + AFTER) + 1))
    clauses = {clause.line for clause in condition if 0 < clause.line <= len(source.lines)}
    near = sorted(clauses, key=lambda line: abs(site.line - line))[:MOST_CLAUSES]
    shown.update(near)
    opening = line_of_def(source.lines, site)
    if opening:
        shown.add(opening)
        shown = {line for line in shown if line >= opening}
    return SourceWindow(
        tuple(
            SourceLine(line, source.lines[line - 1], mark_of(line, site, clauses))
            for line in sorted(shown)
            if line in clauses or site.line <= line <= site.end_line or source.lines[line - 1].strip()
        )
    )


def mark_of(line: int, site: Site, clauses: set[int]) -> str:
    """What a line is to the statement."""
    if site.line <= line <= site.end_line:
        return "site"
    return "clause" if line in clauses else ""


def line_of_def(lines: Sequence[str], site: Site) -> int:
    """Line of the `def` that the statement stands in, 0 where it is not near or not there."""
    name = site.function.rpartition(".")[2]
    if name.startswith("<"):
        return 0
    indent = indent_of(lines[site.line - 1])
    for number in range(site.line, max(0, site.line - FARTHEST_DEF), -1):
        text = lines[number - 1].lstrip()
        if text.startswith((f"def {name}(", f"def {name}[", f"async def {name}(")) and (
            indent_of(lines[number - 1]) < indent or number == site.line
        ):
            return number
    return 0


def indent_of(line: str) -> int:
    """Columns of white space at the start."""
    return len(line) - len(line.lstrip())
