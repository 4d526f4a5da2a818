"""An explanation: what errdex says to a person about one reported error, each statement with the level of its evidence."""

from __future__ import annotations

from enum import StrEnum

from errdex.nouns.base import NamedTuple
from errdex.nouns.conditions import Clause, ReachingSet
from errdex.nouns.matches import Match, Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import EntryPoint, Evidence, Handler, SiteKind


class Level(StrEnum):
    """How a claim is known."""

    LOCATED = "located"
    """Read from the source."""
    EVALUATED = "evaluated"
    """Computed from it."""
    RESOLVED = "resolved"
    """Every name in it exists there."""
    EXECUTED = "executed"
    """It was run, and behaved as claimed."""
    OBSERVED = "observed"
    """Seen in a real run: the report itself."""
    ASSERTED = "asserted"
    """Someone or some model said so."""
    REFUTED = "refuted"
    """Shown false."""


class Place(NamedTuple):
    """Where a statement stands."""

    file: str
    """As `SourceFile.path`."""
    line: int
    end_line: int
    function: str
    """As `Site.function`."""
    package: str
    version: str
    installed: bool
    """Whether this version is the one installed in the environment asked about."""
    location: str = ""
    """Where the file can be read now, `""`: not on this machine."""


class FilledHole(NamedTuple):
    """A hole of the template and what the message has in its place."""

    expression: str
    """As the source writes it; `…` where no expression stands for it."""
    value: str
    """Text of the message, exactly."""


class SourceLine(NamedTuple):
    """One line of the source around a statement."""

    number: int
    """From 1."""
    text: str
    """Without its line end."""
    mark: str = ""
    """`site`: belongs to the statement; `clause`: imposes a clause of its condition; `""`: neither."""


class SourceWindow(NamedTuple):
    """The lines around a statement, or why there are none."""

    lines: tuple[SourceLine, ...] = ()
    """In order; a jump in the numbers is a gap."""
    unread: str = ""
    """Why the source cannot be shown, in one line; `""` when it is."""


class Narrowed(NamedTuple):
    """What a reaching set and the message say together."""

    reaching: ReachingSet
    member: str
    """The member that the message or the set leaves, `""`: several are possible."""
    level: Level
    """`evaluated` where the set leaves one member, `observed` where the message names it."""


class Explanation(NamedTuple):
    """What errdex says about one reported error."""

    error: ReportedError
    verdict: Verdict
    match: Match | None = None
    """The statement it stands for, or the best of several; `None`: none is known."""
    others: tuple[tuple[Match, Place | None], ...] = ()
    """The other statements that print the same (`ambiguous`), or all that are similar (`weak`), best first."""
    apart: tuple[str, ...] = ()
    """What would tell the statements of an ambiguous answer apart, one line each."""
    kind: SiteKind | None = None
    place: Place | None = None
    template: str = ""
    """The template with the holes' expressions as the source writes them; `""`: nothing is known of the text."""
    written: str = ""
    """As `Site.written`."""
    holes: tuple[FilledHole, ...] = ()
    passes_on: str = ""
    """The variable or call whose own error text the message passes on, or `""`."""
    condition: tuple[Clause, ...] = ()
    """In source order; what selects the template among the site's ways is part of it."""
    condition_state: str = "unknown"
    """`clauses`: `condition` holds; `always`: no test stands before the statement in its function; `unknown`: not known."""
    narrowed: tuple[Narrowed, ...] = ()
    source: SourceWindow = SourceWindow()
    cause: str = ""
    """As `Site.cause`."""
    catch: str = ""
    """What `except` should name: the shortest public path of the class, else the class as known; `""`: not known."""
    bases: tuple[str, ...] = ()
    """Other classes that an `except` could name, nearest first."""
    handlers: tuple[Handler, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    caller: Frame | None = None
    """Innermost frame of the report that lies in none of the installed distributions: the reader's own code."""
    compiled_call: Frame | None = None
    """For an error out of compiled code: the last frame, which made the call."""
    unknown: tuple[str, ...] = ()
    """What errdex cannot tell, one line each."""
    remarks: tuple[str, ...] = ()
    """As `Answer.remarks`, and what would help where nothing was found."""


class Explained(NamedTuple):
    """A whole text explained."""

    explanations: tuple[Explanation, ...]
    """One for each error, in the order of the text."""
    final: int
    """Index of the one that ended the program."""
    dialect: str
    """As `Report.dialect`."""
    remarks: tuple[str, ...] = ()
    """About the whole: what was indexed for it, what was not."""
