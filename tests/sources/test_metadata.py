from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.utils import canonicalize_name

from errdex.nouns.sources import Distribution
from errdex.sources.metadata import (
    Headers,
    canonical_name,
    distribution_of_metadata,
    name_and_version_of_path,
    read_headers,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


def test_headers_end_at_the_empty_line() -> None:
    text = (
        "Metadata-Version: 2.1\nName: Foo.Bar\nVersion: 1.0\nHome-page: https://x\n"
        "Project-URL: Source, https://y\nSummary: a\n  Name: folded\n\nName: other\n"
    )

    assert read_headers(text) == Headers("Foo.Bar", "1.0", (("homepage", "https://x"), ("Source", " https://y")))


@given(st.text(alphabet="aZ09-_.", max_size=20))
def test_names_are_normalised_as_packaging_does(name: str) -> None:
    assert canonical_name(name) == canonicalize_name(name)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/s/scikit_learn-1.5.0.dist-info", ("scikit-learn", "1.5.0")),
        ("/s/lazr.uri-1.0.6.egg-info", ("lazr-uri", "1.0.6")),
        ("/s/flat.egg-info", ("flat", "")),
        ("/s/old-tool-2.0.dist-info", ("old-tool", "2.0")),
        ("/s/foo-unknown.dist-info", ("foo", "unknown")),
        ("/s/foo-2.0-py3.9.egg/EGG-INFO", ("foo", "2.0")),
        ("/s/foo-2.0-py3.9-linux-x86_64.egg-info", ("foo", "2.0")),
    ],
)
def test_the_folders_own_name_says_who_it_is(path: str, expected: tuple[str, str]) -> None:
    assert name_and_version_of_path(path) == expected


def test_metadata_says_more_than_the_folders_name(write: Write) -> None:
    root = write({"foo-1.dist-info/METADATA": "Name: Foo\nVersion: 1.0.0\nProject-URL: Code, https://github.com/a/b\n"})

    assert distribution_of_metadata(str(root / "foo-1.dist-info")) == Distribution("pypi", "foo", "1.0.0", "a/b")


def test_the_folders_name_stands_in_for_missing_metadata(write: Write) -> None:
    root = write({"foo_x-1.dist-info/WHEEL": ""})

    assert distribution_of_metadata(str(root / "foo_x-1.dist-info")) == Distribution("pypi", "foo-x", "1")


def test_an_egg_info_file_is_metadata_itself(write: Write) -> None:
    root = write({"foo.egg-info": "Name: foo\nVersion: 3\n"})

    assert distribution_of_metadata(str(root / "foo.egg-info")) == Distribution("pypi", "foo", "3")


@given(st.text(max_size=300))
def test_any_text_has_headers(text: str) -> None:
    assert isinstance(read_headers(text), Headers)
