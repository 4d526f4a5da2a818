"""What becomes of statements whose class is not the printed one."""

from __future__ import annotations

from errdex.matching.classes import Agreement, class_agreement
from errdex.matching.scoring import class_contribution
from errdex.nouns.matches import SiteRef
from errdex.nouns.reports import ReportedError
from errdex.nouns.sites import SiteKind


def site(exception: str, qualified: str) -> SiteRef:
    return SiteRef(1, 1, "pkg", "1", "pkg/a.py", 1, 1, "f", SiteKind.RAISE, exception, qualified, (), True)


def test_a_statement_of_another_class_never_outweighs_one_of_the_printed_class() -> None:
    error = ReportedError("outer.Refused", "whatever it says")
    inner, other = site("Refused", "inner.Refused"), site("Denied", "inner.Denied")

    for text in (0.0, 20.0, 60.0, 10_000.0):
        assert text + class_contribution(error, inner, text).points < 9.0
        assert text + class_contribution(error, other, text).points < 9.0


def test_more_text_still_gives_more_points_under_another_class() -> None:
    error = ReportedError("outer.Refused", "whatever it says")
    inner = site("Refused", "inner.Refused")

    points = [text + class_contribution(error, inner, text).points for text in (10.0, 30.0, 50.0)]

    assert points == sorted(set(points))


def test_a_class_of_a_copy_is_the_class_of_the_original() -> None:
    copied = site("ConnectionError", "pip._vendor.requests.exceptions.ConnectionError")

    assert class_agreement("requests.exceptions.ConnectionError", copied) is Agreement.SAME_NAME


def test_an_old_name_of_a_class_is_known_without_its_import() -> None:
    assert class_agreement("OSError", site("socket.error", "")) is Agreement.SAME_BUILTIN
