from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.sources.repository import find_repository, repository_of_url


@pytest.mark.parametrize(
    ("url", "repository"),
    [
        ("https://github.com/pandas-dev/pandas", "pandas-dev/pandas"),
        ("http://www.github.com/owner/name.git", "owner/name"),
        ("https://gitlab.com/owner/name/", "owner/name"),
        ("https://codeberg.org/owner/na.me", "owner/na.me"),
        ("git+https://bitbucket.org/owner/name#readme", "owner/name"),
        ("https://github.com/owner/name/issues", None),
        ("https://github.com/owner", None),
        ("https://github.com/sponsors/owner", None),
        ("https://gitlab.com/group/sub/name", None),
        ("https://example.com/owner/name", None),
        ("https://github.com.example.com/owner/name", None),
        ("https://github.com/owner/..", None),
    ],
)
def test_only_the_plain_url_of_a_repository_names_one(url: str, repository: str | None) -> None:
    assert repository_of_url(url) == repository


def test_a_source_label_goes_before_the_homepage() -> None:
    urls = [("Homepage", "https://github.com/a/site"), ("Source Code", "https://github.com/a/code")]

    assert find_repository(urls) == "a/code"


def test_the_homepage_will_do_alone() -> None:
    assert find_repository([("homepage", "https://github.com/a/b"), ("Docs", "https://github.com/a/docs")]) == "a/b"


def test_two_repositories_of_one_rank_are_unclear() -> None:
    urls = [("Source", "https://github.com/a/b"), ("Repository", "https://github.com/c/d")]

    assert find_repository(urls) is None


def test_one_repository_in_two_cases_is_one() -> None:
    urls = [("Source", "https://github.com/A/b"), ("Repository", "https://github.com/a/B")]

    assert find_repository(urls) == "A/b"


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_label_and_url_give_an_owner_and_a_name_or_nothing(label: str, url: str) -> None:
    found = find_repository([(label, url)])

    assert found is None or found.count("/") == 1
