"""Answers for many texts, as `errdex match --jsonl` gives them."""

from __future__ import annotations

import json

from errdex.app.source_lines import with_lines
from errdex.matching.binary_texts import with_texts
from errdex.matching.match import match_report
from errdex.matching.store import MatchOptions
from errdex.nouns.base import NamedTuple
from errdex.reports.parse import parse_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.matching.store import CandidateStore
    from errdex.nouns.matches import Answer, Match
    from errdex.nouns.reports import Report

_LONGEST_SHOWN = 80


class Query(NamedTuple):
    """One text to answer for."""

    id: object
    """As the line gives it, repeated in the answer; any JSON value."""
    text: str


class BadQuery(NamedTuple):
    """A line that is no query."""

    id: object
    """As far as the line has one, else `None`."""
    reason: str
    """For people, in one line."""


class TextAnswer(NamedTuple):
    """What errdex says of one text."""

    id: object
    report: Report
    answers: tuple[Answer, ...]
    """One for each error of the report, in its order."""


def query_from_line(line: str) -> Query | BadQuery:
    """A line of JSON as a query, or why it is none. Never raises."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError) as error:
        return BadQuery(None, f"not a line of JSON: {_first_line(error)}")
    if not isinstance(read, dict):
        return BadQuery(None, 'not an object with "id" and "text"')
    text = read.get("text")
    if not isinstance(text, str):
        return BadQuery(read.get("id"), '"text" is missing' if text is None else '"text" is not a string')
    return Query(read.get("id"), text)


def _first_line(error: Exception) -> str:
    said = str(error).splitlines()
    return said[0][:_LONGEST_SHOWN] if said else type(error).__name__


def match_texts(
    queries: Iterable[Query | BadQuery],
    store: CandidateStore,
    options: MatchOptions = MatchOptions(),  # noqa: B008 - frozen
) -> Iterator[TextAnswer | BadQuery]:
    """An answer for each query, in order; a bad one is passed on as it is."""
    options = with_lines(with_texts(options, store), store)
    for query in queries:
        if isinstance(query, BadQuery):
            yield query
            continue
        report = parse_report(query.text)
        yield TextAnswer(query.id, report, match_report(report, store, options))


def match_lines(
    lines: Iterable[str],
    store: CandidateStore,
    options: MatchOptions = MatchOptions(),  # noqa: B008 - frozen
    *,
    why: bool = False,
) -> Iterator[str]:
    """Lines of JSON in, an answer line of JSON for each, in order; blank lines are passed over.

    `why` adds the contributions to each score.
    """
    queries = (query_from_line(line) for line in lines if line.strip())
    for answer in match_texts(queries, store, options):
        yield json.dumps(json_of(answer, why=why), ensure_ascii=True)


def json_of(answer: TextAnswer | BadQuery, *, why: bool = False) -> dict[str, object]:
    """The answer as the contract writes it: for the error that ended the program, and `errors` when there are several."""
    if isinstance(answer, BadQuery):
        return {"id": answer.id, "error": answer.reason}
    if not answer.answers:
        return {"id": answer.id, "verdict": "none", "matches": []}
    shown: dict[str, object] = {"id": answer.id, **json_of_answer(answer.answers[answer.report.final], why=why)}
    if len(answer.answers) > 1:
        shown["errors"] = [
            {"exception": one.error.exception, "message": one.error.message, **json_of_answer(one, why=why)}
            for one in answer.answers
        ]
    return shown


def json_of_answer(answer: Answer, *, why: bool = False) -> dict[str, object]:
    """Verdict, matches and remarks of one error; with `why`, what each part of a score contributed."""
    shown: dict[str, object] = {
        "verdict": str(answer.verdict),
        "matches": [json_of_match(match, why=why) for match in answer.matches],
    }
    if answer.remarks:
        shown["remarks"] = list(answer.remarks)
    return shown


def json_of_match(match: Match, *, why: bool = False) -> dict[str, object]:
    """One match; `file` is null for compiled code of which no binary is known."""
    shown: dict[str, object] = {
        "id": match.id or None,
        "kind": match.kind,
        "package": match.package or None,
        "version": match.version or None,
        "file": match.file or None,
        "line": match.line,
        "end_line": match.end_line,
        "exception": match.exception,
        "score": match.score,
        "template": match.template,
        "holes": holes_by_expression(match.holes),
    }
    if why:
        shown["contributions"] = [
            {"what": one.what, "points": one.points, "why": one.why} for one in match.contributions
        ]
    return shown


def holes_by_expression(holes: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Values by expression; an expression that fills several holes with different values is numbered from the second."""
    named: dict[str, str] = {}
    for expression, value in holes:
        name, count = expression, 1
        while name in named and named[name] != value:
            count += 1
            name = f"{expression} ({count})"
        named[name] = value
    return named
