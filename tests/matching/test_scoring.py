from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.alignment import FOLDED, WHOLE, Alignment
from errdex.matching.scoring import (
    Candidate,
    is_vendored,
    literal_points,
    log_contributions,
    place_contributions,
    score_of,
    text_contribution,
)
from errdex.nouns.matches import Contribution, SiteRef
from errdex.nouns.reports import ReportedError
from errdex.nouns.sites import SiteKind

REF = SiteRef(1, 1, "pkg", "1.0", "pkg/mod.py", 3, 3, "f", SiteKind.RAISE, "ValueError", "builtins.ValueError", ())


def test_rare_words_weigh_more_than_common_ones_and_signs_least() -> None:
    assert literal_points(["is not"]) < literal_points(["timezone"]) < literal_points(["timezone resolution"])
    assert literal_points(["----"]) < literal_points(["word"])
    assert literal_points([]) == 0.0


@given(st.text(max_size=200), st.text(max_size=50))
def test_more_literal_text_never_weighs_less(text: str, more: str) -> None:
    assert literal_points([text, more]) >= literal_points([text])


@given(st.floats(-500, 500), st.floats(-500, 500))
def test_more_points_never_give_a_lower_score(one: float, other: float) -> None:
    low, high = sorted((one, other))

    scores = [score_of([Contribution("text", points, "")]) for points in (low, high)]

    assert 0 <= scores[0] <= scores[1] <= 1


def test_contribution_of_the_text_says_how_it_fits() -> None:
    whole = Candidate(REF, ("bad timezone",), Alignment(WHOLE, (), ("bad timezone",)))
    folded = Candidate(REF, ("bad timezone",), Alignment(FOLDED, (), ("bad timezone",)), reading=1)

    assert text_contribution(whole) == Contribution("text", 11.0, "prints the whole text, 12 characters are literal")
    assert text_contribution(folded) == Contribution(
        "text", 0.0, "prints it but for case and white space, in another reading, 12 characters are literal"
    )
    assert text_contribution(Candidate(REF, (None,), None)).points < 0


def test_tests_copies_and_other_versions_count_less() -> None:
    places = [
        REF,
        REF._replace(active=False),
        REF._replace(file="pkg/tests/test_mod.py"),
        REF._replace(file="pkg/_vendor/other/mod.py"),
    ]

    assert [[part.what for part in place_contributions(ref)] for ref in places] == [
        [],
        ["version"],
        ["tests"],
        ["vendored"],
    ]
    assert is_vendored(places[3])


def test_logger_named_for_the_module_speaks_for_it() -> None:
    log = REF._replace(kind=SiteKind.LOG, exception="WARNING")
    error = ReportedError("", "full", kind="log", logger="pkg.mod", level="WARNING")

    assert [part.points > 0 for part in log_contributions(error, log)] == [True, True]
    assert [part.points > 0 for part in log_contributions(error, log._replace(file="other/x.py"))] == [True, False]
    assert log_contributions(error, REF) == ()
