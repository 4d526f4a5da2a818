"""What an index run came to, and what the catalogue holds, for people."""

from __future__ import annotations

from errdex.rendering.escape import one_line
from errdex.rendering.layout import wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FIRST_FEW = 3
MOST_REASONS = 8


def unread_lines(unread: Sequence[tuple[str, str]], width: int, *, every: bool = False) -> list[str]:
    """Files that could not be read, grouped by reason: how many, and the first few. Pairs of path and reason."""
    if not unread:
        return []
    groups = reasons_of(unread)
    lines = [f"{count_of(len(unread), 'file')} could not be read:"]
    for reason, paths in groups if every else groups[:MOST_REASONS]:
        lines += wrapped(f"  {len(paths):>5}  {one_line(reason)}", width, hanging=9)
        shown = paths if every else paths[:FIRST_FEW]
        for path in shown:
            lines += wrapped(f"         {one_line(path)}", width, hanging=11)
        if len(paths) > len(shown):
            lines.append(f"         … and {len(paths) - len(shown):,} more")
    if not every and len(groups) > MOST_REASONS:
        lines.append(f"  … and {len(groups) - MOST_REASONS} more reasons: errdex status --failures")
    return lines


def reasons_of(unread: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Paths by reason, without the line that it names; the commonest first."""
    groups: dict[str, list[str]] = {}
    for path, reason in unread:
        head, colon, rest = reason.partition(": ")
        numbered = colon and head.startswith("line ") and head[5:].isdecimal()
        groups.setdefault(rest if numbered else reason, []).append(f"{path}:{head[5:]}" if numbered else path)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def count_of(number: int, noun: str) -> str:
    """`1 file`, `1,204 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size_of(size: int) -> str:
    """Bytes as people say them."""
    number = float(size)
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"
