"""Records that explain a report."""

from __future__ import annotations

from enum import StrEnum

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import ReportedError
from errdex.nouns.sites import SiteKind


class Verdict(StrEnum):
    """How sure an answer is."""

    EXACT = "exact"
    """One statement, and errdex stands for it."""
    AMBIGUOUS = "ambiguous"
    """Several statements print this; all are given."""
    WEAK = "weak"
    """Only similar."""
    NONE = "none"


class Contribution(NamedTuple):
    """One part of a score."""

    what: str
    """`frame`, `text`, `class`, `logger`, `version` …"""
    points: float
    """What it added; 0 when it did not count."""
    why: str
    """For people: `line 257 lies in this statement`, `class differs: KeyError, not ValueError`."""


class SiteRef(NamedTuple):
    """Where a site stands in the catalogue: what matching needs to know of it, cheap to read in bulk."""

    site: int
    """Row of the site in the catalogue."""
    file_row: int
    """Row of the file (one site may stand in the equal file of several versions)."""
    package: str
    version: str
    file: str
    line: int
    end_line: int
    function: str
    kind: SiteKind
    exception: str
    """As the source names it."""
    qualified: str
    bases: tuple[str, ...]
    active: bool = True
    """Whether its distribution is the installed one of the environment asked about."""


class FileRef(NamedTuple):
    """One file of one distribution in the catalogue."""

    file_row: int
    """Row of the file, as `SiteRef.file_row`."""
    package: str
    version: str
    file: str
    """As `SourceFile.path`."""
    active: bool = True
    """As `SiteRef.active`."""


class FunctionSpan(NamedTuple):
    """The lines of one function."""

    name: str
    """As `Site.function`."""
    line: int
    """Of its `def` (a decorator's line does not belong to it)."""
    end_line: int


class Match(NamedTuple):
    """One record that explains a report."""

    id: str
    """Record id, 16 hex digits; `""` for a compiled match."""
    kind: str
    """`statement` or `compiled`."""
    package: str
    version: str
    file: str
    """As `SourceFile.path`; for a compiled match the extension module's file, or `cpython`."""
    line: int | None
    end_line: int | None
    exception: str
    score: float
    """0 to 1; equal scores mean that errdex cannot tell them apart."""
    template: str
    """Text of the template that fits, `""` for none."""
    holes: tuple[tuple[str, str], ...]
    """Expression and value of each hole, in order."""
    contributions: tuple[Contribution, ...]
    ref: SiteRef | None = None
    """`None` for a compiled match."""


class Answer(NamedTuple):
    """What errdex says of one reported error."""

    error: ReportedError
    verdict: Verdict
    matches: tuple[Match, ...]
    """Best first."""
    remarks: tuple[str, ...] = ()
    """For people: `these frames fit pandas 2.2.x; installed is 3.1.1`, `differs by function; paste the traceback`."""
