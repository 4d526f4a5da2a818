"""Statements that raised an error again on its way (`raise err`, `raise`), when it came from compiled code."""

from __future__ import annotations

from errdex.matching.alignment import WHOLE, Alignment
from errdex.matching.classes import Agreement, class_agreement
from errdex.matching.compiled import SHOWN_BY_FRAMES
from errdex.matching.frames import fitting_files, names_a_file
from errdex.matching.ranking import match_from, rank
from errdex.matching.scoring import Candidate
from errdex.nouns.anchors import literal_parts
from errdex.nouns.matches import Contribution
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.matching.store import CandidateStore
    from errdex.nouns.matches import Match, SiteRef
    from errdex.nouns.reports import Frame, ReportedError

_FRAMES_LOOKED_AT = 6


def passed_on(error: ReportedError, store: CandidateStore) -> tuple[Match, ...]:
    """The innermost statement before the last frame that raises an error object it did not make.

    The frames show it as surely as they show where the error came from, so it has the score that frames give.
    """
    for frame in reversed(error.frames[-_FRAMES_LOOKED_AT - 1 : -1]):
        if frame.line is None or not names_a_file(frame.file):
            continue
        sites = [ref for file in fitting_files(frame, store) for ref in store.sites_in_file(file.file_row)]
        found = [ref for ref in sites if _raises_again(error, frame, ref, store)]
        if found:
            why = f"line {frame.line} of {found[0].file} raises again what came from further in"
            known = (Contribution("frame", SHOWN_BY_FRAMES, why),)
            bare = [Candidate(ref, (None,), Alignment(WHOLE, (error.message,), ())) for ref in found]
            return tuple(match_from(entry, store) for entry in rank(error, [(one, known) for one in bare], store))
    return ()


def _raises_again(error: ReportedError, frame: Frame, ref: SiteRef, store: CandidateStore) -> bool:
    """Whether the statement is on the frame's line and may raise whatever a variable holds."""
    if ref.kind is not SiteKind.RAISE or frame.line is None or not ref.line <= frame.line <= ref.end_line:
        return False
    if class_agreement(error.exception, ref) not in {Agreement.UNKNOWN, Agreement.UNSAID}:
        return False
    return any(tuple(literal_parts(template.parts)) == (None,) for template in store.site(ref).templates)
