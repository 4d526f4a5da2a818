"""Checks what the form itself fixes: id, slug, vocabulary, links, times."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from errdex.nouns.audits import ClaimCheck
from errdex.nouns.explanations import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.nouns.records import PublishedRecord

ERROR_TYPES = frozenset({"exception", "error_code", "console", "http", "validation", "panic"})
SEVERITIES = frozenset({"critical", "error", "warning", "info"})
STRATEGIES = frozenset({"try-catch", "type-guard", "validation", "retry", "fallback"})
KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SHA = re.compile(r"[0-9a-f]{40}")
SLUG_SOURCE = 50
SEPARATOR = "\x01"


def record_id(claimed: PublishedRecord, number: int) -> str:
    """The id by the contract's rule; `number`: which of the statements of its file with this text it is, from 1."""
    parts = [claimed.repo, claimed.error_code or claimed.error_message or "", claimed.file_path]
    if number > 1:
        parts.append(str(number))
    return hashlib.sha256(SEPARATOR.join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def slug_of(claimed: PublishedRecord) -> str:
    """The slug by the contract's rule, without what a repeated one has behind it."""
    source = claimed.error_code or (claimed.error_message or "")[:SLUG_SOURCE]
    return re.sub(r"[^a-z0-9]+", "-", source.lower()).strip("-")


def check_form(claimed: PublishedRecord, own: PublishedRecord, number: int) -> Iterator[ClaimCheck]:
    """Checks of the fields that follow from others or from a fixed vocabulary.

    `own` is what errdex writes of the same statement; `number` as for `record_id`.
    """
    wanted = record_id(claimed, number)
    yield judged("id", claimed.id, claimed.id == wanted, "it does not follow from repo, message and path", wanted)
    slug = slug_of(claimed)
    longer = f"{slug}-{claimed.id[:6]}".lstrip("-")
    yield judged("slug", claimed.slug, claimed.slug in (slug, longer), "it does not follow from the message", slug)
    yield from chosen("errorType", claimed.error_type, own.error_type, ERROR_TYPES)
    yield from chosen("severity", claimed.severity, own.severity, SEVERITIES)
    yield from chosen("handlingStrategy", claimed.handling_strategy, own.handling_strategy, STRATEGIES)
    yield from check_tags(claimed, own)
    yield from check_commit(claimed, own)
    yield judged(
        "schemaVersion", str(claimed.schema_version), claimed.schema_version == 2, "this form is version 2", "2"
    )


def judged(field: str, claim: str, holds: bool, reason: str, right: str) -> ClaimCheck:
    """A check that is either right or wrong."""
    if holds:
        return ClaimCheck(field, claim, Level.EVALUATED)
    return ClaimCheck(field, claim, Level.REFUTED, reason, right)


def chosen(field: str, claim: str | None, own: str | None, vocabulary: frozenset[str]) -> Iterator[ClaimCheck]:
    """A value out of a fixed vocabulary."""
    if claim is None:
        return
    if claim not in vocabulary:
        yield ClaimCheck(field, claim, Level.REFUTED, f"it is none of {', '.join(sorted(vocabulary))}", own or "")
    elif claim == own:
        yield ClaimCheck(field, claim, Level.EVALUATED)
    elif own is not None and "panic" in (claim, own):
        yield ClaimCheck(field, claim, Level.REFUTED, "the statement is of another kind", own)
    else:
        yield ClaimCheck(field, claim, None, "the source does not decide about it", own or "")


def check_tags(claimed: PublishedRecord, own: PublishedRecord) -> Iterator[ClaimCheck]:
    """Tags are lower-case kebab; those that errdex derives as well are right."""
    for field, tags, known in (
        ("tags", claimed.tags, own.tags),
        (
            "backgroundTag",
            (claimed.background_tag,) if claimed.background_tag is not None else (),
            (own.background_tag,),
        ),
    ):
        for tag in tags:
            if not KEBAB.fullmatch(tag):
                yield ClaimCheck(field, tag, Level.REFUTED, "a tag is lower-case words with hyphens between")
            elif tag in known:
                yield ClaimCheck(field, tag, Level.EVALUATED)
            else:
                yield ClaimCheck(field, tag, None, "whether a tag fits is not decided by the source")


def check_commit(claimed: PublishedRecord, own: PublishedRecord) -> Iterator[ClaimCheck]:
    """Commit, link and time."""
    sha = claimed.analyzed_sha
    if sha is not None and not SHA.fullmatch(sha):
        yield ClaimCheck("analyzedSha", sha, Level.REFUTED, "it is no 40 hex digits")
    elif sha is not None and sha == own.analyzed_sha:
        yield ClaimCheck("analyzedSha", sha, Level.LOCATED)
    elif sha is not None:
        yield ClaimCheck("analyzedSha", sha, None, "it is not known whether this source is that commit")
    if claimed.github_url is not None:
        links = links_of(claimed)
        fits = claimed.github_url in links
        yield judged(
            "githubUrl", claimed.github_url, fits, "it does not follow from repo, commit, path and lines", links[0]
        )
    if not is_utc_time(claimed.analyzed_at):
        yield ClaimCheck("analyzedAt", claimed.analyzed_at, Level.REFUTED, "it is no ISO 8601 time in UTC")
    else:
        yield ClaimCheck("analyzedAt", claimed.analyzed_at, None, "when somebody looked cannot be checked")


def links_of(claimed: PublishedRecord) -> list[str]:
    """What the link may be: to the lines that are shown, or to the statement's."""
    base = f"https://github.com/{claimed.repo}/blob/{claimed.analyzed_sha}/{claimed.file_path}"
    shown = f"{base}#L{claimed.source_code_start}-L{claimed.source_code_end}"
    return [shown, f"{base}#L{claimed.line_number}", f"{base}#L{claimed.line_number}-L{claimed.line_number}"]


def is_utc_time(text: str) -> bool:
    """Whether a text is an ISO 8601 time in UTC."""
    try:
        offset = datetime.fromisoformat(text).utcoffset()
    except ValueError:
        return False
    return offset is not None and not offset
