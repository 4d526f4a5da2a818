"""What a person pastes, parsed."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class Frame(NamedTuple):
    """One stack frame of a report."""

    file: str
    """As printed (`C:\\Python\\lib\\site-packages\\x.py`, `<frozen importlib._bootstrap>`), `""` when not printed."""
    line: int | None
    """From 1; `None`: not printed."""
    function: str = ""
    """As printed: a bare name, or qualified on newer versions; `""` when not printed."""
    source: str = ""
    """The source line printed beneath, stripped; `""` when not printed."""
    marked: str = ""
    """The part of `source` that carets mark, `""` when none."""


class ReportedError(NamedTuple):
    """One error of a report."""

    exception: str
    """Class as printed, perhaps with its module; `""` when only a message is given."""
    message: str
    """Without the class; may span lines; `""`: printed without one."""
    frames: tuple[Frame, ...] = ()
    """Outermost first, as Python prints them."""
    notes: tuple[str, ...] = ()
    """Lines added by `add_note`."""
    link: str = ""
    """How it hangs together with the next error of the report: `cause` (the direct cause of the next), `context` (during
    its handling the next occurred), `group` (it, or the chain it ends, is a member of the group that stands before it), or `""`."""
    kind: str = ""
    """`warn`, `log`, `panic` or `throw` (as `SiteKind`) where the form tells it, else `""`."""
    logger: str = ""
    """Logger's name, where the text gives one."""
    level: str = ""
    """Log level or warning category, where the text gives one."""
    truncated: bool = False
    """The text was cut: the message may lack its end, or the frames their start."""
    alternatives: tuple[str, ...] = ()
    """Other readings of the message, likeliest first: the same text with log prefixes taken off, lines unwrapped …"""


class Report(NamedTuple):
    """A parsed text: its errors in the order of the text."""

    errors: tuple[ReportedError, ...]
    final: int
    """Index in `errors` of the one that ended the program: the last of the last chain. Where that one only stands for
    another (a group for its first member, an error raised again for that of another process, a cut one for a whole one),
    the other."""
    dialect: str
    """Name of the form that was recognised: `traceback`, `message`, `pytest`, `log` …"""
