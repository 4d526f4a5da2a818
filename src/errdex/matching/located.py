"""An answer from where a traceback ends, checked against what the statement there can print."""

from __future__ import annotations

from errdex.matching.binary_texts import is_made_from
from errdex.matching.calls import calls_on_line
from errdex.matching.candidates import aligned_candidates, loose_candidate, readings_of
from errdex.matching.classes import Agreement, class_agreement
from errdex.matching.compiled import best_origins, compiled_match, traced_origins, untraced_match
from errdex.matching.frames import (
    Innermost,
    is_compiled_source,
    is_sure_path,
    names_a_file,
    read_innermost,
    same_function,
    usable_frames,
)
from errdex.matching.ranking import match_from, rank
from errdex.matching.scoring import Candidate
from errdex.matching.source_lines import line_agrees
from errdex.nouns.anchors import literal_parts
from errdex.nouns.matches import Answer, Contribution, Verdict
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.ranking import Ranked
    from errdex.matching.store import CandidateStore, MatchOptions, Parts
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import Frame, ReportedError

_AT_LINE = 40.0
_MOST_CALLS = 4
_MOST_LINES = 5
_SAME_SOURCE = 30.0
_SAME_FUNCTION = 20.0
_SAME_FILE = 12.0
_MOST_IN_FILE = 60
_ENOUGH_TO_MOVE = 8.0
_ENOUGH_AGAINST_LINES = 12.0
_ENOUGH_TO_TRACE = 12.0
_STATEMENT_WORDS = {
    SiteKind.RAISE: ("raise",),
    SiteKind.ASSERT: ("assert",),
    SiteKind.WARN: ("warn",),
    SiteKind.EXIT: ("exit", "raise", "error"),
}


def answer_by_frames(error: ReportedError, store: CandidateStore, options: MatchOptions) -> Answer | None:
    """The answer that the innermost frame gives; `None`: the frames lead to no file of the catalogue, or to no
    statement there, so that only the text can tell.
    """
    frames = usable_frames(error.frames)
    if not frames:
        return None
    if is_compiled_source(frames[-1].file):
        source = frames[-1].file
        return _compiled(error, options, f"the traceback ends in {source}, the source of compiled code", source)
    places = read_innermost(frames, store, options.lines)
    if not places:
        return None
    if is_warning(error):
        return _statement_at_line(error, places, store, options)
    return (
        _statement_at_line(error, places, store, options)
        or _shown_nearby(error, places, store, options)
        or _shown_compiled(error, places, options)
        or _moved(error, places, store, options)
        or _doubtful_at_line(error, places, store, options)
    )


def _statement_at_line(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> Answer | None:
    """The statement on the frame's line, when what it prints fits the message and the printed lines fit the version."""
    accepted = []
    for place in places:
        ranked = [entry for entry in _ranked_at_line(error, place, store) if _is_accepted(entry, place)]
        if ranked and (ranked[0].whole or not _in_same_function(error, [place], store, _ENOUGH_AGAINST_LINES)):
            accepted.append((place, ranked))
    if not accepted:
        return None
    place, ranked = accepted[0]
    remarks = _version_remarks(error, place, places, store, options)
    others = [entry for _, found in accepted[1:] for entry in found]
    tied = len(ranked) > 1 and ranked[1].points == ranked[0].points
    verdict = Verdict.AMBIGUOUS if tied else Verdict.EXACT
    if _other_place(place, [other for other, _ in accepted[1:]]):
        verdict = Verdict.AMBIGUOUS
        remarks = (*remarks, "several files end with the printed path and fit")
    matches = tuple(match_from(entry, store) for entry in [*ranked, *others][: options.limit])
    return Answer(error, verdict, tuple(sorted(matches, key=lambda match: -match.score)), remarks)


def _other_place(place: Innermost, others: Sequence[Innermost]) -> bool:
    """Whether another file, not another version of this one, fits as well."""
    return any(
        (other.file.package, other.file.file) != (place.file.package, place.file.file)
        and other.fits == place.fits
        and other.file.active == place.file.active
        for other in others
    )


def _version_remarks(
    error: ReportedError, place: Innermost, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> tuple[str, ...]:
    """Says so when the lines fit another version than the installed one, and where the statement is in that."""
    if place.file.active:
        return ()
    fit = f"these frames fit {place.file.package} {place.file.version}"
    active = [other for other in places if other.file.active and other.file.package == place.file.package]
    if not active:
        return (f"{fit}, which is not the installed one",)
    fit = f"{fit}; installed is {active[0].file.version}"
    if not place.frame.function:
        return (fit,)
    now = [entry.candidate.ref for entry in _in_same_function(error, active, store, 0.0)]
    same = [ref for ref in now if line_agrees(place.frame, ref.file_row, ref.line, options.lines)]
    lines = sorted({ref.line for ref in same or now})
    if not lines:
        return (f"{fit}, where no statement known in {place.frame.function} prints this",)
    where = f"{now[0].file}:{', '.join(map(str, lines[:_MOST_LINES]))}"
    return (f"{fit}: the statement is now {'at' if len(lines) == 1 else 'one of those at'} {where}",)


def _ranked_at_line(error: ReportedError, place: Innermost, store: CandidateStore) -> list[Ranked]:
    frame = place.frame
    found = []
    for ref in place.at_line:
        if not _source_agrees(frame, ref):
            continue
        starts = ref.line == frame.line
        why = f"line {frame.line} {'starts' if starts else 'lies in'} this statement"
        known = (
            Contribution("frame", _AT_LINE + starts, why),
            *_function_contribution(frame, ref),
            *_fit_contribution(place),
        )
        found += [(one, known) for one in _of_site(error, ref, store)]
    return rank(error, found, store)


def _fit_contribution(place: Innermost) -> tuple[Contribution, ...]:
    if place.fits is not False:
        return ()
    why = f"the printed lines do not fit {place.file.package} {place.file.version}"
    return (Contribution("version", -20.0, why),)


def _function_contribution(frame: Frame, ref: SiteRef) -> tuple[Contribution, ...]:
    if not frame.function or frame.function.startswith("<"):
        return ()
    same = frame.function.rpartition(".")[2] == ref.function.rpartition(".")[2]
    points = 4.0 if same else -4.0
    return (Contribution("function", points, f"{'same' if same else 'another'} function: {ref.function}"),)


def _of_site(error: ReportedError, ref: SiteRef, store: CandidateStore) -> list[Candidate]:
    """The site with each of its templates that fits, or with none."""
    readings = readings_of(error)
    templates: list[Parts] = [tuple(literal_parts(template.parts)) for template in store.site(ref).templates]
    whole = aligned_candidates(ref, templates, readings)
    if whole:
        return whole
    loose = [one for parts in templates if (one := loose_candidate(ref, parts, readings)) is not None]
    return loose or [Candidate(ref, templates[0] if templates else (None,), None)]


def _source_agrees(frame: Frame, ref: SiteRef) -> bool:
    """Whether the source line printed with the frame can be the statement's first line."""
    words = _STATEMENT_WORDS.get(ref.kind)
    if not frame.source or words is None or ref.line != frame.line:
        return True
    return any(word in frame.source for word in words)


def _is_accepted(entry: Ranked, place: Innermost) -> bool:
    """Whether text, class and lines together show that this statement raised it."""
    if entry.candidate.alignment is None:
        return False
    if place.fits is False:
        return False  # `_moved` looks at it beside the others that print this
    if entry.agreement is Agreement.DIFFERENT:
        # Its own text on its own line: the class is one that a subclass sets, or was replaced.
        return place.fits is True and entry.whole and entry.literal >= _ENOUGH_AGAINST_LINES
    return is_sure_path(place.frame.file, place.file) or place.fits is True or entry.literal >= _ENOUGH_TO_MOVE


def _shown_compiled(error: ReportedError, places: Sequence[Innermost], options: MatchOptions) -> Answer | None:
    """Compiled code or the interpreter raised it: the version fits, and nothing on the last line raises this."""
    place = places[0]
    frame = place.frame
    if place.fits is not True or not is_sure_path(frame.file, place.file):
        return None
    if _reads_as_raise(frame.source) or any(_may_raise(error, ref) for ref in place.at_line):
        return None
    shown = (
        f"{place.file.file}:{frame.line} holds no statement that raises this in {place.file.package} {place.file.version}:"
        " compiled code, the interpreter, or an exception made elsewhere"
    )
    if calls := calls_on_line(frame.source, frame.marked):
        shown += f"; the line calls {', '.join(f'{name}()' for name in calls[:_MOST_CALLS])}"
    return _compiled(error, options, shown)


def _may_raise(error: ReportedError, ref: SiteRef) -> bool:
    """Whether a statement on the line may be the one although no template of it fits.

    Evaluating its arguments may have failed instead, but hardly ever with a class that is not the interpreter's.
    """
    if ref.kind is SiteKind.WARN:
        return False
    return "." in error.exception or class_agreement(error.exception, ref) is not Agreement.DIFFERENT


def _reads_as_raise(source: str) -> bool:
    """Whether a printed source line is a raising statement."""
    return source.startswith(("raise ", "raise(", "assert ", "assert("))


def _compiled(error: ReportedError, options: MatchOptions, shown: str, source: str = "") -> Answer:
    """Compiled code raised it; `source` is its own file, where the traceback shows that."""
    traced = traced_origins(error, options)
    own = [entry for entry in traced if source and is_made_from(entry.origin.file, source)]
    origins = best_origins(own or traced)
    if not origins:
        return Answer(error, Verdict.WEAK, (untraced_match(error, shown),), (shown,))
    matches = tuple(compiled_match(origin, error, shown) for origin in origins[: options.limit])
    verdict = Verdict.EXACT if len(origins) == 1 else Verdict.AMBIGUOUS
    return Answer(error, verdict if origins[0].literal >= _ENOUGH_TO_TRACE else Verdict.WEAK, matches, (shown,))


def _shown_nearby(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> Answer | None:
    """The statement in the same function that prints this, although its lines seem to fit: they may do so by chance, but for
    a line that reads as printed.
    """
    place = places[0]
    if place.fits is not True or place.reads or _reads_as_raise(place.frame.source):
        return None
    ranked = _in_same_function(error, [place], store, _ENOUGH_AGAINST_LINES)
    if not ranked or ranked[0].agreement < Agreement.SAME_NAME:
        return None
    remark = (
        f"{place.file.file}:{place.frame.line} holds no statement that raises this in {place.file.package}"
        f" {place.file.version}, line {ranked[0].candidate.ref.line} does: another version, or code that says the same"
    )
    matches = tuple(match_from(entry, store) for entry in ranked[: options.limit])
    return Answer(error, Verdict.WEAK, matches, (remark,))


def _moved(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> Answer | None:
    """The statement that prints this in a version whose lines do not fit: where it reads as printed, in the function of that
    name, or anywhere in the file.
    """
    frame = places[0].frame
    ranked = (
        _that_read(error, places, store, options)
        or _in_same_function(error, places, store, _ENOUGH_TO_MOVE)
        or _in_same_file(error, places, store)
    )
    return _moved_answer(error, frame, ranked, store, options) if ranked else None


def _moved_answer(
    error: ReportedError, frame: Frame, ranked: Sequence[Ranked], store: CandidateStore, options: MatchOptions
) -> Answer:
    best = ranked[0].candidate.ref
    rivals = [entry for entry in ranked[1:] if entry.candidate.ref.version == best.version]
    verdict = (
        Verdict.AMBIGUOUS if rivals else Verdict.EXACT if _is_shown_moved(ranked[0], frame, options) else Verdict.WEAK
    )
    remark = (
        f"these frames fit another version than {best.package} {best.version}: the statement is now at line {best.line}"
    )
    return Answer(error, verdict, tuple(match_from(entry, store) for entry in ranked[: options.limit]), (remark,))


def _is_shown_moved(entry: Ranked, frame: Frame, options: MatchOptions) -> bool:
    """Whether a statement on another line than the printed one is surely the one: it reads as printed, or its own text and
    class stand in the function, or on the line, that is printed.
    """
    ref = entry.candidate.ref
    if line_agrees(frame, ref.file_row, ref.line, options.lines):
        return True
    here = same_function(ref, frame) or (frame.line is not None and ref.line <= frame.line <= ref.end_line)
    return here and entry.agreement >= Agreement.SAME_NAME and entry.literal >= _ENOUGH_AGAINST_LINES


def _that_read(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> list[Ranked]:
    """Statements that read as the frame prints its line, those of the printed function if there are any."""
    found = []
    for place in places:
        same = [ref for ref in place.in_file if line_agrees(place.frame, ref.file_row, ref.line, options.lines)]
        same = [ref for ref in same if same_function(ref, place.frame)] or same
        known = (Contribution("frame", _SAME_SOURCE, "its line reads as the traceback prints it"),)
        found += [(one, known) for ref in same[:_MOST_IN_FILE] for one in _of_site(error, ref, store)]
    return _fitting(rank(error, found, store), 0.0)


def _in_same_function(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, least: float
) -> list[Ranked]:
    """Statements that print this, with so many points of literal text at least, in the function of the innermost frame,
    wherever it stands in these files.
    """
    found = []
    for place in places:
        why = f"same function: {place.frame.function}, but line {place.frame.line} does not hold it in this version"
        known = (Contribution("frame", _SAME_FUNCTION, why),)
        found += [(one, known) for ref in place.in_function for one in _of_site(error, ref, store)]
    return _fitting(rank(error, found, store), least)


def _in_same_file(error: ReportedError, places: Sequence[Innermost], store: CandidateStore) -> list[Ranked]:
    """Statements of the printed class that print this in the file, in whatever function."""
    found = []
    for place in places:
        classed = [ref for ref in place.in_file if class_agreement(error.exception, ref) >= Agreement.SAME_NAME]
        known = (Contribution("frame", _SAME_FILE, "same file, in another function"),)
        found += [(one, known) for ref in classed[:_MOST_IN_FILE] for one in _of_site(error, ref, store)]
    return _fitting(rank(error, found, store), _ENOUGH_AGAINST_LINES)


def _fitting(ranked: Sequence[Ranked], least: float) -> list[Ranked]:
    """Those that print a whole reading with so many points of literal text at least, and may be of the class."""
    return [
        entry
        for entry in ranked
        if entry.whole and entry.agreement is not Agreement.DIFFERENT and entry.literal >= least
    ]


def _doubtful_at_line(
    error: ReportedError, places: Sequence[Innermost], store: CandidateStore, options: MatchOptions
) -> Answer | None:
    """The statement on the line although it does not print this message: similar at best."""
    place = places[0]
    if place.fits is False:
        return None
    ranked = [entry for entry in _ranked_at_line(error, place, store) if _may_raise(error, entry.candidate.ref)]
    if not ranked:
        return None
    remark = (
        f"{place.file.file}:{place.frame.line} raises an error in {place.file.package} {place.file.version},"
        " but no class and message known of it fit the text"
    )
    matches = tuple(match_from(entry, store) for entry in ranked[: options.limit])
    return Answer(error, Verdict.WEAK, matches, (remark,))


def is_warning(error: ReportedError) -> bool:
    """Whether it is a warning, whose printed place is the one that `stacklevel` leads to: the statement may be anywhere
    further in.
    """
    return error.kind == SiteKind.WARN


def frame_evidence(error: ReportedError, ref: SiteRef) -> tuple[Contribution, ...]:
    """What frames that lead to no statement still say of one found by its text."""
    frames = [frame for frame in error.frames if names_a_file(frame.file)]
    if not frames or is_warning(error):
        return ()
    frame = frames[-1]
    same_file = frame.file.replace("\\", "/").rpartition("/")[2] == ref.file.rpartition("/")[2]
    same_function = bool(frame.function) and frame.function.rpartition(".")[2] == ref.function.rpartition(".")[2]
    if same_file and same_function:
        return (Contribution("frame", 12.0, "the innermost frame has the same file name and function"),)
    if same_function:
        return (Contribution("frame", 4.0, "the innermost frame has the same function name"),)
    return (Contribution("frame", -12.0, "the innermost frame is in another function"),)
