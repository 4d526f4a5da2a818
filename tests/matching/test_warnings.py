from __future__ import annotations

from collections.abc import Callable

from errdex.matching.match import match_error
from errdex.matching.memory import MemoryStore
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site, SiteKind

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

MESSAGE = "the retries argument is deprecated and ignored"
CALLER = Frame("/home/user/project/run.py", 17, "", "main()")
SPANS = {"pkg/mod.py": (("f", 1, 20),), "pkg/other.py": (("g", 1, 40),)}


def test_the_printed_place_of_a_warning_is_its_callers(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, MESSAGE, exception="FutureWarning", kind=SiteKind.WARN)]}, SPANS)

    answer = match_error(ReportedError("FutureWarning", MESSAGE, (CALLER,), kind="warn"), store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.EXACT, [12])


def test_a_place_in_a_library_without_a_warning_is_not_compiled_code(a_site: SiteMaker, a_store: StoreMaker) -> None:
    site = a_site(12, MESSAGE, exception="FutureWarning", kind=SiteKind.WARN)
    store = a_store({"pkg/mod.py": [site], "pkg/other.py": []}, SPANS)
    caller = Frame("/v/lib/python3.11/site-packages/pkg/other.py", 7, "", "f(retries=3)")

    answer = match_error(ReportedError("FutureWarning", MESSAGE, (caller,), kind="warn"), store)

    assert [(match.kind, match.file, match.line) for match in answer.matches] == [("statement", "pkg/mod.py", 12)]


def test_a_default_category_says_nothing_of_a_message_that_may_be_a_warning(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, MESSAGE, exception="UserWarning", kind=SiteKind.WARN)]}, SPANS)

    answer = match_error(ReportedError("pkg.RemovedWarning", MESSAGE, kind="warn"), store)

    assert [match.line for match in answer.matches] == [12]
