"""Small distributions, linked."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping

import pytest

from errdex.languages.analyse import analyse
from errdex.linking.link import LinkInput, link_distribution
from errdex.nouns.facts import FileFacts
from errdex.nouns.sites import Site


class NothingForeign:
    """No other distribution is known."""

    def facts_of_module(self, module: str) -> FileFacts | None:
        return None


def linked(files: Mapping[str, str]) -> dict[str, tuple[Site, ...]]:
    """Sites of each file of a distribution given as path → source."""
    inputs = []
    for path, source in files.items():
        facts = analyse(textwrap.dedent(source).encode(), path)
        assert isinstance(facts, FileFacts), facts
        module = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        inputs.append(LinkInput(path, module, facts))
    return dict(link_distribution(inputs, NothingForeign()))


@pytest.fixture
def link() -> Callable[[Mapping[str, str]], dict[str, tuple[Site, ...]]]:
    return linked


@pytest.fixture
def texts() -> Callable[[str], list[str]]:
    """Template texts of the last site of one file."""

    def of(source: str) -> list[str]:
        (sites,) = linked({"pkg/mod.py": source}).values()
        return [template.text for template in sites[-1].templates]

    return of
