"""What a reaching set and the message say together: which member it was."""

from __future__ import annotations

from errdex.nouns.explanations import FilledHole, Level, Narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.nouns.conditions import ReachingSet


def narrowed_sets(sets: Iterable[ReachingSet], holes: Sequence[FilledHole]) -> tuple[Narrowed, ...]:
    """Each reaching set with the one member it leaves, where it or the message leaves one."""
    return tuple(narrowed(reaching, holes) for reaching in sets)


def narrowed(reaching: ReachingSet, holes: Sequence[FilledHole]) -> Narrowed:
    """One reaching set, narrowed by itself or by the message.

    A set that values outside of its domain may join, or that holds members for which it is not sure, leaves no member.
    """
    if len(reaching.reaching) == 1 and not reaching.outside and not reaching.undecided:
        return Narrowed(reaching, reaching.reaching[0], Level.EVALUATED)
    for hole in holes:
        if hole.expression == reaching.operand:
            named = [member for member in reaching.reaching if prints_as(member, hole.value)]
            if len(named) == 1:
                return Narrowed(reaching, named[0], Level.OBSERVED)
    return Narrowed(reaching, "", Level.EVALUATED)


def prints_as(member: str, value: str) -> bool:
    """Whether `value` is how `member` (as the source writes it) prints, as `repr` or `str`."""
    if value in (member, member.strip("'\"")):
        return True
    return value.startswith(f"<{member}: ") and value.endswith(">")
