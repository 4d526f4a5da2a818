"""Checks what a record says of its statement against the source: place, text, message, class."""

from __future__ import annotations

import re

from errdex.evidence.locating import last_part, messages_of, same_text
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.sites import Site

MOST_LINES = 40


class Stands(NamedTuple):
    """Where a record's statement stands."""

    site: Site
    path: str
    """As `SourceFile.path`."""
    lines: Sequence[str]
    """Of the whole file."""
    exact: bool
    """Whether this is the very version that the record is about."""


def check_statement(claimed: PublishedRecord, own: PublishedRecord, stands: Stands) -> Iterator[ClaimCheck]:
    """Every claim about the statement itself; `own` is what errdex writes of it."""
    yield from check_repo(claimed, own)
    yield from check_message(claimed, stands.site)
    yield from check_class(claimed, stands.site, own)
    yield from check_status(claimed, own, stands)
    yield from check_path(claimed, own, stands.path)
    yield check_line(claimed, stands)
    yield from check_source(claimed, stands)


def check_repo(claimed: PublishedRecord, own: PublishedRecord) -> Iterator[ClaimCheck]:
    """The repository, as far as the metadata names one."""
    if claimed.repo == own.repo:
        yield ClaimCheck("repo", claimed.repo, Level.LOCATED)
    elif "/" not in claimed.repo:
        yield ClaimCheck("repo", claimed.repo, Level.REFUTED, "it is no owner/name", own.repo)
    else:
        yield ClaimCheck("repo", claimed.repo, None, f"the source checked against is known as {own.repo}", own.repo)


def check_message(claimed: PublishedRecord, site: Site) -> Iterator[ClaimCheck]:
    """The message as written, and the code."""
    message = claimed.error_message
    if message is not None:
        if message == site.written:
            yield ClaimCheck("errorMessage", message, Level.LOCATED)
        elif any(same_text(message, one) for one in messages_of(site)):
            yield ClaimCheck("errorMessage", message, None, "its placeholders are written otherwise", site.written)
        elif not site.written:
            yield ClaimCheck("errorMessage", message, None, "the statement writes no message of its own")
        else:
            yield ClaimCheck("errorMessage", message, Level.REFUTED, "the statement writes another one", site.written)
    if claimed.error_code is not None:
        fits = claimed.error_code == site.error_code
        reason = "" if fits else "the source gives no such code here"
        yield ClaimCheck(
            "errorCode", claimed.error_code, Level.LOCATED if fits else Level.REFUTED, reason, site.error_code
        )


def check_class(claimed: PublishedRecord, site: Site, own: PublishedRecord) -> Iterator[ClaimCheck]:
    """The class as the source names it."""
    if claimed.error_class is None:
        return
    names = {site.exception, site.qualified, site.public_path} - {""}
    if claimed.error_class in {own.error_class, *names}:
        yield ClaimCheck("errorClass", claimed.error_class, Level.LOCATED)
    elif not names:
        yield ClaimCheck("errorClass", claimed.error_class, None, "the statement names no class")
    elif last_part(claimed.error_class) in map(last_part, names):
        yield ClaimCheck("errorClass", claimed.error_class, None, "the class is known by another path", site.exception)
    else:
        yield ClaimCheck(
            "errorClass", claimed.error_class, Level.REFUTED, "the statement names another one", site.exception
        )


def check_status(claimed: PublishedRecord, own: PublishedRecord, stands: Stands) -> Iterator[ClaimCheck]:
    """The HTTP status."""
    status = claimed.http_status
    if status is None:
        return
    shown = "\n".join(stands.lines[stands.site.line - 1 : stands.site.end_line])
    if not 100 <= status <= 599:
        yield ClaimCheck("httpStatus", str(status), Level.REFUTED, "a status is 100 to 599", str(own.http_status or ""))
    elif status == own.http_status or re.search(rf"\b{status}\b", shown):
        yield ClaimCheck("httpStatus", str(status), Level.LOCATED)
    elif own.http_status is not None:
        yield ClaimCheck("httpStatus", str(status), Level.REFUTED, "the source gives another one", str(own.http_status))
    else:
        yield ClaimCheck("httpStatus", str(status), None, "the statement shows none")


def check_path(claimed: PublishedRecord, own: PublishedRecord, path: str) -> Iterator[ClaimCheck]:
    """The file."""
    if claimed.file_path == own.file_path:
        yield ClaimCheck("filePath", claimed.file_path, Level.LOCATED)
    elif claimed.file_path == path or claimed.file_path.endswith(f"/{path}"):
        before = claimed.file_path[: -len(path)] or "nothing"
        reason = f"the file is there; that {before} stands before it in the repository is not known here"
        yield ClaimCheck("filePath", claimed.file_path, None, reason, path)
    else:
        yield ClaimCheck("filePath", claimed.file_path, Level.REFUTED, "the statement stands in another file", path)


def check_line(claimed: PublishedRecord, stands: Stands) -> ClaimCheck:
    """The line of the statement."""
    line, site = claimed.line_number, stands.site
    if line == site.line:
        return ClaimCheck("lineNumber", str(line), Level.LOCATED)
    if site.line < line <= site.end_line:
        return ClaimCheck(
            "lineNumber", str(line), None, "the statement goes over this line, and starts above", str(site.line)
        )
    if stands.exact:
        return ClaimCheck("lineNumber", str(line), Level.REFUTED, "the statement stands elsewhere", str(site.line))
    moved = f"this is another version: here the statement stands {abs(site.line - line)} lines " + (
        "further down" if site.line > line else "further up"
    )
    return ClaimCheck("lineNumber", str(line), None, moved, str(site.line))


def check_source(claimed: PublishedRecord, stands: Stands) -> Iterator[ClaimCheck]:
    """The lines that are shown, and the numbers of the first and the last."""
    text, start, end = claimed.source_code, claimed.source_code_start, claimed.source_code_end
    if text is None:
        for field, number in (("sourceCodeStart", start), ("sourceCodeEnd", end)):
            if number is not None:
                yield ClaimCheck(field, str(number), Level.REFUTED, "no lines are shown")
        return
    shown = text.split("\n")
    claim = f"{len(shown)} lines"
    if len(shown) > MOST_LINES:
        yield ClaimCheck("sourceCode", claim, Level.REFUTED, f"at most {MOST_LINES} lines are shown")
        return
    places = places_of(shown, stands.lines)
    yield source_check(claim, shown, places, stands)
    for field, number, offset in (("sourceCodeStart", start, 0), ("sourceCodeEnd", end, len(shown) - 1)):
        if number is None:
            yield ClaimCheck(field, "null", Level.REFUTED, "lines are shown, so their numbers are known")
        else:
            yield numbered(field, number, [place + offset for place in places], stands, (start or 0) + offset)


def source_check(claim: str, shown: Sequence[str], places: Sequence[int], stands: Stands) -> ClaimCheck:
    """Whether the lines stand in the file, around the statement."""
    if any(place <= stands.site.line < place + len(shown) for place in places):
        return ClaimCheck("sourceCode", claim, Level.LOCATED)
    if places:
        return ClaimCheck("sourceCode", claim, Level.REFUTED, "the lines stand elsewhere in the file", str(places[0]))
    known = {line.strip() for line in stands.lines}
    other = [line for line in shown if line.strip() not in known]
    if stands.exact:
        first = f", such as `{other[0].strip()[:60]}`" if other else ", though each of them does"
        return ClaimCheck("sourceCode", claim, Level.REFUTED, f"the file does not hold these lines{first}")
    reason = f"this is another version: {len(shown) - len(other)} of the {len(shown)} lines stand in it"
    return ClaimCheck("sourceCode", claim, None, reason)


def numbered(field: str, number: int, places: Sequence[int], stands: Stands, counted: int) -> ClaimCheck:
    """The number of the first or of the last line shown; `counted` is what follows from the first and the lines."""
    if number in places:
        return ClaimCheck(field, str(number), Level.LOCATED)
    if places and stands.exact:
        return ClaimCheck(field, str(number), Level.REFUTED, "the lines stand elsewhere", str(places[0]))
    if number != counted:
        return ClaimCheck(field, str(number), Level.REFUTED, "so many lines are not shown", str(counted))
    if places:
        return ClaimCheck(
            field, str(number), None, "this is another version: here the lines have moved", str(places[0])
        )
    return ClaimCheck(field, str(number), None, "the lines do not stand in this version as they are shown")


def places_of(shown: Sequence[str], lines: Sequence[str]) -> list[int]:
    """Numbers of the lines at which a block stands in a file."""
    count = len(shown)
    first = shown[0]
    return [
        number + 1
        for number in range(len(lines) - count + 1)
        if lines[number] == first and list(lines[number : number + count]) == list(shown)
    ]
