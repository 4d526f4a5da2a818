from __future__ import annotations

from errdex.explanation.window import source_window
from errdex.nouns.conditions import Clause
from errdex.nouns.explanations import SourceText, SourceWindow
from errdex.nouns.sites import Site, SiteKind

SOURCE = """\
import os


class A:
    def f(self, n):
        if n < 0:
            n = 1
            n = 2
            n = 3
            n = 4
            n = 5

            raise ValueError(
                "negative"
            )
        return n
"""
SITE = Site(SiteKind.RAISE, 13, 15, "A.f", "ValueError", condition=(Clause("n < 0", 6),))


def window(source: str = SOURCE, site: Site = SITE) -> SourceWindow:
    return source_window(SourceText("a.py", tuple(source.splitlines())), site, site.condition)


def test_the_statement_its_clauses_and_its_def_are_shown() -> None:
    assert [(line.number, line.mark) for line in window().lines] == [
        (5, ""),
        (6, "clause"),
        (10, ""),
        (11, ""),
        (13, "site"),
        (14, "site"),
        (15, "site"),
        (16, ""),
    ]


def test_the_def_of_another_function_of_that_name_is_not_shown() -> None:
    site = Site(SiteKind.RAISE, 3, 3, "g", "ValueError")

    shown = window("def f(): pass\ndef g():\n    raise ValueError\n", site)

    assert [line.number for line in shown.lines] == [2, 3]


def test_a_long_statement_is_cut() -> None:
    source = "def f():\n    raise ValueError(\n" + "        1 +\n" * 50 + "    )\n"

    shown = window(source, Site(SiteKind.RAISE, 2, 53, "f", "ValueError"))

    assert [line.number for line in shown.lines] == [*range(1, 15)]


def test_a_file_that_became_shorter_is_said_to_have_changed() -> None:
    assert window("x = 1\n") == SourceWindow(
        unread="the file has only 1 lines now: it was changed since it was indexed", changed=True
    )


def test_a_changed_file_is_said_to_have_changed() -> None:
    changed = source_window(SourceText("a.py", unread="changed", changed=True), SITE, ())

    assert changed == SourceWindow(unread="changed", changed=True)


def test_an_unread_file_gives_its_reason() -> None:
    source = SourceText("a.py", unread="a.py: Permission denied")

    assert source_window(source, SITE, ()) == SourceWindow(unread="a.py: Permission denied")
