"""Records as text, JSON and Markdown, of one site."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from errdex.explanation.record import published_record
from errdex.explanation.recorded import explain_site
from errdex.nouns.conditions import Clause
from errdex.nouns.explanations import SourceText
from errdex.nouns.records import RecordedSite
from errdex.nouns.sites import Evidence, Site, SiteKind
from errdex.nouns.sources import Distribution
from errdex.nouns.templates import Hole, template_from_parts
from errdex.rendering.record_json import knowledge_json, record_json
from errdex.rendering.record_markdown import code, escaped, fenced, record_markdown
from errdex.rendering.record_text import record_text
from errdex.rendering.style import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

RECORDED = RecordedSite(
    "0123456789abcdef",
    Site(
        SiteKind.RAISE,
        2,
        2,
        "pick",
        "ModeError",
        "modes.ModeError",
        ("builtins.ValueError", "builtins.Exception"),
        "modes.ModeError",
        (template_from_parts(["there is no such mode: ", Hole("mode", "r")]),),
        "there is no such mode: {mode!r}",
        (Clause("mode not in MODES", 1, trace=("mode: parameter",)),),
        evidence=(Evidence("docstring", "modes.py", 1, "ModeError: no ``such`` mode"),),
    ),
    Distribution("pypi", "modes", "1.2", "acme/modes"),
    "modes.py",
    True,
    SourceText("/x/modes.py", ("if mode not in MODES:", '    raise ModeError(f"there is no such mode: {mode!r}")')),
    "ab" * 20,
    1_764_547_200,
    1_764_547_201,
)


def test_text_reads_as_in_the_golden_file(golden: Callable[[str, str], None]) -> None:
    golden("record/record.txt", record_text(published_record(RECORDED), explain_site(RECORDED), PLAIN, 80))


def test_markdown_reads_as_in_the_golden_file(golden: Callable[[str, str], None]) -> None:
    golden("record/record.md", record_markdown(published_record(RECORDED), RECORDED))


def test_the_published_form_is_that_of_the_golden_file(golden: Callable[[str, str], None]) -> None:
    golden("record/record.json", record_json(published_record(RECORDED), RECORDED) + "\n")


def test_everything_known_holds_the_place_on_this_machine() -> None:
    known = json.loads(knowledge_json(RECORDED, published_record(RECORDED)))

    assert (known["file"], known["line"], known["location"]) == ("modes.py", 2, "/x/modes.py")


def test_only_claims_that_are_made_have_a_level() -> None:
    levels = json.loads(record_json(published_record(RECORDED), RECORDED))["errdex"]["levels"]

    assert levels["errorMessage"] == "located"
    assert levels["messagePattern"] == "evaluated"
    assert "solutions" not in levels


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a", "`a`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```"), ("a\nb\x1b", "`a\\nb\\x1b`")],
)
def test_code_holds_any_text(text: str, shown: str) -> None:
    assert code(text) == shown


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    assert fenced("```\n<b>", "python") == ["````python", "```", "<b>", "````"]


def test_words_cannot_add_markup() -> None:
    assert escaped("<b>*x*[y](z)") == "\\<b\\>\\*x\\*\\[y\\]\\(z\\)"
