"""Candidates in order, each statement once, with everything that speaks for and against it."""

from __future__ import annotations

from errdex.matching.alignment import WHOLE, Alignment
from errdex.matching.classes import Agreement, class_agreement
from errdex.matching.holes import fill_holes, in_domain, plausible
from errdex.matching.scoring import (
    Candidate,
    class_contribution,
    kind_contribution,
    literal_points,
    log_contributions,
    place_contributions,
    score_of,
    text_contribution,
)
from errdex.nouns.anchors import literal_parts
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import Contribution, Match
from errdex.nouns.templates import Hole, Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.matching.store import CandidateStore, Parts
    from errdex.nouns.reports import ReportedError
    from errdex.nouns.sites import Site

_FRAMES_LEAD = 20.0
_MOST_READ = 16
"""Statements that are read whole, for the types and domains of their holes."""


class Ranked(NamedTuple):
    """A candidate with what speaks for it."""

    candidate: Candidate
    contributions: tuple[Contribution, ...]
    points: float
    agreement: Agreement
    literal: float
    """Points of literal text alone."""
    template: Template | None = None
    """The aligned template with its holes; `None`: not read yet."""

    @property
    def whole(self) -> bool:
        """Whether the template prints a whole reading of the text."""
        alignment = self.candidate.alignment
        return alignment is not None and alignment.tier == WHOLE


def rank(
    error: ReportedError,
    candidates: Iterable[tuple[Candidate, tuple[Contribution, ...]]],
    store: CandidateStore,
) -> list[Ranked]:
    """Each statement once, with its best template, best first; `candidates` come with what is known of them already."""
    best: dict[tuple[int, int], Ranked] = {}
    for candidate, known in candidates:
        entry = _ranked(error, candidate, known)
        key = (candidate.ref.site, candidate.ref.file_row)
        if key not in best or _order(entry) < _order(best[key]):
            best[key] = entry
    ordered = sorted(best.values(), key=_order)
    refined = [with_holes(entry, store) for entry in ordered[:_MOST_READ]]
    return sorted(refined, key=_order) + ordered[_MOST_READ:]


def _order(entry: Ranked) -> tuple[float, str, str, str, int, str]:
    """Best first; the same for equal evidence whatever the rows."""
    ref = entry.candidate.ref
    return (-entry.points, ref.package, ref.version, ref.file, ref.line, str(entry.candidate.parts))


def _ranked(error: ReportedError, candidate: Candidate, known: tuple[Contribution, ...]) -> Ranked:
    ref = candidate.ref
    kind = kind_contribution(error, ref)
    text = text_contribution(candidate)
    contributions = (
        *known,
        text,
        class_contribution(error, ref, text.points),
        *(() if kind is None else (kind,)),
        *log_contributions(error, ref),
        *(() if _is_shown(known) else place_contributions(ref)),
    )
    literal = literal_points(candidate.alignment.literal) if candidate.alignment is not None else 0.0
    return Ranked(candidate, contributions, _sum(contributions), class_agreement(error.exception, ref), literal)


def _is_shown(known: Iterable[Contribution]) -> bool:
    """Whether frames lead to the statement, so that folder and version speak neither for nor against it."""
    return any(one.what == "frame" and one.points >= _FRAMES_LEAD for one in known)


def _sum(contributions: Iterable[Contribution]) -> float:
    return round(sum(contribution.points for contribution in contributions), 3)


def template_of(site: Site, parts: Parts) -> Template | None:
    """The site's template with these literal parts."""
    for template in site.templates:
        if tuple(literal_parts(template.parts)) == parts:
            return template
    return None


def with_holes(entry: Ranked, store: CandidateStore) -> Ranked:
    """Adds what the holes' types and domains say, and fills them as their types suggest."""
    candidate = entry.candidate
    alignment = candidate.alignment
    if alignment is None or not alignment.values or alignment.tier != WHOLE:
        return entry
    site = store.site(candidate.ref)
    template = template_of(site, candidate.parts)
    if template is None or template.is_bare:
        return entry
    holes = [part for part in template.parts if isinstance(part, Hole)]
    values = alignment.values
    if any(plausible(hole, value) is False for hole, value in zip(holes, values, strict=True)):
        values = fill_holes(template.parts, _printed(candidate.parts, values)) or values
    contribution = holes_contribution(holes, values, site)
    contributions = (*entry.contributions, *(() if contribution is None else (contribution,)))
    filled = candidate._replace(alignment=Alignment(alignment.tier, values, alignment.literal))
    return entry._replace(candidate=filled, contributions=contributions, points=_sum(contributions), template=template)


def _printed(parts: Parts, values: Sequence[str]) -> str:
    """The text that the parts print with these values."""
    remaining = iter(values)
    return "".join(next(remaining) if part is None else part for part in parts)


def holes_contribution(holes: Sequence[Hole], values: Sequence[str], site: Site) -> Contribution | None:
    """What types, conversions and domains of the holes say of their values; `None`: nothing is known of any."""
    points, said = 0.0, []
    for hole, value in zip(holes, values, strict=True):
        fits = plausible(hole, value)
        member = in_domain(hole, value, site.reaching)
        shown = value if len(value) <= 40 else f"{value[:37]}..."
        if member is not None:
            points += 3.0 if member else -4.0
            said.append(f"{shown!r} is {'a' if member else 'no'} member of the values that get there")
        elif fits is not None:
            points += 0.0 if fits else -10.0
            said.append(f"{shown!r} {'suits' if fits else 'does not suit'} {hole.expression}")
    if not said:
        return None
    return Contribution("holes", max(-20.0, min(4.0, points)), "; ".join(said))


def match_from(entry: Ranked, store: CandidateStore) -> Match:
    """The entry as an answer gives it."""
    ref = entry.candidate.ref
    alignment = entry.candidate.alignment
    template = entry.template or template_of(store.site(ref), entry.candidate.parts)
    holes: tuple[tuple[str, str], ...] = ()
    if template is not None and alignment is not None:
        names = [part.expression for part in template.parts if isinstance(part, Hole)]
        holes = tuple(zip(names, alignment.values, strict=False))
    return Match(
        id=store.record_id(ref),
        kind="statement",
        package=ref.package,
        version=ref.version,
        file=ref.file,
        line=ref.line,
        end_line=ref.end_line,
        exception=ref.exception,
        score=score_of(entry.contributions),
        template="" if template is None or alignment is None else template.text,
        holes=holes,
        contributions=entry.contributions,
        ref=ref,
    )
