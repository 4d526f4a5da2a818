"""The sentences of a record, each a claim with its evidence. What has none is not written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.explanation.families import families_of
from errdex.explanation.words import clause_words, first_sentence, listed, reaching_words
from errdex.nouns.claims import Claim
from errdex.nouns.explanations import Level
from errdex.nouns.guards import Guard, Guarded
from errdex.nouns.sites import SiteKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.nouns.conditions import Clause, ReachingSet
    from errdex.nouns.records import RecordedSite
    from errdex.nouns.sites import Site

MOST_CLAUSES = 4
MOST_TESTS = 2
FEWEST_WORDS = 3
"""Of a quote that says something: a number of an issue does not."""
TRUTH = frozenset({"True", "False", "None"})
EMPTY = frozenset(
    {
        "[]",
        "{}",
        "set()",
        "dict()",
        "list()",
        "()",
        "None",
        "''",
        '""',
        "0",
        "result of set()",
        "result of dict()",
        "result of list()",
    }
)
DOES = {
    SiteKind.WARN: "warns with",
    SiteKind.LOG: "logs at level",
    SiteKind.EXIT: "ends the program with",
    SiteKind.ASSERT: "asserts, and raises",
}
INSTALL = re.compile(r"\b((?:pip|conda) install [\w.\-\[\]]+)")


def claims_of(recorded: RecordedSite, guarded: Guarded | None) -> tuple[Claim, ...]:
    """Every sentence that the evidence gives, in the order of the fields."""
    site = recorded.site
    guard = guarded.guard if guarded is not None and isinstance(guarded.guard, Guard) else None
    return (
        *documentation(recorded),
        *triggers(site),
        *situations(site),
        *solutions(site, guard),
        *tips(guard),
    )


def sentences(claims: Sequence[Claim], field: str) -> tuple[str, ...]:
    """The texts of one field."""
    return tuple(claim.text for claim in claims if claim.field == field)


def documentation(recorded: RecordedSite) -> Iterator[Claim]:
    """What the statement does and when, then what people wrote about it."""
    site = recorded.site
    where = "The module" if site.function == "<module>" else f"`{site.function}`"
    what = f" `{site.exception}`" if site.exception else " the error it caught"
    decisive, level, source = decisive_words(site)
    when = f" when {decisive}" if decisive else ""
    yield Claim("documentation", f"{where} {DOES.get(site.kind, 'raises')}{what}{when}.", level, source)
    for quoted in site.evidence:
        if quoted.kind in ("docstring", "comment") and len(quoted.text.split()) >= FEWEST_WORDS:
            named = "Its docstring" if quoted.kind == "docstring" else "A comment"
            text = f'{named} says: "{first_sentence(quoted.text)}"'
            yield Claim("documentation", text, Level.LOCATED, f"{quoted.kind}, line {quoted.line}")


def decisive_words(site: Site) -> tuple[str, Level, str]:
    """What decides that control gets to the statement: the set that says most, else the nearest clause."""
    telling = telling_set(site)
    if telling is not None:
        return reaching_words(telling), Level.EVALUATED, f"reaching set of {telling.operand}"
    sure = [clause for clause in site.condition if not clause.stale]
    if not sure or sure[-1] is not site.condition[-1]:
        return "", Level.LOCATED, f"line {site.line}"
    nearest = [clause for clause in sure if clause.line == sure[-1].line and clause.kind == sure[-1].kind]
    return " and ".join(map(clause_words, nearest[-MOST_CLAUSES:])), Level.LOCATED, f"line {sure[-1].line}"


def telling_set(site: Site) -> ReachingSet | None:
    """The reaching set that says more than the clauses, where no other clause is as near."""
    sets = [
        one
        for one in site.reaching
        if decides_last(one, site)
        and one.reaching
        and not one.undecided
        and len(one.reaching) < len(one.members)
        and not set(one.members) <= TRUTH
    ]
    return sets[-1] if sets else None


def decides_last(reaching: ReachingSet, site: Site) -> bool:
    """Whether the test that decides last is about the operand of a set."""
    last = site.condition[-1].line if site.condition else 0
    return any(clause.line == last and reaching.operand in clause.text for clause in site.condition)


def triggers(site: Site) -> Iterator[Claim]:
    """The whole condition, who takes the other members, and the way in."""
    sure = [clause for clause in site.condition if not clause.stale]
    if sure:
        shown = sure[-MOST_CLAUSES:]
        lines = "; ".join(f"{clause_words(one)} (line {one.line})" for one in shown)
        before = len(sure) - len(shown)
        earlier = f" after {before} earlier test{'s' if before > 1 else ''}" if before else ""
        yield Claim(
            "triggerScenarios", f"Control gets here{earlier} only when {lines}.", Level.LOCATED, clause_lines(shown)
        )
        yield from origins(shown)
    telling = telling_set(site)
    if telling is not None and telling.branches:
        taken = "; ".join(f"{listed(one.members)} by line {one.line}" for one in telling.branches if one.members)
        if taken:
            yield Claim("triggerScenarios", f"The others are taken before: {taken}.", Level.EVALUATED,
                        f"reaching set of {telling.operand}")  # fmt: skip
    yield from way_in(site)


def clause_lines(clauses: Sequence[Clause]) -> str:
    """The lines that clauses come from."""
    lines = dict.fromkeys(str(clause.line) for clause in clauses)
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(lines)}"


def origins(clauses: Sequence[Clause]) -> Iterator[Claim]:
    """Where the operands come from, each once."""
    told: dict[str, int] = {}
    for clause in clauses:
        for origin in clause.trace:
            told.setdefault(origin, clause.line)
    for origin, line in list(told.items())[:MOST_CLAUSES]:
        name, _, source = origin.partition(": ")
        if source.startswith("parameter, default "):
            default = source.removeprefix("parameter, default ")
            text = f"`{name}` is a parameter; left out, it is `{default}`."
        elif source == "parameter":
            text = f"`{name}` is a parameter."
        else:
            value, _, at = source.rpartition(", line ")
            if not value or value in EMPTY:
                continue  # what it starts as says nothing of what it is by then
            text = f"`{name}` comes from `{value.removeprefix('result of ')}` (line {at})."
        yield Claim("triggerScenarios", text, Level.LOCATED, f"line {line}")


def way_in(site: Site) -> Iterator[Claim]:
    """The nearest public callable, with the calls in between."""
    for entry in site.entry_points[:1]:
        if not entry.chain:
            text = f"`{entry.name}` is public: a call of it can get here directly."
        else:
            steps = " → ".join(f"`{call.function.rpartition('.')[2]}`" for call in entry.chain)
            unsure = "" if all(call.sure for call in entry.chain) else ", as far as names tell"
            text = f"A call of `{entry.name}` gets here through {steps}{unsure}."
        yield Claim("triggerScenarios", text, Level.LOCATED, "calls")
    if site.at_import:
        yield Claim("triggerScenarios", "Importing the module can be enough.", Level.LOCATED, "module level code")


def situations(site: Site) -> Iterator[Claim]:
    """What tests show, and who may catch it."""
    for quoted in [one for one in site.evidence if one.kind == "test"][:MOST_TESTS]:
        yield Claim("commonSituations", f"The package's tests expect it: `{' '.join(quoted.text.split())[:160]}` ({quoted.file}:{quoted.line}).",
                    Level.LOCATED, f"{quoted.file}:{quoted.line}")  # fmt: skip
    for handler in site.handlers[:1]:
        text = f"`{handler.text}` in {handler.file}:{handler.line} may catch it before it gets to the caller."
        yield Claim("commonSituations", text, Level.LOCATED, f"{handler.file}:{handler.line}")


def solutions(site: Site, guard: Guard | None) -> Iterator[Claim]:
    """What makes the call get past the statement, surest first."""
    families = families_of(site)
    for command in dict.fromkeys(INSTALL.findall(" ".join(template.text for template in site.templates))):
        yield Claim("solutions", f"Run `{command}`, as the message says.", Level.LOCATED, f"line {site.line}")
    values = guard.accepted_values or guard.accepted if guard is not None else ()
    if guard is not None and values and not set(values) <= TRUTH:
        operand = guard.operand or guard.test.partition(" ")[0]
        yield Claim("solutions", f"Give `{operand}` one of {listed(values, 'or')}: these get past line {site.line}.",
                    Level.EVALUATED, f"condition of line {site.line}")  # fmt: skip
    elif guard is not None:
        plain = not guard.passes.startswith("not ")
        text = (
            f"Use `{guard.call}` only when `{guard.passes}`."
            if plain
            else f"Do not use `{guard.call}` while `{guard.test}`."
        )
        yield Claim("solutions", text, Level.EVALUATED, f"condition of line {site.line}")
    telling = telling_set(site)
    if telling is not None and "unhandled-enum-value-dispatch" in families and telling.branches:
        text = (
            f"In the library itself: a branch for {listed(telling.reaching)} in `{site.function}` is what is missing."
        )
        yield Claim("solutions", text, Level.EVALUATED, f"reaching set of {telling.operand}")
    if "abstract-method" in families:
        owner, _, name = site.function.rpartition(".")
        yield Claim("solutions", f"Define `{name}` in your subclass of `{owner}`: this class only declares it.",
                    Level.LOCATED, f"line {site.line}")  # fmt: skip


def tips(guard: Guard | None) -> Iterator[Claim]:
    """What finds the mistake before the program runs."""
    if guard is None:
        return
    values = guard.accepted_values
    name = guard.test.partition(" ")[0]
    if values and name.isidentifier() and all(one[:1] in "'\"" for one in values):
        yield Claim("preventionTips", f"Annotate what you pass as `Literal[{', '.join(values)}]`: a type checker then finds other values.",
                    Level.EVALUATED, f"condition of {guard.function}")  # fmt: skip
