from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errdex.nouns.explanations import Explained, Explanation
from errdex.nouns.reports import ReportedError
from errdex.rendering.explanation_text import explained_text
from errdex.rendering.layout import columns_of
from errdex.rendering.style import COLOURED, PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

VERDICTS = ("exact", "clauses", "ambiguous", "weak", "nothing", "compiled")


def text_of(explanation: Explanation, width: int = 80, *, why: bool = False) -> str:
    return explained_text(Explained((explanation,), 0, "traceback"), PLAIN, width, why=why)


@pytest.mark.parametrize("name", VERDICTS)
def test_explanations_read_as_in_the_golden_files(
    name: str, request: pytest.FixtureRequest, golden: Callable[[str, str], None]
) -> None:
    explanation: Explanation = request.getfixturevalue(name)

    golden(f"explanation/{name}.txt", text_of(explanation))


def test_why_shows_every_contribution(exact: Explanation, golden: Callable[[str, str], None]) -> None:
    golden("explanation/exact-why.txt", text_of(exact, why=True))


def test_colour_reads_as_in_the_golden_file(exact: Explanation, golden: Callable[[str, str], None]) -> None:
    coloured = explained_text(Explained((exact,), 0, "traceback"), COLOURED, 80)

    golden("explanation/exact-coloured.txt", coloured.replace("\x1b", "ESC"))


def test_a_chain_gives_the_last_error_in_full_and_the_others_in_short(
    exact: Explanation, clauses: Explanation, golden: Callable[[str, str], None]
) -> None:
    explained = Explained((clauses, exact), 1, "traceback", ("indexed sglang for this",))

    golden("explanation/chain.txt", explained_text(explained, PLAIN, 80))


def test_a_text_without_an_error_is_said_to_have_none() -> None:
    assert explained_text(Explained((), 0, "message"), PLAIN, 80) == "No error found in the text.\n"


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("width", [48, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(name: str, width: int, request: pytest.FixtureRequest) -> None:
    explanation: Explanation = request.getfixturevalue(name)

    wide = [line for line in text_of(explanation, width, why=True).splitlines() if columns_of(line) > width]

    assert wide == []


@given(message=st.text(max_size=200), name=st.text(max_size=20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_message_reaches_the_terminal_as_a_command(exact: Explanation, message: str, name: str) -> None:
    hostile = exact._replace(error=ReportedError(name, message, exact.error.frames), catch=name, remarks=(message,))

    text = text_of(hostile)

    assert all(line.isprintable() for line in text.replace("\t", " ").split("\n"))


def test_a_very_long_message_is_cut_with_its_size(nothing: Explanation) -> None:
    long = nothing._replace(error=ReportedError("ValueError", "x" * 1_000_000))

    text = text_of(long)

    assert len(text) < 2_000
    assert "… 999,372 more characters" in text
