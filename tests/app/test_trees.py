from __future__ import annotations

import pytest

from errdex.app.indexing.trees import Chosen, as_asked, normal_prefix
from errdex.nouns.sources import Distribution, SourceTree

CHOSEN = Chosen(
    SourceTree(Distribution("pypi", "demo", "1", "me/old", "lib/"), "/x", ()), installed=False, asked=True, stays=False
)


def test_repository_and_prefix_that_were_asked_for_stand_in_place_of_those_known() -> None:
    asked = as_asked(CHOSEN, "me/demo", "python").tree.distribution

    assert asked == Distribution("pypi", "demo", "1", "me/demo", "python/")


def test_what_was_not_asked_for_stays() -> None:
    assert as_asked(CHOSEN, None, None) == CHOSEN


@pytest.mark.parametrize(
    ("given", "normal"),
    [("python", "python/"), ("./src/", "src/"), ("a\\b", "a/b/"), ("", ""), (".", ""), ("/", "")],
)
def test_a_prefix_ends_in_one_slash(given: str, normal: str) -> None:
    assert normal_prefix(given) == normal
