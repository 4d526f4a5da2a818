"""Errors of extension modules and of the interpreter: no statement of a Python file raised them."""

from __future__ import annotations

from errdex.matching.alignment import INSIDE, literal_of
from errdex.matching.interpreter import interpreter_form
from errdex.matching.scoring import TIER_POINTS, literal_points, score_of
from errdex.matching.store import CompiledOrigin
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import Contribution, Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.matching.store import MatchOptions, Parts
    from errdex.nouns.matches import Answer
    from errdex.nouns.reports import ReportedError

_CLASS_POINTS = 9.0
SHOWN_BY_FRAMES = 120.0
"""What frames tell of where an error came from: more than any text does."""
_NEARLY = 0.9
CPYTHON = "cpython"


class Traced(NamedTuple):
    """A text of compiled code that prints the message."""

    origin: CompiledOrigin
    literal: float
    """Points of its literal text."""


def traced_origins(error: ReportedError, options: MatchOptions) -> list[Traced]:
    """Texts of compiled code that print the whole message, most literal first."""
    found = []
    if options.compiled is not None:
        found = list(options.compiled.compiled_origins(error.exception, error.message))
    form = interpreter_form(error.exception, error.message)
    traced = [Traced(origin, _points_of(origin)) for origin in found]
    if form is not None:  # known whole, and before copies in other binaries
        own = CompiledOrigin(CPYTHON, _version_of(found), CPYTHON, form)
        traced.insert(0, Traced(own, literal_points(literal_of(form))))
    traced = list(_once_a_file(traced))
    return sorted(traced, key=lambda entry: -entry.literal)  # equal ones stay as the store ranks them


def _version_of(origins: Iterable[CompiledOrigin]) -> str:
    """Of the interpreter among the origins, `""`: it is not among them."""
    return next((origin.version for origin in origins if origin.file == CPYTHON), "")


def _points_of(origin: CompiledOrigin) -> float:
    """Points of an origin's literal text; less when text stands before and after it that somebody else printed."""
    inside = len(origin.template) > 1 and origin.template[0] is None and origin.template[-1] is None
    return literal_points(literal_of(origin.template)) + (TIER_POINTS[INSIDE] if inside else 0.0)


def _once_a_file(traced: Iterable[Traced]) -> Iterable[Traced]:
    """Of several texts of one binary the most literal one."""
    best: dict[tuple[str, str], Traced] = {}
    for entry in traced:
        key = (entry.origin.package, entry.origin.file)
        if key not in best or entry.literal > best[key].literal:
            best[key] = entry
    return best.values()


def _with_form(traced: list[Traced], form: Parts) -> list[Traced]:
    """With a form that the interpreter is known to print, in front of the copies that other binaries hold, where it says
    more than what the interpreter's binary shows: that holds such a message in several pieces.
    """
    literal = literal_points(literal_of(form))
    own = [entry for entry in traced if entry.origin.file == CPYTHON]
    if any(entry.literal >= literal for entry in own):
        return traced
    version = own[0].origin.version if own else ""
    return [
        Traced(CompiledOrigin(CPYTHON, version, CPYTHON, form), literal),
        *(entry for entry in traced if entry not in own),
    ]


def best_origins(traced: Sequence[Traced]) -> list[Traced]:
    """The most literal ones, and those that say nearly as much."""
    if not traced:
        return []
    return [entry for entry in traced if entry.literal >= _NEARLY * traced[0].literal]


def compiled_match(entry: Traced, error: ReportedError, shown: str = "", tied: float | None = None) -> Match:
    """A match for one text of compiled code; `shown` says what frames show, if they do, and `tied` is the score of
    statements from which nothing tells it.
    """
    literal = literal_of(entry.origin.template)
    contributions = [
        Contribution(
            "text", entry.literal, f"a text in {entry.origin.file}, {sum(map(len, literal))} characters are literal"
        ),
    ]
    if error.exception:
        contributions.append(Contribution("class", _CLASS_POINTS, "compiled code may raise this class"))
    if shown:
        contributions.append(Contribution("frame", SHOWN_BY_FRAMES, shown))
    return Match(
        id="",
        kind="compiled",
        package=entry.origin.package,
        version=entry.origin.version,
        file=entry.origin.file,
        line=None,
        end_line=None,
        exception=error.exception,
        score=score_of(contributions) if tied is None else tied,
        template="".join("{}" if part is None else part for part in entry.origin.template),
        holes=(),
        contributions=tuple(contributions),
    )


def untraced_match(error: ReportedError, shown: str, package: str = "") -> Match:
    """Compiled code or the interpreter raised it, as frames show, but its text was found in no binary."""
    contributions = (Contribution("frame", SHOWN_BY_FRAMES, shown),)
    return Match(
        id="",
        kind="compiled",
        package=package,
        version="",
        file="",
        line=None,
        end_line=None,
        exception=error.exception,
        score=score_of(contributions),
        template="",
        holes=(),
        contributions=contributions,
    )


def is_untraced(answer: Answer) -> bool:
    """Whether an answer says no more than that compiled code, or an exception made elsewhere, raised the error."""
    return answer.matches[0].kind == "compiled" and not answer.matches[0].file
