from __future__ import annotations

from collections.abc import Callable

from errdex.matching.match import match_error
from errdex.matching.memory import MemoryStore
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

PATH = "/srv/lib/python3.11/site-packages/pkg/mod.py"


def connecting(*lines: int) -> ReportedError:
    return ReportedError("OSError", "[Errno 111] refused", tuple(Frame(PATH, line, "connect") for line in lines))


def test_statement_that_raised_again_what_came_from_compiled_code_stands_beside_it(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    again = a_site(18, "{err}", exception="err", qualified="", function="connect")
    store = a_store({"pkg/mod.py": [again]}, {"pkg/mod.py": (("connect", 1, 20),)})

    answer = match_error(connecting(18, 9), store)

    assert [(match.kind, match.line) for match in answer.matches] == [("compiled", None), ("statement", 18)]


def test_statement_that_makes_its_own_error_passed_nothing_on(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(18, "bad {x}", function="connect")]}, {"pkg/mod.py": (("connect", 1, 20),)})

    answer = match_error(connecting(18, 9), store)

    assert [(match.kind, match.line) for match in answer.matches] == [("compiled", None)]
