"""How calls get to a statement, and who catches what it raises, as text."""

from __future__ import annotations

from errdex.rendering.escape import one_line
from errdex.rendering.layout import cut, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.sites import Call, EntryPoint
    from errdex.rendering.style import Style

MOST_LISTED = 4


def reach_lines(explanation: Explanation, style: Style, room: int) -> list[str]:
    """The public callables that lead to the statement: the first with its chain of calls, the others by name."""
    entries = explanation.entry_points
    lines: list[str] = []
    own = next((entry for entry in entries if not entry.chain), None)
    if own is not None and not is_plain_name(own, explanation):
        lines += wrapped(one_line(f"public as {own.name}"), room)
    called = [entry for entry in entries if entry.chain]
    if called:
        lines += wrapped(one_line(f"from {called[0].name}"), room, hanging=2)
        lines += [style.paint(call_line(call, room), style.faint) for call in called[0].chain]
    if called[1:]:
        names = ", ".join(one_line(entry.name) for entry in called[1:MOST_LISTED])
        lines += wrapped(f"also from {names}", room, hanging=2)
    if explanation.at_import:
        lines += wrapped("code that runs on import can lead here", room)
    return lines


def is_plain_name(entry: EntryPoint, explanation: Explanation) -> bool:
    """Whether an entry point's name says no more than file and function do."""
    place = explanation.place
    if place is None:
        return False
    module = place.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return entry.name == f"{module}.{place.function}"


def call_line(call: Call, room: int) -> str:
    """One call: its line, and the function that makes it."""
    module = call.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    function = call.function.removeprefix(f"{module}.") if call.function != module else "at the top"
    unsure = "" if call.sure else "  (not sure)"
    return cut(one_line(f"  {call.file}:{call.line}  {function}"), room - len(unsure)) + unsure


def handler_lines(explanation: Explanation, room: int) -> list[str]:
    """Where the distribution itself catches it."""
    listed = explanation.handlers[:MOST_LISTED]
    return [cut(one_line(f"{one.file}:{one.line}  {one.text}"), room) for one in listed]


def also_raised(explanation: Explanation) -> str:
    """How many other statements on the way raise the same."""
    entry = next((entry for entry in explanation.entry_points if entry.chain), None) or next(
        iter(explanation.entry_points), None
    )
    if entry is None or not entry.also:
        return ""
    count = entry.also
    return f"{count} other statement{'s' if count > 1 else ''} on this path raise{'' if count > 1 else 's'} it too"
