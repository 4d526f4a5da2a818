"""The condition of a statement as rows of text: clauses with their lines, reaching sets with their branches."""

from __future__ import annotations

from errdex.nouns.explanations import Level
from errdex.rendering.escape import one_line
from errdex.rendering.layout import cut, room_for_text, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.nouns.conditions import Branch, Clause
    from errdex.nouns.explanations import Explanation, Narrowed
    from errdex.rendering.style import Style

MOST_CLAUSES = 12
MOST_MEMBERS = 24
NARROWEST_MEMBERS = 20
STALE = "(may no longer hold)"
"""An operand can have changed between the test and the statement."""


def because_lines(explanation: Explanation, style: Style, width: int) -> list[str]:
    """The text of the row `because`."""
    room = room_for_text(width)
    lines: list[str] = []
    telling = [narrowed for narrowed in explanation.narrowed if tells_more(narrowed)]
    for narrowed in telling:
        lines += narrowed_lines(narrowed, explanation, style, room)
    taken = {branch.line for narrowed in telling for branch in narrowed.reaching.branches}
    left = [clause for clause in explanation.condition if clause.line not in taken]
    lines += clause_lines(left, style, room)
    if not lines:
        lines = [style.paint(line, style.doubt) for line in wrapped(without_clauses(explanation), room)]
    if explanation.selected_by:
        lines += wording_lines(explanation.selected_by, style, room)
    return lines


def tells_more(narrowed: Narrowed) -> bool:
    """Whether a reaching set says more than the clauses: those of `bool` and those that no member reaches do not."""
    return bool(narrowed.reaching.reaching) and len(narrowed.reaching.members) > 2


def without_clauses(explanation: Explanation) -> str:
    """What to say where the condition has no clause."""
    if explanation.condition_state == "always" and explanation.place is not None:
        return f"whenever control gets to line {explanation.place.line}: no test stands before it in its function"
    return "not known"


def clause_lines(clauses: Sequence[Clause], style: Style, room: int) -> list[str]:
    """One line or more for each clause; of very many only those nearest to the statement."""
    lines = []
    hidden = len(clauses) - MOST_CLAUSES
    if hidden > 0:
        lines.append(style.paint(f"… {hidden} earlier tests, all of them passed", style.faint))
    digits = max((len(str(clause.line)) for clause in clauses), default=1)
    last, told = 0, set[str]()
    for clause in clauses[-MOST_CLAUSES:]:
        untold = tuple(origin for origin in clause.trace if origin not in told)
        told.update(untold)
        number = " " * digits if clause.line == last else style.paint(f"{clause.line:>{digits}}", style.faint)
        lines += one_clause(clause._replace(trace=untold), number, digits + 2, style, room)
        last = clause.line
    return lines


def one_clause(clause: Clause, number: str, column: int, style: Style, room: int) -> list[str]:
    """A clause with its line, whether it may be out of date, and where its operands come from."""
    margin, room = " " * column, room - column
    text = wrapped(one_line(clause.text), room, hanging=2)
    if clause.stale:
        if len(text[-1]) + 1 + len(STALE) <= room:
            text[-1] += " " + style.paint(STALE, style.doubt)
        else:
            text.append("  " + style.paint(STALE, style.doubt))
    origins = [line for origin in clause.trace for line in wrapped(one_line(origin), room - 2, hanging=2)]
    lines = [*text, *("  " + style.paint(line, style.faint) for line in origins)]
    return [number + "  " + lines[0], *(margin + line for line in lines[1:])]


def wording_lines(tests: Iterable[str], style: Style, room: int) -> list[str]:
    """What selects this wording among those the statement can print."""
    text = "this wording, since " + " and ".join(one_line(test) for test in tests)
    return [style.paint(line, style.faint) for line in wrapped(text, room, hanging=2)]


def narrowed_lines(narrowed: Narrowed, explanation: Explanation, style: Style, room: int) -> list[str]:
    """A reaching set: which member it was, and which branch takes each of the others."""
    reaching = narrowed.reaching
    sentence = sentence_of(narrowed)
    lines = with_level(wrapped(sentence, room, hanging=0), narrowed.level, style, room)
    prefix = common_prefix(reaching.members)
    rows: list[tuple[int, str, Sequence[str]]] = [
        (branch.line, branch_text(branch, reaching.operand), branch.members) for branch in reaching.branches
    ]
    if explanation.place is not None and explanation.kind is not None:
        rows.append((explanation.place.line, str(explanation.kind), reaching.reaching))
    if reaching.undecided:
        listed = ", ".join(one_line(name.removeprefix(prefix)) for name in reaching.undecided[:MOST_MEMBERS])
        lines += [style.paint(line, style.doubt) for line in wrapped(f"not sure for {listed}", room, hanging=2)]
    digits = max((len(str(line)) for line, _, _ in rows), default=1)
    column = min(max((len(text) for _, text, _ in rows), default=0), room // 2) + 2
    for line, text, members in rows:
        lines += branch_lines(
            f"{line:>{digits}}", text, [name.removeprefix(prefix) for name in members], column, room, style
        )
    return lines


def sentence_of(narrowed: Narrowed) -> str:
    """`mode is Mode.A, the only one of its 9 members that gets here`."""
    reaching = narrowed.reaching
    operand, many, of_all = one_line(reaching.operand), len(reaching.reaching), len(reaching.members)
    member = one_line(narrowed.member or (reaching.reaching[0] if many == 1 else ""))
    said = ", as the message says" if narrowed.member and narrowed.level is Level.OBSERVED else ""
    count = (
        f"the only one of its {of_all} members that gets here"
        if many == 1
        else f"one of the {many} of its {of_all} members that get here"
    )
    or_else = " (or a value that is no member)" if reaching.outside and not said else ""
    if member:
        return f"{operand} {'is' if is_name(member) else '=='} {member}{said}, {count}{or_else}"
    if many == of_all:
        return f"{operand} is any of its {of_all} members{or_else}: all get here"
    return f"{operand} is {count}{or_else}"


def is_name(member: str) -> bool:
    """Whether a member is an enumeration's (`Mode.A`) or a singleton, which `is` compares."""
    return member in ("None", "True", "False") or all(part.isidentifier() for part in member.split("."))


def branch_text(branch: Branch, operand: str) -> str:
    """The test, without the operand where it starts with it: `is_idle()` for `mode.is_idle()`."""
    return one_line(branch.text).removeprefix(operand + ".")


def branch_lines(number: str, text: str, members: Sequence[str], column: int, room: int, style: Style) -> list[str]:
    """One branch with the members it takes, beneath it where both are too wide for a line."""
    shown = [one_line(name) for name in members[:MOST_MEMBERS]]
    if len(members) > MOST_MEMBERS:
        shown.append(f"… {len(members) - MOST_MEMBERS} more")
    start = "  " + style.paint(number, style.faint) + "  "
    used = len(number) + 4
    if room - used - column < NARROWEST_MEMBERS:
        beneath = wrapped(", ".join(shown), room - used - 2)
        return [start + cut(text, room - used), *(" " * (used + 2) + line for line in beneath)]
    listed = wrapped(", ".join(shown), room - used - column)
    if len(text) + 2 > column:
        return [start + cut(text, room - used), *(" " * (used + column) + line for line in listed)]
    return [
        start + text + " " * (column - len(text)) + listed[0],
        *(" " * (used + column) + line for line in listed[1:]),
    ]


def common_prefix(members: Sequence[str]) -> str:
    """`Mode.` where all members are of one enumeration, else nothing."""
    prefix = members[0].rpartition(".")[0] + "." if members and "." in members[0] else ""
    quoted = any(name[:1] in "'\"" for name in members)
    return prefix if prefix and not quoted and all(name.startswith(prefix) for name in members) else ""


def with_level(lines: list[str], level: Level, style: Style, room: int) -> list[str]:
    """Lines with the level of evidence at the right edge of the last, or beneath it."""
    mark = f"[{level}]"
    if len(lines[-1]) + 2 + len(mark) <= room:
        gap = room - len(lines[-1]) - len(mark)
        return [*lines[:-1], lines[-1] + " " * gap + style.paint(mark, style.faint)]
    return [*lines, " " * (room - len(mark)) + style.paint(mark, style.faint)]
