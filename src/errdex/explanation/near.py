"""Which accepted value was meant, and the test to make before the call: from a reaching set alone, so that it costs nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.conditions import Clause, ReachingSet
    from errdex.nouns.explanations import FilledHole

LONGEST = 40
MOST_COMPARED = 500
MOST_LISTED = 8


def did_you_mean(sets: Sequence[ReachingSet], holes: Sequence[FilledHole]) -> tuple[str, ...]:
    """Accepted members that look like the value in the message, as the source writes them, best first."""
    for reaching in sets:
        accepted = [one for one in reaching.members if one not in reaching.reaching][:MOST_COMPARED]
        for hole in holes:
            if hole.expression == reaching.operand and hole.sure:
                near = near_members(hole.value, accepted)
                if near:
                    return near
    return ()


def near_members(value: str, members: Sequence[str]) -> tuple[str, ...]:
    """Members within a third of their letters of a value, nearest first, at most three."""
    wanted = bare(value)
    if not 2 <= len(wanted) <= LONGEST:
        return ()
    found = []
    for member in members:
        name = bare(member)
        if 2 <= len(name) <= LONGEST and name != wanted:
            distance = edits(wanted, name)
            if distance <= max(1, min(len(name), len(wanted)) // 3):
                found.append((distance, member))
    return tuple(member for _, member in sorted(found)[:3])


def bare(text: str) -> str:
    """The letters that one compares: without quotes, class and case."""
    text = text.strip().strip("'\"")
    if text.startswith("<") and ":" in text:
        text = text[1:].partition(":")[0]
    return text.rpartition(".")[2].lower()


def edits(one: str, other: str) -> int:
    """Letters to insert, leave out, change or swap with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        above = row
        row = [i]
        for j, right in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def guard_line(sets: Sequence[ReachingSet], condition: Sequence[Clause]) -> str:
    """`if mode is Mode.X: …` with what it agrees with; `""`: no set says who gets here of what a caller passes in."""
    for reaching in reversed(sets):
        members, named = len(reaching.members), reaching.reaching
        about = [clause.text for clause in condition if reaching.operand in clause.text]
        asked = bool(about) and all(f"{reaching.operand}." in text for text in about)
        closed = not reaching.undecided and (not reaching.outside or asked)  # what has no such methods fails elsewhere
        if not closed or not named or len(named) > MOST_LISTED or len(named) == members or members <= 2:
            continue
        root = reaching.operand.partition(".")[0]
        origins = [origin for clause in condition for origin in clause.trace]
        stale = any(clause.stale and reaching.operand in clause.text for clause in condition)
        if stale or not any(origin.startswith(f"{root}: parameter") for origin in origins):
            continue
        listed = ", ".join(named)
        word = ("is" if "." in listed else "==") if len(named) == 1 else "in"
        shown = listed if len(named) == 1 else f"({listed})"
        return f"if {reaching.operand} {word} {shown}: …  [agrees with the condition on {members} of {members} members]"
    return ""
