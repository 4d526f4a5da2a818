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
    installed: bool | None
    """Whether this version is the one installed in the environment asked about; `None`: what is installed there is not known."""
    location: str = ""
    """Where the file can be read now, `""`: not on this machine."""


class FilledHole(NamedTuple):
    """A hole of the template and what the message has in its place."""

    expression: str
    """As the source writes it; `…` where no expression stands for it."""
    value: str
    """Text of the message, exactly."""
    sure: bool = True
    """Whether the message can be split in one way only; otherwise this is one of several readings."""


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
    changed: bool = False
    """Whether that is because the file is gone, or is not what was indexed."""


class SourceText(NamedTuple):
    """A file's text as it can be read now."""

    location: str = ""
    """Where it was read, `""`: nowhere."""
    lines: tuple[str, ...] = ()
    """Without line ends; the first is line 1."""
    unread: str = ""
    """Why there are none, in one line."""
    changed: bool = False
    """As `SourceWindow.changed`."""


class Narrowed(NamedTuple):
    """What a reaching set and the message say together."""

    reaching: ReachingSet
    member: str
    """The member that the message or the set leaves, `""`: several are possible."""
    level: Level
    """`evaluated` where the set leaves one member, `observed` where the message names it."""


class Candidate(NamedTuple):
    """One of several statements that an answer names."""

    match: Match
    place: Place | None
    """`None` for compiled code."""
    condition: tuple[Clause, ...] = ()
    """As `Site.condition`."""


class Explanation(NamedTuple):
    """What errdex says about one reported error."""

    error: ReportedError
    verdict: Verdict
    match: Match | None = None
    """The statement it stands for, or one of those that print the same; `None`: only similar ones, or none."""
    place: Place | None = None
    """Of the one statement; `None` where there are several, for compiled code, and where none is known."""
    kind: SiteKind | None = None
    candidates: tuple[Candidate, ...] = ()
    """All statements that print the same (`ambiguous`) or that are similar (`weak`), best first; empty otherwise."""
    template: str = ""
    """The template with the holes' expressions as the source writes them; `""`: nothing is known of the text."""
    written: str = ""
    """As `Site.written`."""
    holes: tuple[FilledHole, ...] = ()
    passes_on: str = ""
    """As `Template.passes_on`."""
    condition: tuple[Clause, ...] = ()
    """In source order."""
    condition_state: str = "unknown"
    """`clauses`: `condition` holds; `always`: no test stands before the statement in its function; `unknown`: not known."""
    selected_by: tuple[str, ...] = ()
    """What selects this wording among those that the statement can print, as the source writes it."""
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
    """Innermost frame of the report that lies in no installed distribution: the reader's own code."""
    compiled_call: Frame | None = None
    """For an error out of compiled code: the last frame, whose line made the call."""
    near: tuple[str, ...] = ()
    """Accepted values that look like the one in the message: what was meant, perhaps."""
    guard: str = ""
    """A test to make before the call, with what it was checked against; `""`: none is known."""
    unknown: tuple[str, ...] = ()
    """What errdex cannot tell, one line each."""
    remarks: tuple[str, ...] = ()
    """As `Answer.remarks`, and what would help where nothing was found."""
    at_import: bool = False
    """As `Site.at_import`."""


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
