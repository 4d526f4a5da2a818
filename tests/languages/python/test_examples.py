"""Annotated sources: what is expected of a statement stands on its line.

    raise ValueError(f"no mode {mode!r}")  #: raise ValueError | no mode {!r} | mode != "a" & ~n < 0

Kind and exception, template (alternatives between ` // `), clauses of the condition (between ` & `; `~` marks a stale
one). Fields at the end that are empty may be left out. A site without an expectation fails as surely as an expectation
without a site. Each file is linked alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from errdex.languages.analyse import analyse
from errdex.linking.link import LinkInput, link_distribution
from errdex.nouns.facts import FileFacts
from errdex.nouns.sites import Site

EXAMPLES = Path(__file__).parent / "examples"
FILES = sorted(EXAMPLES.rglob("*.py"))


class Expected(NamedTuple):
    line: int
    what: str
    templates: tuple[str, ...]
    clauses: tuple[str, ...]


class Nothing:
    """No other distribution is there."""

    def facts_of_module(self, module: str) -> FileFacts | None:
        return None


def expected_of(text: str) -> list[Expected]:
    found = []
    for line, content in enumerate(text.splitlines(), 1):
        _, marker, said = content.partition("  #: ")
        if marker:
            what, _, rest = said.partition("|")
            template, _, clauses = rest.partition("| ")
            templates = tuple(template.strip().split(" // "))
            found.append(Expected(line, what.strip(), templates, tuple(filter(None, clauses.strip().split(" & ")))))
    return found


def seen(site: Site, marked: set[int]) -> Expected:
    line = next((line for line in range(site.line, site.end_line + 1) if line in marked), site.line)
    templates = tuple(template.text for template in site.templates) or ("",)
    clauses = tuple(("~" if clause.stale else "") + clause.text for clause in site.condition)
    return Expected(line, f"{site.kind} {site.exception}".strip(), templates, clauses)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_sites_of_an_example_are_those_that_its_comments_expect(path: Path) -> None:
    content = path.read_bytes()
    facts = analyse(content, path.name)
    assert not isinstance(facts, str)
    wanted = expected_of(content.decode())

    ((_, sites),) = link_distribution([LinkInput(path.name, path.stem, facts)], Nothing())
    got = [seen(site, {one.line for one in wanted}) for site in sites]

    assert got == wanted
