"""An answer of matching, with the sites it names, becomes an explanation. Nothing is read here, and nothing invented."""

from __future__ import annotations

from errdex.explanation.filling import filled_holes
from errdex.explanation.frames import own_frame
from errdex.explanation.narrowing import narrowed_sets
from errdex.explanation.near import did_you_mean, guard_line
from errdex.explanation.unknowns import unknowns_of, what_would_help
from errdex.explanation.window import source_window
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Candidate, Explanation, Place, SourceText
from errdex.nouns.matches import Verdict
from errdex.nouns.sites import SiteKind
from errdex.nouns.templates import Hole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.matches import Answer, Match
    from errdex.nouns.sites import Site
    from errdex.nouns.templates import Template

CAUGHT = (SiteKind.RAISE, SiteKind.ASSERT, SiteKind.EXIT)
TOO_WIDE = ("Exception", "BaseException", "object")


class Found(NamedTuple):
    """What the catalogue and the disk have about one match."""

    match: Match
    site: Site | None
    """`None` for compiled code."""
    source: SourceText = SourceText(unread="it was not looked at")


def explain_answer(answer: Answer, found: Sequence[Found]) -> Explanation:
    """The explanation of one answer.

    `found` holds the answer's matches, in order, as far as they were looked up; only the first one's source is needed.
    """
    if not found:
        return Explanation(
            answer.error,
            answer.verdict,
            caller=own_frame(answer.error.frames, None),
            remarks=(*answer.remarks, *what_would_help(answer)),
        )
    if answer.verdict is Verdict.EXACT:
        return explain_match(answer, found[0])
    return explain_several(answer, found)


def explain_match(answer: Answer, found: Found) -> Explanation:
    """The explanation of an answer by one of its matches."""
    match, site = found.match, found.site
    if site is None:
        return explain_compiled(answer, match)
    place = place_of(match, site, found.source.location)
    template = template_that_fits(site, match)
    holes = filled_holes(match, template)
    explanation = Explanation(
        answer.error,
        answer.verdict,
        match,
        place,
        site.kind,
        template=written_out(template) if template is not None and not template.is_bare else "",
        written=site.written,
        holes=holes,
        passes_on=template.passes_on if template is not None else "",
        condition=site.condition,
        condition_state=condition_state(site),
        selected_by=template.condition if template is not None and len(site.templates) > 1 else (),
        narrowed=narrowed_sets(site.reaching, holes),
        source=source_window(found.source, site, site.condition),
        cause=site.cause,
        catch=class_to_catch(site, answer.error.exception),
        bases=catchable_bases(site),
        handlers=site.handlers,
        entry_points=site.entry_points,
        evidence=site.evidence,
        at_import=site.at_import,
        caller=own_frame(answer.error.frames, place),
        near=did_you_mean(site.reaching, holes),
        guard=guard_line(site.reaching, site.condition),
        remarks=answer.remarks,
    )
    return explanation._replace(unknown=unknowns_of(explanation, site))


def explain_several(answer: Answer, found: Sequence[Found]) -> Explanation:
    """Several statements, alike or only similar: what is true of all of them."""
    similar = answer.verdict is Verdict.WEAK
    candidates = tuple(candidate_of(one) for one in found)
    best = candidates[0].match
    same_text = all(candidate.match.template == best.template for candidate in candidates)
    return Explanation(
        answer.error,
        answer.verdict,
        None if similar else best,
        candidates=candidates,
        template=best.template if same_text and not similar else "",
        holes=filled_holes(best, template_that_fits(found[0].site, best) if found[0].site else None)
        if same_text and not similar
        else (),
        catch="" if similar else answer.error.exception,
        caller=own_frame(answer.error.frames, None),
        remarks=(*answer.remarks, *what_would_help(answer)) if similar else answer.remarks,
    )


def explain_compiled(answer: Answer, match: Match) -> Explanation:
    """An error that no statement raised: it came from an extension module or the interpreter."""
    frames = answer.error.frames
    return Explanation(
        answer.error,
        answer.verdict,
        match,
        template=match.template,
        holes=filled_holes(match, None),
        catch=answer.error.exception,
        caller=own_frame(frames, None),
        compiled_call=frames[-1] if frames else None,
        remarks=answer.remarks,
        unknown=("under which condition: compiled code has no source here",),
    )


def candidate_of(found: Found) -> Candidate:
    """One of several statements."""
    if found.site is None:
        return Candidate(found.match, None)
    return Candidate(found.match, place_of(found.match, found.site, found.source.location), found.site.condition)


def place_of(match: Match, site: Site, location: str) -> Place:
    """Where a matched statement stands."""
    installed = match.ref is None or match.ref.active
    return Place(match.file, site.line, site.end_line, site.function, match.package, match.version, installed, location)


def template_that_fits(site: Site, match: Match) -> Template | None:
    """The template of the site that matching aligned, `None` when it aligned none.

    Where several ways print the same text, it is not known which it was: what selects one of them is left out.
    """
    alike = [template for template in site.templates if template.text == match.template]
    if len(alike) < 2:
        return alike[0] if alike else None
    same_source = all(template.passes_on == alike[0].passes_on for template in alike)
    return alike[0]._replace(condition=(), passes_on=alike[0].passes_on if same_source else "")


def written_out(template: Template) -> str:
    """The template for people, each hole with its expression: `no mode {mode!r}`."""
    return "".join(part if isinstance(part, str) else hole_written_out(part) for part in template.parts)


def hole_written_out(hole: Hole) -> str:
    """One hole with its expression, conversion and format."""
    conversion = f"!{hole.conversion}" if hole.conversion else ""
    form = f":{hole.format}" if hole.format else ""
    return "{" + hole.expression + conversion + form + "}"


def condition_state(site: Site) -> str:
    """As `Explanation.condition_state`."""
    if site.condition:
        return "clauses"
    return "unknown" if site.degraded else "always"


def class_to_catch(site: Site, printed: str) -> str:
    """What `except` should name."""
    if site.kind not in CAUGHT:
        return ""
    known = site.public_path or site.qualified
    if known and (not printed or last_name(known) == last_name(printed)):
        return plain_name(known)
    return printed or site.exception


def catchable_bases(site: Site) -> tuple[str, ...]:
    """The classes above, without those that catch nearly everything."""
    if site.kind not in CAUGHT:
        return ()
    names = (plain_name(base) for base in site.bases)
    return tuple(name for name in names if name not in TOO_WIDE)


def plain_name(qualified: str) -> str:
    """A qualified name as one writes it: built-in names stand alone."""
    return qualified.removeprefix("builtins.")


def last_name(dotted: str) -> str:
    """The last part of a dotted name."""
    return dotted.rpartition(".")[2]
