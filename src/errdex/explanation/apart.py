"""What would tell the statements of an ambiguous answer apart."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.explanations import Candidate
    from errdex.nouns.reports import ReportedError


def what_tells_apart(candidates: Sequence[Candidate], error: ReportedError) -> tuple[str, ...]:
    """What differs among the statements, and how to find out which it was."""
    places = [candidate.place for candidate in candidates if candidate.place is not None]
    if len(places) < 2:
        return ()
    lines = []
    packages = {place.package for place in places}
    versions = {(place.package, place.version) for place in places}
    if len(packages) > 1:
        lines.append("they are in different packages")
    elif len(versions) > 1:
        lines.append("they are in different versions of the package")
    if len({(place.file, place.function) for place in places}) > 1:
        told = (
            "the traceback's last frame names it" if not error.frames else "no frame of the traceback names one of them"
        )
        lines.append(f"they stand in different functions: {told}")
    elif len({place.line for place in places}) > 1:
        told = "the traceback's line number tells" if not error.frames else "the line in the traceback fits none"
        lines.append(f"they stand in one function on different lines: {told}")
    classes = {candidate.match.exception for candidate in candidates if candidate.match.exception}
    if len(classes) > 1 and not error.exception:
        lines.append(f"they raise different classes ({', '.join(sorted(classes))}): paste the class as well")
    return tuple(lines)
