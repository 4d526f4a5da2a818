"""`errdex explain --json`: the same shape as an answer of `errdex match --jsonl`, with what explains it beside."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.nouns.conditions import Clause, ReachingSet
    from errdex.nouns.explanations import Candidate, Explained, Explanation, Narrowed, Place
    from errdex.nouns.matches import Match
    from errdex.nouns.reports import Frame, ReportedError
    from errdex.nouns.sites import EntryPoint

    Json = Mapping[str, object]


def explained_json(explained: Explained) -> str:
    """One JSON object: the explanation of the error that ended the program, `errors` with all of them, `remarks`.

    A text without an error has the verdict `none`, and `errors` is empty.
    """
    errors = [explanation_object(one) for one in explained.explanations]
    final: Json = errors[explained.final] if errors else {"verdict": "none", "matches": []}
    whole = {
        **final,
        "dialect": explained.dialect,
        "errors": errors,
        "remarks": [*_strings(final.get("remarks")), *explained.remarks],
    }
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def explanation_object(explanation: Explanation) -> Json:
    """One error explained, as plain JSON. Absent is `null`, unknown is said in `unknown`."""
    candidates = [one.match for one in explanation.candidates]
    matches = candidates or ([explanation.match] if explanation.match is not None else [])
    return {
        "verdict": str(explanation.verdict),
        "error": error_object(explanation.error),
        "matches": [match_object(match) for match in matches],
        "place": place_object(explanation.place),
        "statement": str(explanation.kind) if explanation.kind is not None else None,
        "template": explanation.template or None,
        "written": explanation.written or None,
        "passesOn": explanation.passes_on or None,
        "holes": [
            {"expression": hole.expression, "value": hole.value, "sure": hole.sure, "level": "observed"}
            for hole in explanation.holes
        ],
        "condition": {
            "state": explanation.condition_state,
            "clauses": [clause_object(clause) for clause in explanation.condition],
            "selectedBy": list(explanation.selected_by),
        },
        "reachingSets": [narrowed_object(one) for one in explanation.narrowed],
        "source": {
            "lines": [
                {"line": line.number, "text": line.text, "mark": line.mark or None} for line in explanation.source.lines
            ],
            "unread": explanation.source.unread or None,
        },
        "cause": explanation.cause or None,
        "catch": {"class": explanation.catch, "bases": list(explanation.bases)} if explanation.catch else None,
        "handlers": [{"file": one.file, "line": one.line, "text": one.text} for one in explanation.handlers],
        "entryPoints": [entry_object(entry) for entry in explanation.entry_points],
        "atImport": explanation.at_import,
        "evidence": [
            {"kind": one.kind, "file": one.file, "line": one.line, "text": one.text} for one in explanation.evidence
        ],
        "caller": frame_object(explanation.caller),
        "compiledCall": frame_object(explanation.compiled_call),
        "candidates": [candidate_object(one) for one in explanation.candidates],
        "didYouMean": list(explanation.near),
        "guard": explanation.guard or None,
        "unknown": list(explanation.unknown),
        "remarks": list(explanation.remarks),
    }


def entry_object(entry: EntryPoint) -> Json:
    """An entry point with its chain of calls."""
    return {
        "name": entry.name,
        "chain": [
            {"function": call.function, "file": call.file, "line": call.line, "sure": call.sure} for call in entry.chain
        ],
        "also": entry.also,
    }


def error_object(error: ReportedError) -> Json:
    """The error as the text shows it."""
    return {
        "exception": error.exception or None,
        "message": error.message,
        "link": error.link or None,
        "notes": list(error.notes),
        "truncated": error.truncated,
        "frames": [frame_object(frame) for frame in error.frames],
    }


def match_object(match: Match) -> Json:
    """One match, as the contract has it, with its contributions."""
    return {
        "id": match.id or None,
        "kind": match.kind,
        "package": match.package,
        "version": match.version,
        "file": match.file,
        "line": match.line,
        "end_line": match.end_line,
        "exception": match.exception,
        "score": match.score,
        "holes": dict(match.holes),
        "contributions": [{"what": part.what, "points": part.points, "why": part.why} for part in match.contributions],
    }


def place_object(place: Place | None) -> Json | None:
    """Where the statement stands."""
    if place is None:
        return None
    return {
        "file": place.file,
        "line": place.line,
        "end_line": place.end_line,
        "function": place.function,
        "package": place.package,
        "version": place.version,
        "installed": place.installed,
        "location": place.location or None,
        "level": "located",
    }


def clause_object(clause: Clause) -> Json:
    """One clause of the condition."""
    return {
        "text": clause.text,
        "line": clause.line,
        "stale": clause.stale,
        "kind": clause.kind,
        "trace": list(clause.trace),
        "level": "located",
    }


def reaching_object(reaching: ReachingSet) -> Json:
    """A reaching set with its branches."""
    return {
        "operand": reaching.operand,
        "domain": reaching.domain,
        "members": list(reaching.members),
        "reaching": list(reaching.reaching),
        "branches": [{"line": one.line, "text": one.text, "members": list(one.members)} for one in reaching.branches],
        "outside": reaching.outside,
        "undecided": list(reaching.undecided),
    }


def narrowed_object(narrowed: Narrowed) -> Json:
    """One reaching set, with what the message says of it."""
    return {
        **reaching_object(narrowed.reaching),
        "member": narrowed.member or None,
        "level": str(narrowed.level),
    }


def candidate_object(candidate: Candidate) -> Json:
    """One of several statements."""
    return {
        "id": candidate.match.id or None,
        "place": place_object(candidate.place),
        "condition": [clause_object(clause) for clause in candidate.condition],
    }


def frame_object(frame: Frame | None) -> Json | None:
    """One frame of the report."""
    if frame is None:
        return None
    return {
        "file": frame.file or None,
        "line": frame.line,
        "function": frame.function or None,
        "source": frame.source or None,
        "marked": frame.marked or None,
    }


def _strings(found: object) -> list[str]:
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []
