from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.app.match import BadQuery, Query, holes_by_expression, match_lines, query_from_line
from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.matching.store import MatchOptions
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, Template

TEMPLATE = Template(("how must be one of left or right, not ", Hole("how", "r")))


def store_of(*lines: int) -> MemoryStore:
    sites = [
        Site(SiteKind.RAISE, line, line, f"f{line}", "ValueError", "builtins.ValueError", templates=(TEMPLATE,))
        for line in lines
    ]
    return MemoryStore([MemoryFile("pkg", "1.0", "pkg/mod.py", tuple(sites))])


def answers(store: MemoryStore, *lines: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in match_lines(lines, store)]


def test_each_line_is_answered_in_the_shape_of_the_contract() -> None:
    query = json.dumps({"id": "q1", "text": "ValueError: how must be one of left or right, not 'up'"})

    (answer,) = answers(store_of(7), query)

    matches = answer["matches"]
    assert isinstance(matches, list)
    score = matches[0].pop("score")
    assert 0 < score < 1
    assert answer == {
        "id": "q1",
        "verdict": "exact",
        "matches": [
            {
                "id": "0000000000000000",
                "kind": "statement",
                "package": "pkg",
                "version": "1.0",
                "file": "pkg/mod.py",
                "line": 7,
                "end_line": 7,
                "exception": "ValueError",
                "template": "how must be one of left or right, not {!r}",
                "holes": {"how": "'up'"},
            }
        ],
    }


def test_order_is_kept_and_a_bad_line_is_answered_with_an_error() -> None:
    lines = ['{"id": 1, "text": "nothing known"}', "not json", "", '{"id": 2}', "[1]", '{"id": [3], "text": "x"}']

    assert answers(store_of(7), *lines) == [
        {"id": 1, "verdict": "none", "matches": []},
        {"id": None, "error": "not a line of JSON: Expecting value: line 1 column 1 (char 0)"},
        {"id": 2, "error": '"text" is missing'},
        {"id": None, "error": 'not an object with "id" and "text"'},
        {"id": [3], "verdict": "none", "matches": []},
    ]


def test_limit_holds_for_ties_too() -> None:
    query = json.dumps({"id": 1, "text": "ValueError: how must be one of left or right, not 'up'"})

    (line,) = match_lines([query], store_of(*range(1, 30)), MatchOptions(limit=3))

    answer = json.loads(line)
    assert (answer["verdict"], len(answer["matches"])) == ("ambiguous", 3)


def test_several_errors_are_all_given_and_the_last_one_answers() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "/a/lib/python3.11/site-packages/pkg/mod.py", line 7, in f7\n'
        "ValueError: how must be one of left or right, not 'up'\n"
        "\nDuring handling of the above exception, another exception occurred:\n\n"
        "Traceback (most recent call last):\n"
        '  File "/a/main.py", line 3, in <module>\n'
        "RuntimeError: no such luck\n"
    )

    (answer,) = answers(store_of(7), json.dumps({"id": 1, "text": text}))

    errors = answer["errors"]
    assert isinstance(errors, list)
    assert answer["verdict"] == "none"
    assert [(one["exception"], one["verdict"]) for one in errors] == [("ValueError", "exact"), ("RuntimeError", "none")]


def test_why_adds_what_each_part_contributed() -> None:
    query = json.dumps({"id": 1, "text": "ValueError: how must be one of left or right, not 'up'"})

    (line,) = match_lines([query], store_of(7), why=True)

    contributions = json.loads(line)["matches"][0]["contributions"]
    assert [part["what"] for part in contributions] == ["text", "class", "holes"]
    assert all(part["why"] for part in contributions)


@given(st.text() | st.recursive(st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5).map(json.dumps))
def test_any_line_is_a_query_or_a_reason(line: str) -> None:
    assert isinstance(query_from_line(line), Query | BadQuery)


def test_line_nested_beyond_reason_is_a_bad_one() -> None:
    assert isinstance(query_from_line("[" * 100_000), BadQuery)


@given(st.text(max_size=300))
def test_no_text_crashes(text: str) -> None:
    (answer,) = answers(store_of(7), json.dumps({"id": 1, "text": text}))

    assert answer["verdict"] in {"exact", "ambiguous", "weak", "none"}


@pytest.mark.parametrize(
    ("holes", "named"),
    [
        ((("a", "1"), ("b", "2")), {"a": "1", "b": "2"}),
        ((("a", "1"), ("a", "1")), {"a": "1"}),
        ((("a", "1"), ("a", "2"), ("a", "3")), {"a": "1", "a (2)": "2", "a (3)": "3"}),
    ],
)
def test_expressions_that_fill_several_holes_are_numbered(
    holes: tuple[tuple[str, str], ...], named: dict[str, str]
) -> None:
    assert holes_by_expression(holes) == named
