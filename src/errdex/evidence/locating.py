"""Finds the statement that a record is about in a version of its file where lines may have moved."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.sites import Site

HOLE = re.compile(r"\{[^{}]*\}|%(?:\([^)]*\))?[-#0 +]*\d*(?:\.\d+)?[sdrifxgea]")
ENOUGH = 3


def find_statement(claimed: PublishedRecord, sites: Sequence[Site]) -> int | None:
    """Number of the statement among a file's sites; `None`: none fits, or several fit equally well.

    Its message speaks most, then its line and its class; of several alike, the nearest to the line.
    """
    scored = [
        (score(claimed, site), -abs(site.line - claimed.line_number), number) for number, site in enumerate(sites)
    ]
    best = max(scored, default=(0, 0, 0))
    if best[0] < ENOUGH or [one[:2] for one in scored].count(best[:2]) > 1:
        return None
    return best[2]


def score(claimed: PublishedRecord, site: Site) -> int:
    """How much of what a record says fits a statement."""
    points = 2 if site.line <= claimed.line_number <= site.end_line else 0
    points += 2 if claimed.error_class and last_part(claimed.error_class) == last_part(site.exception) else 0
    message = claimed.error_message or ""
    if message and message in messages_of(site):
        points += 6
    elif (message and any(same_text(message, one) for one in messages_of(site))) or (
        claimed.error_code and claimed.error_code == site.error_code
    ):
        points += 4
    elif not message and not site.written:
        points += 1
    return points


def messages_of(site: Site) -> set[str]:
    """The message of a site as written, and as its templates show it."""
    return {site.written, *(template.text for template in site.templates if not template.is_bare)}


def same_text(one: str, other: str) -> bool:
    """Whether two messages differ in their placeholders alone."""
    return HOLE.sub("{}", one) == HOLE.sub("{}", other)


def last_part(dotted: str) -> str:
    """`c` of `a.b.c`."""
    return dotted.rpartition(".")[2]
