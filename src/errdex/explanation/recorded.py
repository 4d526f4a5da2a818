"""A record of the catalogue explained without any report: what is known of its site."""

from __future__ import annotations

from errdex.explanation.explain import catchable_bases, class_to_catch, condition_state, written_out
from errdex.explanation.narrowing import narrowed_sets
from errdex.explanation.window import source_window
from errdex.nouns.explanations import Explanation, Place
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import ReportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.records import RecordedSite


def explain_site(recorded: RecordedSite) -> Explanation:
    """What is known of a site; the message is its first template, with the expressions of its holes."""
    site, distribution = recorded.site, recorded.distribution
    known = [template for template in site.templates if not template.is_bare]
    place = Place(
        recorded.path,
        site.line,
        site.end_line,
        site.function,
        distribution.name,
        distribution.version,
        recorded.installed,
        recorded.source.location,
    )
    explanation = Explanation(
        ReportedError(site.exception, written_out(known[0]) if known else ""),
        Verdict.EXACT,
        None,
        place,
        site.kind,
        template=written_out(known[0]) if known else "",
        written=site.written,
        condition=site.condition,
        condition_state=condition_state(site),
        narrowed=narrowed_sets(site.reaching, ()),
        source=source_window(recorded.source, site, site.condition),
        cause=site.cause,
        catch=class_to_catch(site, ""),
        bases=catchable_bases(site),
        handlers=site.handlers,
        entry_points=site.entry_points,
        evidence=site.evidence,
        at_import=site.at_import,
        remarks=tuple(f"it also prints: {written_out(template)}" for template in known[1:]),
    )
    unknown = [f"more about this statement: {site.degraded}"] if site.degraded else []
    if not known:
        unknown.append("how its text is made: it shows only when the statement runs")
    if explanation.source.unread:
        unknown.append(f"what the source says now: {explanation.source.unread}")
    return explanation._replace(unknown=tuple(unknown))
