from __future__ import annotations

import pytest

from errdex.explanation.prose import claims_of, sentences
from errdex.explanation.words import clause_words
from errdex.nouns.claims import Claim
from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.explanations import Level, SourceText
from errdex.nouns.guards import Guard, Guarded
from errdex.nouns.records import RecordedSite
from errdex.nouns.sites import EntryPoint, Evidence, Site, SiteKind
from errdex.nouns.sources import Distribution


def recorded(site: Site) -> RecordedSite:
    return RecordedSite("0" * 16, site, Distribution("pypi", "demo", "1"), "demo.py", True, SourceText(), "", 0, 0)


def site(*clauses: Clause, **more: object) -> Site:
    return Site(SiteKind.RAISE, 9, 9, "pick", "ValueError", condition=clauses)._replace(**more)  # type: ignore[arg-type]


def field(found: Site, name: str, guarded: Guarded | None = None) -> tuple[str, ...]:
    return sentences(claims_of(recorded(found), guarded), name)


def test_the_cause_comes_first() -> None:
    found = site(Clause("x is not None", 2), Clause("not isinstance(x, str)", 4))

    assert claims_of(recorded(found), None)[0] == Claim(
        "documentation", "`pick` raises `ValueError` when `x` is no `str`.", Level.LOCATED, "line 4"
    )


def test_a_cause_that_may_no_longer_hold_is_not_told() -> None:
    assert field(site(Clause("x > 3", 4, stale=True)), "documentation") == ("`pick` raises `ValueError`.",)


def test_members_are_told_with_who_takes_the_others() -> None:
    modes = ReachingSet(
        "mode", "Mode (enumeration)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.C",),
        (Branch(2, "mode is Mode.A", ("Mode.A",)), Branch(4, "mode is Mode.B", ("Mode.B",))))  # fmt: skip
    found = site(Clause("mode is not Mode.A", 2), Clause("mode is not Mode.B", 4), reaching=(modes,))

    assert field(found, "documentation") == (
        "`pick` raises `ValueError` when `mode` is `Mode.C`, the only one of the 3 members of Mode that gets here.",
    )
    assert (
        field(found, "triggerScenarios")[-1] == "The others are taken before: `Mode.A` by line 2; `Mode.B` by line 4."
    )
    assert field(found, "solutions") == ("In the library itself: a branch for `Mode.C` in `pick` is what is missing.",)


def test_accepted_values_are_the_first_thing_to_try() -> None:
    guard = Guard(
        "mode not in ('r', 'w')", "mode in ('r', 'w')", "pick(mode)", "pick", (), accepted_values=("'r'", "'w'")
    )

    assert field(site(Clause("mode not in ('r', 'w')", 4)), "solutions", Guarded(guard)) == (
        "Give `mode` one of `'r'` or `'w'`: these get past line 9.",
    )


def test_quotes_are_marked_short_and_say_something() -> None:
    found = site(
        evidence=(Evidence("docstring", "d.py", 3, "if the mode is odd. More."), Evidence("comment", "d.py", 8, "GH 5"))
    )

    assert field(found, "documentation")[1:] == ('Its docstring says: "if the mode is odd."',)


def test_a_public_function_is_its_own_way_in() -> None:
    found = site(entry_points=(EntryPoint("demo.pick", ()),))

    assert field(found, "triggerScenarios") == ("`demo.pick` is public: a call of it can get here directly.",)


def test_where_nothing_is_known_nothing_is_said() -> None:
    assert [claim.field for claim in claims_of(recorded(site()), None)] == ["documentation"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x is None", "`x` is `None`"),
        ("a.b not in (1, 2)", "`a.b` is not in `(1, 2)`"),
        ("isinstance(x, (list, tuple))", "`x` is one of `list, tuple`"),
        ("not done", "`done` is false or empty"),
        ("x in y and z", "`x in y and z`"),
        ("f(x) > 3", "`f(x) > 3`"),
    ],
)
def test_common_tests_are_put_in_words_and_others_quoted(text: str, words: str) -> None:
    assert clause_words(Clause(text, 1)) == words


def test_a_handler_is_put_in_words() -> None:
    assert clause_words(Clause("Except KeyError raised by d[k]", 1, kind="except")) == "`d[k]` raised `KeyError`"
