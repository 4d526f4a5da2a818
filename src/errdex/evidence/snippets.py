"""Checks the code of a record: it parses, its names exist, and it lets pass exactly what the statement lets pass."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from errdex.evidence.acceptance import acceptance
from errdex.evidence.names import NameScope, check_names, near_names
from errdex.evidence.namespaces import BUILTIN_NAMES
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from errdex.evidence.names import NameCheck
    from errdex.evidence.vocabulary import Vocabulary
    from errdex.nouns.conditions import ReachingSet
    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.sites import Site

MOST_LISTED = 12


class Code(NamedTuple):
    """A snippet of a record."""

    field: str
    text: str
    is_check: bool
    """Whether it says which values are safe."""


def snippets_of(claimed: PublishedRecord) -> list[Code]:
    """The snippets that a record has."""
    given = (
        Code("exampleFix", claimed.example_fix or "", is_check=False),
        Code("validationCode", claimed.validation_code or "", is_check=True),
        Code("typeGuard", claimed.type_guard or "", is_check=True),
        Code("tryCatchPattern", claimed.try_catch_pattern or "", is_check=False),
    )
    return [code for code in given if code.text]


def check_snippets(
    claimed: PublishedRecord, own: PublishedRecord, site: Site, words: Vocabulary
) -> Iterator[ClaimCheck]:
    """Every name in every snippet, and what the checks among them accept; `own` is what errdex writes of the statement."""
    known = {code.field: code.text for code in snippets_of(own)}
    for code in snippets_of(claimed):
        yield from check_code(code, words)
        if code.is_check and site.reaching:
            yield from check_acceptance(code, site)
        elif code.is_check and known.get(code.field) == code.text:
            yield ClaimCheck(code.field, "what it lets pass", Level.EVALUATED)
        elif code.is_check:
            reason = "the condition of the statement is over no finite domain"
            yield ClaimCheck(code.field, "what it lets pass", None, reason, known.get(code.field, ""))
        elif known.get(code.field) == code.text:
            yield ClaimCheck(code.field, "what it does", Level.EVALUATED)
        else:
            yield ClaimCheck(code.field, "what it does", None, "only the names in somebody else's code are checked")


def check_code(code: Code, words: Vocabulary) -> Iterator[ClaimCheck]:
    """Whether a snippet parses and each of its names exists."""
    checked = check_names(code.text, words.things, NameScope(words.module, words.given))
    if checked.fault:
        yield ClaimCheck(code.field, "the code", Level.REFUTED, f"it does not parse: {checked.fault}")
        return
    elsewhere: set[str] = set()
    for check in checked.checks:
        if check.level is Level.REFUTED and words.defined([check.name]):
            elsewhere.add(check.name)
        yield name_claim(code.field, check, words)
    yield from check_members(code, elsewhere, words)


def name_claim(field: str, check: NameCheck, words: Vocabulary) -> ClaimCheck:
    """What is known of one name of a snippet."""
    is_free = "." not in check.name
    if is_free and check.level is not Level.RESOLVED and check.name in BUILTIN_NAMES:
        return ClaimCheck(field, check.name, Level.RESOLVED)
    if is_free and (check.level is Level.REFUTED or (check.level is None and not words.occurs(check.name))):
        return free_name(field, check.name, check, words)
    if check.level is Level.REFUTED:
        return ClaimCheck(field, check.name, Level.REFUTED, check.reason + alike(check.near))
    if check.level is None:
        return ClaimCheck(field, check.name, None, check.reason)
    return ClaimCheck(field, check.name, Level.RESOLVED)


def free_name(field: str, name: str, check: NameCheck, words: Vocabulary) -> ClaimCheck:
    """A name that nothing around the statement binds: of another module of the distribution, the reader's own, or none."""
    places = words.defined([name]).get(name, ())
    if places:
        return ClaimCheck(field, name, Level.RESOLVED)
    if name == name.lower():
        return ClaimCheck(field, name, None, "a variable of the reader's, perhaps: the source has none of this name")
    near = check.near or near_names(name, words.names)
    reason = "nothing in this version has this name, and the snippet does not define it"
    return ClaimCheck(field, name, Level.REFUTED, reason + alike(near))


def alike(near: Sequence[str]) -> str:
    """Names that look like one that does not exist: perhaps one of them is meant, so none is called right."""
    return f"; alike: {', '.join(near)}" if near else ""


def check_members(code: Code, roots: Collection[str], words: Vocabulary) -> Iterator[ClaimCheck]:
    """Attributes of names that the site's module does not see, but that another module of the distribution defines."""
    dotted = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(code.text))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in roots
    }
    for name in sorted(dotted):
        yield from words.check_dotted(code.field, name)


def check_acceptance(code: Code, site: Site) -> Iterator[ClaimCheck]:
    """Whether a check lets pass exactly the members that do not get to the statement."""
    compared = [(one, acceptance(code.text, one.operand, one.members)) for one in site.reaching]
    about = [(one, found) for one, found in compared if not found.reason]
    if not about:
        reason = compared[0][1].reason
        yield ClaimCheck(code.field, "what it lets pass", None, reason, safe_members(compared[0][0]))
        return
    for reaching, found in about:
        yield acceptance_claim(code.field, reaching, found.passing, found.rejected, decides_alone(site, reaching))


def acceptance_claim(
    field: str, reaching: ReachingSet, passing: Sequence[str], rejected: Sequence[str], alone: bool
) -> ClaimCheck:
    """The verdict on one check over one domain."""
    safe = [one for one in reaching.members if one not in reaching.reaching]
    raising = [one for one in reaching.reaching if one not in reaching.undecided]
    wrongly_rejected = [one for one in safe if one in rejected]
    wrongly_passing = [one for one in raising if one in passing]
    claim = f"what it lets pass of {reaching.operand}"
    reasons = []
    if wrongly_rejected:
        reasons.append(f"it rejects {listed(wrongly_rejected)}, which the statement lets pass")
    if wrongly_passing and alone:
        reasons.append(f"it lets pass {listed(wrongly_passing)}, which get to the statement")
    if reasons:
        return ClaimCheck(field, claim, Level.REFUTED, "; ".join(reasons), safe_members(reaching))
    decided = set(passing) | set(rejected)
    if wrongly_passing:
        reason = f"{listed(wrongly_passing)} may get to the statement, by other parts of its condition"
        return ClaimCheck(field, claim, None, reason, safe_members(reaching))
    if not decided.issuperset(reaching.members) or reaching.undecided:
        return ClaimCheck(field, claim, None, "not every member can be decided by reading", safe_members(reaching))
    return ClaimCheck(field, claim, Level.EVALUATED)


def decides_alone(site: Site, reaching: ReachingSet) -> bool:
    """Whether nothing but the operand decides about getting to the statement."""
    return all(reaching.operand in clause.text and " or " not in clause.text for clause in site.condition)


def safe_members(reaching: ReachingSet) -> str:
    """The members that are right to let pass."""
    safe = [one for one in reaching.members if one not in reaching.reaching]
    return f"{listed(safe)} pass; {listed(reaching.reaching)} {'gets' if len(reaching.reaching) == 1 else 'get'} there"


def listed(names: Sequence[str]) -> str:
    """Names for people, not too many."""
    if not names:
        return "" if isinstance(names, tuple) else "none"
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more
