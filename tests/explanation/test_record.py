from __future__ import annotations

import pytest

from errdex.explanation.record import kebab, published_record, shown_lines, slug_of
from errdex.nouns.conditions import Clause
from errdex.nouns.explanations import SourceText
from errdex.nouns.records import PublishedRecord, RecordedSite
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.sources import Distribution
from errdex.nouns.templates import Hole, template_from_parts

SITE = Site(
    SiteKind.RAISE,
    2,
    2,
    "Backend._metadata",
    "ValueError",
    templates=(template_from_parts(["Invalid forward mode: batch.mode=", Hole("batch.mode", "r")]),),
    written="Invalid forward mode: {batch.mode=}",
    condition=(Clause("not batch.mode.is_idle()", 1), Clause("n == 1", 1, stale=True)),
)
RECORDED = RecordedSite(
    "e59d2485b40387ab",
    SITE,
    Distribution("pypi", "sglang", "0.5.19", "sgl-project/sglang", "python/"),
    "sglang/backend.py",
    True,
    SourceText("/x/backend.py", ("if not idle:", "    raise ValueError")),
    "ab" * 20,
    1_764_547_200,
    1_764_547_201,
)


def test_the_published_form_holds_what_is_known_and_null_elsewhere() -> None:
    assert published_record(RECORDED) == PublishedRecord(
        id="e59d2485b40387ab",
        repo="sgl-project/sglang",
        slug="invalid-forward-mode-batch-mode",
        error_code=None,
        error_message="Invalid forward mode: {batch.mode=}",
        message_pattern="(?s)^Invalid forward mode: batch\\.mode=(.+?)$",
        error_type="exception",
        error_class="ValueError",
        http_status=None,
        severity="error",
        file_path="python/sglang/backend.py",
        line_number=2,
        source_code="if not idle:\n    raise ValueError",
        source_code_start=1,
        source_code_end=2,
        github_url=None,
        documentation="`Backend._metadata` raises `ValueError`.",
        trigger_scenarios=("Control gets here only when `not batch.mode.is_idle()` (line 1)."),
        common_situations=None,
        solutions=None,
        example_fix=None,
        handling_strategy=None,
        validation_code=None,
        type_guard=None,
        try_catch_pattern=None,
        prevention_tips=None,
        tags=("sglang", "raise", "value-error"),
        background_tag=None,
        analyzed_sha="ab" * 20,
        analyzed_at="2025-12-01T00:00:00Z",
        schema_version=2,
    )


def test_a_distribution_without_a_repository_is_named_by_its_ecosystem() -> None:
    unknown = RECORDED._replace(distribution=Distribution("pypi", "foo", "1"))

    assert published_record(unknown).repo == "pypi/foo"


def test_source_that_cannot_be_read_is_null() -> None:
    record = published_record(RECORDED._replace(source=SourceText(unread="gone")))

    assert (record.source_code, record.source_code_start, record.source_code_end) == (None, None, None)


def test_a_log_call_has_a_level_and_no_class() -> None:
    site = Site(SiteKind.LOG, 1, 1, "f", "CRITICAL")

    record = published_record(RECORDED._replace(site=site))

    assert (record.error_class, record.severity, record.error_type) == (None, "critical", "console")


def test_a_slug_is_made_of_50_characters_of_the_message() -> None:
    site = SITE._replace(written="Invalid forward mode: {forward_batch.forward_mode=}")

    assert slug_of(site) == "invalid-forward-mode-forward-batch-forward-mode"


def test_a_repeated_slug_ends_in_six_digits_of_the_id() -> None:
    assert slug_of(SITE, "e59d2485b40387ab") == "invalid-forward-mode-batch-mode-e59d24"


def test_an_error_code_makes_the_slug() -> None:
    assert slug_of(SITE._replace(error_code="ERR_BAD_RESPONSE")) == "err-bad-response"


@pytest.mark.parametrize(("name", "tag"), [("HTTPError", "http-error"), ("scikit_learn", "scikit-learn"), ("E", "e")])
def test_tags_are_lower_case_kebab(name: str, tag: str) -> None:
    assert kebab(name) == tag


def test_at_most_40_lines_are_shown() -> None:
    assert shown_lines(SITE._replace(line=100), 1000) == (82, 121)
    assert shown_lines(SITE._replace(line=2000), 1000) == (0, 0)
