"""Statements that print the same, and what would tell them apart."""

from __future__ import annotations

from errdex.nouns.matches import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.ranking import Ranked
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import ReportedError

_MOST_COMPARED = 50


def remarks_on(error: ReportedError, verdict: Verdict, ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """What to say of the statements that tie: how many, how they differ, what to give to tell them apart."""
    if verdict not in {Verdict.AMBIGUOUS, Verdict.WEAK} or not ranked:
        return ()
    tied = [entry.candidate.ref for entry in ranked if entry.points == ranked[0].points]
    if len(tied) < 2:
        return ()
    advice = "" if error.frames else "; paste the traceback"
    missing = "" if error.exception else "; give the class too" if _differ(tied, "exception") else ""
    return (f"{len(tied)} statements print this, and differ by {differences(tied)}{missing}{advice}",)


def differences(refs: Sequence[SiteRef]) -> str:
    """By what statements that print the same can be told apart, as words."""
    refs = refs[:_MOST_COMPARED]
    named = (
        ("package", "package"),
        ("version", "version"),
        ("file", "file"),
        ("function", "function"),
        ("exception", "class"),
    )
    found = [word for field, word in named if _differ(refs, field)]
    return ", ".join(found) if found else "line"


def _differ(refs: Sequence[SiteRef], field: str) -> bool:
    return len({getattr(ref, field) for ref in refs}) > 1
