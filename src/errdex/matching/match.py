"""From a reported error to an answer: by its frames where they can be trusted, else by class and message."""

from __future__ import annotations

from errdex.matching.binary_texts import with_texts
from errdex.matching.candidates import class_candidates, text_candidates
from errdex.matching.classes import Agreement
from errdex.matching.compiled import best_origins, compiled_match, is_untraced, traced_origins
from errdex.matching.groups import remarks_on
from errdex.matching.ranking import match_from, rank
from errdex.matching.store import MatchOptions
from errdex.matching.verdicts import (
    can_be_named,
    may_be_passed_on,
    rivals_statement,
    takes_text_over,
    ties_with_statement,
    verdict_of,
    verdict_with_compiled,
)
from errdex.nouns.matches import Answer, Contribution, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.ranking import Ranked
    from errdex.matching.scoring import Candidate
    from errdex.matching.store import CandidateStore
    from errdex.nouns.reports import Report, ReportedError

_CHAIN_POINTS = 3.0
_MOST_ORIGINS = 3
"""Binaries named beside statements: many hold the same text, and statements must not drop out for that."""
_CUT_ENDS = ("…", "...", "[truncated]")
_ELSEWHERE_POINTS = -60.0
_MOST_ELSEWHERE = 60.0


def match_error(error: ReportedError, store: CandidateStore, options: MatchOptions = MatchOptions()) -> Answer:  # noqa: B008 - frozen
    """The statements that may have printed one reported error, best first, with a verdict on them."""
    return _match(error, store, with_texts(options, store), frozenset())


def match_report(report: Report, store: CandidateStore, options: MatchOptions = MatchOptions()) -> tuple[Answer, ...]:  # noqa: B008 - frozen
    """An answer for each error of a report, in its order.

    Errors of a chain come from one run, so distributions that stand behind some of them speak for their statements
    where the others leave a choice.
    """
    options = with_texts(options, store)
    answers = [_match(error, store, options, frozenset()) for error in report.errors]
    if len(answers) < 2:
        return tuple(answers)
    sure = frozenset(
        answer.matches[0].package for answer in answers if answer.verdict is Verdict.EXACT and answer.matches
    )
    if not sure:
        return tuple(answers)
    return tuple(
        _match(answer.error, store, options, sure) if answer.verdict in {Verdict.AMBIGUOUS, Verdict.WEAK} else answer
        for answer in answers
    )


def _match(error: ReportedError, store: CandidateStore, options: MatchOptions, packages: frozenset[str]) -> Answer:
    if not error.frames:
        return _answer(error, _ranked_by_text(error, store, packages), store, options)
    # Imported late: a bare message, asked of a cold process, has no use for what reads frames.
    from errdex.matching.located import answer_by_frames
    from errdex.matching.passed_on import passed_on

    located = answer_by_frames(error, store, options)
    if located is not None and located.matches[0].kind == "compiled":
        located = located._replace(matches=(*located.matches, *passed_on(error, store)))
    if located is not None and is_untraced(located):
        return _with_makers(located, _ranked_by_text(error, store, packages), store, options)
    if located is not None:
        return located
    ranked = _ranked_by_text(error, store, packages)
    return _answer(error, ranked, store, options)


def _with_makers(answer: Answer, ranked: Sequence[Ranked], store: CandidateStore, options: MatchOptions) -> Answer:
    """Adds statements elsewhere that make this error: an exception object may be raised far from where it was made."""
    made = [entry for entry in ranked if entry.agreement >= Agreement.SAME_NAME and can_be_named(entry)]
    matches = [match_from(_below_frames(entry), store) for entry in made[: options.limit - 1]]
    return answer._replace(matches=(*answer.matches, *matches))


def _below_frames(entry: Ranked) -> Ranked:
    """The entry with fewer points than frames give, whatever its text says."""
    points = min(_ELSEWHERE_POINTS, _MOST_ELSEWHERE - entry.points)
    elsewhere = Contribution("frame", points, "the traceback does not end at this statement")
    return entry._replace(contributions=(*entry.contributions, elsewhere), points=entry.points + points)


def _ranked_by_text(error: ReportedError, store: CandidateStore, packages: frozenset[str]) -> list[Ranked]:
    found = [*text_candidates(error, store), *class_candidates(error, store)]
    return rank(error, [(one, _known(error, one, packages)) for one in found], store)


def _known(error: ReportedError, candidate: Candidate, packages: frozenset[str]) -> tuple[Contribution, ...]:
    """What frames and the other errors of a chain say of a candidate."""
    known: tuple[Contribution, ...] = ()
    if error.frames:
        from errdex.matching.located import frame_evidence

        known = frame_evidence(error, candidate.ref)
    if candidate.ref.package in packages:
        why = f"another error of the chain comes from {candidate.ref.package}"
        return (*known, Contribution("chain", _CHAIN_POINTS, why))
    return known


def _answer(error: ReportedError, ranked: Sequence[Ranked], store: CandidateStore, options: MatchOptions) -> Answer:
    truncated = error.truncated or error.message.rstrip().endswith(_CUT_ENDS)
    verdict = verdict_of(ranked, truncated=truncated)
    if verdict is Verdict.EXACT and may_be_passed_on(error, ranked, store):
        verdict = Verdict.AMBIGUOUS
    if error.frames and verdict in {Verdict.EXACT, Verdict.AMBIGUOUS}:
        from errdex.matching.located import is_warning

        if not is_warning(error):
            verdict = Verdict.WEAK  # the frames lead to no such statement
    shown = [entry for entry in ranked if entry.points > 0][: options.limit]
    matches = [match_from(entry, store) for entry in shown]
    origins = best_origins(traced_origins(error, options))
    if origins and rivals_statement(origins[0].literal, ranked):
        # Nothing in class and message tells a library's imitation from the original: they tie.
        ties = ties_with_statement(origins[0].literal, ranked) or takes_text_over(ranked, store)
        tied = matches[0].score if matches and ties else None
        compiled = [compiled_match(origin, error, tied=tied) for origin in origins[:_MOST_ORIGINS]]
        matches = sorted([*compiled, *matches], key=lambda match: -match.score)[: options.limit]
        verdict = verdict_with_compiled(verdict, origins[0].literal, len(origins))
    if not matches:
        return Answer(error, Verdict.NONE, (), ())
    return Answer(error, verdict, tuple(matches), remarks_on(error, verdict, ranked))
