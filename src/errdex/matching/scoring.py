"""What speaks for a statement, in points; each part says what it counted and why.

A point is about one bit: so much likelier is the text if this statement printed it. Points depend on the statement and
the report alone, never on the order or number of rows, so equal evidence gives equal scores.
"""

from __future__ import annotations

from math import floor

from errdex.matching.alignment import FOLDED, INSIDE, TRUNCATED, WHOLE, Alignment
from errdex.matching.classes import VENDOR_FOLDERS, Agreement, class_agreement
from errdex.nouns.anchors import WORD
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import Contribution
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.matching.store import Parts
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import ReportedError

SCORING = "match@2026-12.2"
"""Name of these rules; other points get another name."""

_HALF = 24.0
"""Points that give a score of one half."""
_LONGEST_WORD = 9
_COMMON_WORD = 1.5
_COMMON_WORDS = (
    "a an and are argument as at be but by can cannot could did do does error expected failed file for found from get got"
    " given has have in instead int invalid is it its key list missing more must name no none not number object of on one"
    " only or received required same set should str string than that the this to two type unexpected unknown unsupported"
    " use value values was we when where which with you zero"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_KEPT_BY_OTHERS = {Agreement.DIFFERENT: 6.0, Agreement.OTHER_PACKAGE: 8.0}
"""Most points that a statement of another class may have, whatever its text says: somebody raised the printed class, and
may have taken the text over, so a statement of that class comes first even when nothing is known of its text."""
_HALF_KEPT = 20.0
TIER_POINTS = {WHOLE: 0.0, INSIDE: -8.0, TRUNCATED: -6.0, FOLDED: -10.0}
_TIER_WORDS = {
    WHOLE: "prints the whole text",
    INSIDE: "prints a stretch inside the text",
    TRUNCATED: "the text ends inside the template",
    FOLDED: "prints it but for case and white space",
}
_CLASS_POINTS = {
    Agreement.DIFFERENT: -30.0,
    Agreement.UNSAID: 0.0,
    Agreement.UNKNOWN: 0.0,
    Agreement.RELATED: 1.0,
    Agreement.OTHER_PACKAGE: 2.0,
    Agreement.SAME_NAME: 7.0,
    Agreement.SAME_BUILTIN: 9.0,
    Agreement.SAME: 9.0,
}


class Candidate(NamedTuple):
    """A statement that may have printed a text."""

    ref: SiteRef
    parts: Parts
    """Of the template that was aligned."""
    alignment: Alignment | None
    """`None`: no template of it fits the text."""
    reading: int = 0
    """0: the message as printed; n: the n-th other reading."""


def literal_points(literals: Iterable[str]) -> float:
    """Weight of literal text: rare words count by length, common words little, signs less."""
    points = 0.0
    for literal in literals:
        letters = 0
        for word in WORD.findall(literal):
            letters += len(word)
            points += _COMMON_WORD if word.lower() in _COMMON else min(len(word), _LONGEST_WORD)
        signs = len("".join(literal.split())) - letters
        points += 0.5 * min(signs, 40)
    return points


def text_contribution(candidate: Candidate) -> Contribution:
    """What the text says, in whole points: less is not worth telling two statements apart."""
    alignment = candidate.alignment
    if alignment is None:
        return Contribution("text", -6.0, "no template of this statement fits the message")
    literal = literal_points(alignment.literal)
    reading = ", in another reading" if candidate.reading else ""
    points = literal + TIER_POINTS[alignment.tier] - (1.0 if candidate.reading else 0.0)
    why = _TIER_WORDS[alignment.tier] if literal else "a text of which nothing is known fits anything"
    return Contribution(
        "text", float(floor(points)), f"{why}{reading}, {sum(map(len, alignment.literal))} characters are literal"
    )


def class_contribution(error: ReportedError, ref: SiteRef, text: float) -> Contribution:
    """What the class says, of a statement whose text gave so many points."""
    agreement = class_agreement(error.exception, ref)
    points = _class_points(agreement, text)
    site = ref.qualified or ref.exception
    match agreement:
        case Agreement.DIFFERENT:
            why = f"class differs: {error.exception}, not {site}"
        case Agreement.UNSAID:
            why = "the text names no class"
        case Agreement.UNKNOWN:
            why = "the source does not show which class it raises"
        case Agreement.RELATED:
            why = f"{error.exception} and {site} are related"
        case Agreement.OTHER_PACKAGE:
            why = f"same class name in another package: {site}"
        case Agreement.SAME_NAME:
            why = f"same class name: {site}"
        case Agreement.SAME_BUILTIN | Agreement.SAME:
            why = f"same class: {site}"
    return Contribution("class", points, why)


def _class_points(agreement: Agreement, text: float) -> float:
    """Points of the class; another class than the printed one takes most of what the text gave."""
    points = _CLASS_POINTS[agreement]
    most = _KEPT_BY_OTHERS.get(agreement)
    left = text + points
    if most is None or left <= 0:
        return points
    return round(most * left / (left + _HALF_KEPT) - text, 2)


def is_vendored(ref: SiteRef) -> bool:
    """Whether the file is a copy of another package's, which prints the same."""
    return not VENDOR_FOLDERS.isdisjoint(ref.file.split("/"))


def place_contributions(ref: SiteRef) -> tuple[Contribution, ...]:
    """What speaks against a statement by where it stands."""
    found = []
    if not ref.active:
        found.append(Contribution("version", -3.0, f"{ref.package} {ref.version} is not the installed version"))
    folders = ref.file.split("/")
    if any(folder in {"tests", "test", "testing", "conftest.py"} for folder in folders) or folders[-1].startswith(
        "test_"
    ):
        found.append(Contribution("tests", -6.0, "stands in the package's tests"))
    elif is_vendored(ref):
        found.append(Contribution("vendored", -2.0, "stands in a copy of another package"))
    return tuple(found)


_KINDS = {
    "raise": frozenset(
        {SiteKind.RAISE, SiteKind.ASSERT, SiteKind.THROW, SiteKind.PANIC, SiteKind.EXIT, SiteKind.RETURN_ERROR}
    ),
    "warn": frozenset({SiteKind.WARN}),
    "log": frozenset({SiteKind.LOG}),
}


def kind_contribution(error: ReportedError, ref: SiteRef) -> Contribution | None:
    """What the form of the report says of the statement's kind; `None`: the form does not tell."""
    kinds = _KINDS.get(error.kind)
    if kinds is None:
        return None
    if ref.kind in kinds:
        return Contribution("kind", 2.0, f"a {ref.kind} statement, as the text reads")
    return Contribution("kind", -4.0, f"a {ref.kind} statement, but the text reads as {error.kind}")


def log_contributions(error: ReportedError, ref: SiteRef) -> tuple[Contribution, ...]:
    """What logger and level say of a log call; usually loggers are named for the module."""
    if ref.kind is not SiteKind.LOG:
        return ()
    found = []
    if error.level:
        same = error.level.upper()[:4] == ref.exception.upper()[:4]
        found.append(Contribution("level", 3.0 if same else -6.0, f"level {ref.exception}"))
    if error.logger and error.logger.partition(".")[0] not in {"root", ""}:
        module = ref.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        named = module.endswith(error.logger) or error.logger in module
        found.append(Contribution("logger", 6.0 if named else -1.0, f"logger {error.logger}, module {module}"))
    return tuple(found)


def score_of(contributions: Iterable[Contribution]) -> float:
    """Points as a number between 0 and 1: one half at `_HALF` points, and more points always give more."""
    distance = (sum(contribution.points for contribution in contributions) - _HALF) / _HALF
    return round(0.5 + 0.5 * distance / (1.0 + abs(distance)), 6)
