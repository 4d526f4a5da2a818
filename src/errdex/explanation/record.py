"""A site in the published form of a record."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from errdex.explanation.families import families_of
from errdex.explanation.pattern import message_pattern
from errdex.explanation.prose import claims_of, sentences
from errdex.nouns.guards import Guard, Guarded, Snippets
from errdex.nouns.records import PublishedRecord
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.claims import Claim
    from errdex.nouns.records import RecordedSite
    from errdex.nouns.sites import Site

SLUG_SOURCE = 50
"""Characters of the message that a slug is made of."""
BEFORE, MOST_LINES = 18, 40

ERROR_TYPES = {
    SiteKind.RAISE: "exception",
    SiteKind.ASSERT: "exception",
    SiteKind.THROW: "exception",
    SiteKind.RETURN_ERROR: "exception",
    SiteKind.PANIC: "panic",
    SiteKind.WARN: "console",
    SiteKind.LOG: "console",
    SiteKind.EXIT: "console",
}
LOG_SEVERITIES = {
    "CRITICAL": "critical",
    "FATAL": "critical",
    "ERROR": "error",
    "EXCEPTION": "error",
    "WARNING": "warning",
    "WARN": "warning",
}


def published_record(recorded: RecordedSite, guarded: Guarded | None = None) -> PublishedRecord:
    """The published form. What is not known is `None`; nothing is made up to fill a field.

    `guarded`: the site's guard, already checked; `None`: it was not looked for.
    """
    site, distribution = recorded.site, recorded.distribution
    first, last = shown_lines(site, len(recorded.source.lines))
    shown = recorded.source.lines[first - 1 : last] if first else ()
    claims = claims_of(recorded, guarded)
    families = families_of(site)
    snippets = guarded.snippets if guarded is not None else Snippets()
    return PublishedRecord(
        id=recorded.id,
        repo=distribution.repo or f"{distribution.ecosystem}/{distribution.name}",
        slug=slug_of(site, recorded.id if recorded.repeated_slug else ""),
        error_code=site.error_code or None,
        error_message=site.written or None,
        message_pattern=message_pattern(site.templates),
        error_type="error_code" if site.error_code else ERROR_TYPES[site.kind],
        error_class=class_of(site),
        http_status=None,
        severity=severity_of(site),
        file_path=distribution.prefix + recorded.path,
        line_number=site.line,
        source_code="\n".join(shown) if shown else None,
        source_code_start=first or None,
        source_code_end=last or None,
        github_url=None,
        documentation=joined(claims, "documentation"),
        trigger_scenarios=joined(claims, "triggerScenarios"),
        common_situations=joined(claims, "commonSituations"),
        solutions=sentences(claims, "solutions") or None,
        example_fix=snippets.example_fix or None,
        handling_strategy=strategy_of(snippets, guarded),
        validation_code=snippets.validation or None,
        type_guard=snippets.type_guard or None,
        try_catch_pattern=snippets.try_catch or None,
        prevention_tips=sentences(claims, "preventionTips") or None,
        tags=tags_of(recorded, families),
        background_tag=families[0] if families else None,
        analyzed_sha=recorded.tree_hash or None,
        analyzed_at=iso_time(recorded.indexed),
    )


def slug_of(site: Site, repeated_id: str = "") -> str:
    """The slug by the contract's rule; `repeated_id`: the record's id where an earlier site has the same slug."""
    slug = re.sub(r"[^a-z0-9]+", "-", (site.error_code or site.written[:SLUG_SOURCE]).lower()).strip("-")
    if not repeated_id:
        return slug
    return f"{slug}-{repeated_id[:6]}".lstrip("-")


def class_of(site: Site) -> str | None:
    """The class as the source names it; a log call has a level in its place, which is no class."""
    return (site.exception or None) if site.kind is not SiteKind.LOG else None


def severity_of(site: Site) -> str:
    """How bad it is, as far as the kind of statement says."""
    if site.kind is SiteKind.WARN:
        return "warning"
    if site.kind is SiteKind.LOG:
        return LOG_SEVERITIES.get(site.exception.upper(), "error")
    return "critical" if site.kind is SiteKind.PANIC else "error"


def shown_lines(site: Site, count: int) -> tuple[int, int]:
    """First and last line of the source to show, at most 40; 0 and 0 where there is none."""
    if not count or site.line > count:
        return 0, 0
    first = max(1, site.line - BEFORE)
    return first, min(count, first + MOST_LINES - 1)


def joined(claims: Sequence[Claim], field: str) -> str | None:
    """The sentences of a field of prose; `None`: there are none."""
    return " ".join(sentences(claims, field)) or None


def strategy_of(snippets: Snippets, guarded: Guarded | None) -> str | None:
    """How to deal with it, as far as code for it was shown to hold."""
    if snippets.validation and guarded is not None and isinstance(guarded.guard, Guard):
        return "type-guard" if "isinstance(" in guarded.guard.test else "validation"
    return "try-catch" if snippets.try_catch else None


def tags_of(recorded: RecordedSite, families: Sequence[str]) -> tuple[str, ...]:
    """Distribution, kind of statement, class, and families, in lower-case kebab."""
    site = recorded.site
    named = [recorded.distribution.name, str(site.kind), class_of(site) or ""]
    tags = (kebab(name.rpartition(".")[2] or name) for name in named)
    return tuple(dict.fromkeys((*filter(None, tags), *families)))


def kebab(name: str) -> str:
    """`HTTPError` as `http-error`."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return re.sub(r"[^a-z0-9]+", "-", apart.lower()).strip("-")


def iso_time(seconds: int) -> str:
    """ISO 8601, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
