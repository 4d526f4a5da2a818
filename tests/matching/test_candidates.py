from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.candidates import class_candidates, readings_of, text_candidates, words_of_readings
from errdex.matching.match import match_error
from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.nouns.reports import ReportedError
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, template_from_parts

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

PIECE = st.text(alphabet="abc: .'", min_size=1, max_size=8)


def store_of(*templates: list[str | None]) -> MemoryStore:
    sites = [
        Site(
            SiteKind.RAISE,
            line,
            line,
            "f",
            "pkg.Bad",
            "pkg.Bad",
            templates=(template_from_parts([Hole("x") if part is None else part for part in parts]),),
        )
        for line, parts in enumerate(templates, 1)
    ]
    return MemoryStore([MemoryFile("pkg", "1.0", "pkg/m.py", tuple(sites))])


@given(st.lists(st.lists(st.none() | PIECE, min_size=1, max_size=5), min_size=1, max_size=6), st.data())
def test_statement_that_printed_a_text_is_always_among_the_candidates(
    templates: list[list[str | None]], data: st.DataObject
) -> None:
    store = store_of(*templates)
    chosen = data.draw(st.integers(0, len(templates) - 1))
    text = "".join(data.draw(PIECE) if part is None else part for part in templates[chosen])
    error = ReportedError("pkg.Bad", text)

    found = [*text_candidates(error, store), *class_candidates(error, store)]

    assert chosen + 1 in {candidate.ref.line for candidate in found}


def test_readings_are_the_message_and_its_alternatives_once_each() -> None:
    assert readings_of(ReportedError("", "a", alternatives=("b", "a", "c"))) == ("a", "b", "c")


def test_of_a_huge_text_the_words_at_its_ends_are_looked_up() -> None:
    text = "first " + " ".join(f"w{n}" for n in range(200_000)) + " last"

    words = words_of_readings((text,))

    assert {"first", "last"} <= words
    assert len(words) <= 4_000


@pytest.mark.parametrize(
    "text",
    [
        "cannot read header " * 50_000,
        "a" * 1_000_000,
        "'" * 300_000,
        "\n" * 300_000,
        "cannot read header of " + "x" * 500_000,
    ],
)
def test_texts_made_to_be_slow_are_not(text: str, a_site: SiteMaker, a_store: StoreMaker) -> None:
    sites = [a_site(n, f"cannot {{a!r}} read {{b!r}} header {{c!r}} of {{d!r}} n{n}") for n in range(1, 100)]
    store = a_store({"pkg/a.py": [*sites, a_site(200, "cannot read header of {x!r}"), a_site(201, "{x}: {y}")]})
    started = time.process_time()

    match_error(ReportedError("ValueError", text, alternatives=(text[1:], text[2:])), store)

    assert time.process_time() - started < 2.0
