"""The published record: what errdex states about one site, in the form that the outside relies on."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import SourceText
from errdex.nouns.reproductions import Reproduction
from errdex.nouns.sites import Site
from errdex.nouns.sources import Distribution


class RecordedSite(NamedTuple):
    """A site with everything that the catalogue and the disk know around it."""

    id: str
    """Of the record, 16 hex digits."""
    site: Site
    distribution: Distribution
    path: str
    """As `SourceFile.path`."""
    installed: bool | None
    """As `Place.installed`."""
    source: SourceText
    tree_hash: str
    """SHA-1 over the hashes of the distribution's files, 40 hex digits (`""`: not known); stands for the commit where none is known."""
    indexed: int
    """When it was indexed, seconds since 1970."""
    changed: int
    """When the catalogue last changed, seconds since 1970."""
    repeated_slug: bool = False
    """Whether an earlier site of the same repository has the same slug."""
    reproduction: Reproduction | None = None
    """A program that was run and ended at the statement; `None`: none was (`errdex verify` looks for one)."""


class PublishedRecord(NamedTuple):
    """The published form; `None` is unknown. Field by field as in the contract, in its order."""

    id: str
    repo: str
    slug: str
    error_code: str | None
    error_message: str | None
    message_pattern: str | None
    error_type: str
    error_class: str | None
    http_status: int | None
    severity: str
    file_path: str
    line_number: int
    source_code: str | None
    source_code_start: int | None
    source_code_end: int | None
    github_url: str | None
    documentation: str | None
    trigger_scenarios: str | None
    common_situations: str | None
    solutions: tuple[str, ...] | None
    example_fix: str | None
    handling_strategy: str | None
    validation_code: str | None
    type_guard: str | None
    try_catch_pattern: str | None
    prevention_tips: tuple[str, ...] | None
    tags: tuple[str, ...]
    background_tag: str | None
    analyzed_sha: str | None
    analyzed_at: str
    schema_version: int = 2
