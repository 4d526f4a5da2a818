"""How sure an answer may be."""

from __future__ import annotations

from errdex.matching.alignment import TRUNCATED, WHOLE
from errdex.matching.classes import Agreement, class_agreement
from errdex.matching.scoring import is_vendored
from errdex.nouns.anchors import literal_parts
from errdex.nouns.matches import Verdict
from errdex.nouns.templates import Hole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.ranking import Ranked
    from errdex.matching.store import CandidateStore, Parts
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import ReportedError
    from errdex.nouns.templates import Template

ENOUGH_TO_NAME = 18.0
"""Points of literal text below which a message names no statement: anybody may print such a text."""
MARGIN = 6.0
"""Points by which the best must lead for errdex to stand for it."""
_IMITATED = 0.6
"""Share of a statement's literal text from which on a text of compiled code may be what it imitates."""
_HOLES_CONTRADICT = -4.0
_SAYS_SOMETHING = 4.0
_ENOUGH_COMPILED = 30.0
_MOST_ASKED = 32
_MOST_WEAK_ASKED = 12
_CLASS_TELLS = {
    Agreement.SAME: 14.0,
    Agreement.SAME_NAME: 6.0,
    Agreement.SAME_BUILTIN: 0.0,
    Agreement.UNSAID: -8.0,
    Agreement.UNKNOWN: -8.0,
    Agreement.RELATED: -8.0,
}
"""What the class adds to that: one of a package is printed by hardly anybody else, one of the interpreter by all."""
_GATHERED = frozenset({"errors", "errs", "exceptions", "excs", "failures", "error_list", "error_dict"})
_COMPARABLE = 0.3
"""The same as a share of the best one's literal text: holes take in whole phrases now and then."""
_CUT_ASKS = 16.0
"""How much more a text that was cut must show. A template inside a longer text is not named: whoever printed the rest
raised the error and took this text over."""


def verdict_of(ranked: Sequence[Ranked], *, truncated: bool = False) -> Verdict:
    """The verdict on statements found by message and class alone, best first; `truncated`: the text is known to be cut."""
    if not ranked:
        return Verdict.NONE
    best = ranked[0]
    if not can_be_named(best, truncated=truncated):
        return Verdict.WEAK
    rivals = [entry for entry in ranked[1:] if is_rival(entry, best)]
    return Verdict.AMBIGUOUS if rivals else Verdict.EXACT


def can_be_named(entry: Ranked, *, truncated: bool = False) -> bool:
    """Whether the evidence is more than any other program's message would show; `truncated`: the text is known to be cut."""
    tells = _CLASS_TELLS.get(entry.agreement)
    alignment = entry.candidate.alignment
    if tells is None or alignment is None:
        return False
    if alignment.tier == TRUNCATED and truncated:
        tells -= _CUT_ASKS
    elif alignment.tier != WHOLE:
        return False
    if is_vendored(entry.candidate.ref) and entry.agreement is not Agreement.SAME:
        return False  # the original, known here or not, prints the same
    if any(part.what == "holes" and part.points <= _HOLES_CONTRADICT for part in entry.contributions):
        return False
    return entry.literal + tells >= ENOUGH_TO_NAME


def is_rival(entry: Ranked, best: Ranked) -> bool:
    """Whether another statement may have printed the text as well, by comparable evidence."""
    if entry.candidate.alignment is None or entry.agreement is Agreement.DIFFERENT:
        return False
    if best.candidate.reading and not entry.candidate.reading and entry.whole and entry.literal >= _SAYS_SOMETHING:
        return True  # it prints what was taken off for the other reading
    margin = max(MARGIN, _COMPARABLE * best.literal)
    return entry.points > best.points - margin and not is_other_version(entry, best)


def is_other_version(entry: Ranked, best: Ranked) -> bool:
    """Whether it is the same statement in another version of the distribution."""
    one, other = entry.candidate.ref, best.candidate.ref
    return (
        one.package == other.package
        and one.version != other.version
        and (one.file, one.function) == (other.file, other.function)
        and entry.candidate.parts == best.candidate.parts
    )


def rivals_statement(literal: float, ranked: Sequence[Ranked]) -> bool:
    """Whether a text of compiled code says about as much of the message as the best statement does.

    Libraries write the interpreter's messages with a hole filled in (`'{}' object has no attribute 'model'`), so a
    statement may say somewhat more.
    """
    if not ranked or not ranked[0].whole:
        return True
    return literal > min(ranked[0].literal - MARGIN, ranked[0].literal * _IMITATED)


def ties_with_statement(literal: float, ranked: Sequence[Ranked]) -> bool:
    """Whether neither a text of compiled code nor the best statement says notably more than the other."""
    if not ranked or not ranked[0].whole or ranked[0].agreement is Agreement.DIFFERENT:
        return False
    return ranked[0].literal > literal - MARGIN and rivals_statement(literal, ranked)


def takes_text_over(ranked: Sequence[Ranked], store: CandidateStore) -> bool:
    """Whether the best statement is one of a package's own class that may have taken the text over from compiled code:
    nothing of its text is known, and it passes on what another error says.
    """
    if not ranked or ranked[0].literal >= _SAYS_SOMETHING:
        return False
    best = ranked[0].candidate
    return ranked[0].whole and _has_own_class(ranked[0]) and _passes_text_on(best.ref, best.parts, store)


def verdict_with_compiled(verdict: Verdict, literal: float, origins: int) -> Verdict:
    """The verdict when texts of compiled code print the message too, and say as much as the best statement does."""
    if verdict in {Verdict.EXACT, Verdict.AMBIGUOUS}:
        return Verdict.AMBIGUOUS
    if literal < ENOUGH_TO_NAME:
        return Verdict.WEAK
    if origins > 1:
        return Verdict.AMBIGUOUS
    return Verdict.EXACT if verdict is Verdict.NONE and literal >= _ENOUGH_COMPILED else Verdict.WEAK


def may_be_passed_on(error: ReportedError, ranked: Sequence[Ranked], store: CandidateStore) -> bool:
    """Whether another statement of the same class, one of a package, may have taken the text of the best one over from
    the error it caught (`raise ParseError(str(err))`), so that the message comes from one and the error from the other.
    """
    best = ranked[0]
    if not _has_own_class(best):
        return False
    same = [entry.candidate for entry in ranked[1:] if entry.agreement is best.agreement and entry.whole]
    if any(_passes_text_on(one.ref, one.parts, store) for one in same[:_MOST_ASKED]):
        return True
    # a class with very many statements of unknown text has none of them among the candidates
    weak = [
        ref
        for ref, parts in store.weak_sites(error.exception, _MOST_ASKED)
        if parts == (None,) and class_agreement(error.exception, ref) is best.agreement
    ]
    return any(_passes_text_on(ref, (None,), store) for ref in weak[:_MOST_WEAK_ASKED])


def _has_own_class(entry: Ranked) -> bool:
    """Whether it raises the printed class, and that is one of a package."""
    return entry.agreement >= Agreement.SAME_NAME and entry.agreement is not Agreement.SAME_BUILTIN


def _passes_text_on(ref: SiteRef, parts: Parts, store: CandidateStore) -> bool:
    """Whether a statement's template of these parts prints what another error says."""
    return any(
        (one.passes_on or _gathers_errors(one)) and tuple(literal_parts(one.parts)) == parts
        for one in store.site(ref).templates
    )


def _gathers_errors(template: Template) -> bool:
    """Whether all that is printed is a variable that holds errors, gathered from those that others raised."""
    if not template.is_bare:
        return False
    names = [part.expression.rpartition(".")[2].lstrip("_") for part in template.parts if isinstance(part, Hole)]
    return any(name in _GATHERED for name in names)
