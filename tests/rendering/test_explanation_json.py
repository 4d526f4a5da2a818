from __future__ import annotations

import json
from typing import TYPE_CHECKING

from errdex.nouns.explanations import Explained, Explanation
from errdex.nouns.reports import ReportedError
from errdex.rendering.explanation_json import explained_json

if TYPE_CHECKING:
    from collections.abc import Callable


def test_the_shape_is_that_of_the_golden_file(exact: Explanation, golden: Callable[[str, str], None]) -> None:
    written = json.loads(explained_json(Explained((exact,), 0, "traceback", ("indexed sglang for this",))))

    golden("explanation/exact.json", json.dumps(written, indent=2, ensure_ascii=False) + "\n")


def test_the_error_that_ended_the_program_stands_on_top(exact: Explanation, nothing: Explanation) -> None:
    written = json.loads(explained_json(Explained((exact, nothing), 0, "traceback")))

    assert written["verdict"] == "exact"
    assert [error["verdict"] for error in written["errors"]] == ["exact", "none"]


def test_all_tied_statements_are_matches(ambiguous: Explanation) -> None:
    written = json.loads(explained_json(Explained((ambiguous,), 0, "message")))

    assert [match["id"] for match in written["matches"]] == ["e59d2485b40387ab", "0123456789abcdef"]


def test_compiled_code_has_no_line(compiled: Explanation) -> None:
    (match,) = json.loads(explained_json(Explained((compiled,), 0, "message")))["matches"]

    assert (match["kind"], match["line"], match["id"]) == ("compiled", None, None)


def test_a_text_without_an_error_has_the_verdict_none() -> None:
    assert json.loads(explained_json(Explained((), 0, "message"))) == {
        "verdict": "none",
        "matches": [],
        "dialect": "message",
        "errors": [],
        "remarks": [],
    }


def test_text_that_is_no_unicode_can_be_written(nothing: Explanation) -> None:
    broken = nothing._replace(error=ReportedError("", "\udc80"))

    written = explained_json(Explained((broken,), 0, "message")).encode()

    assert json.loads(written)["error"]["message"] == "\udc80"
