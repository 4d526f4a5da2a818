"""Small catalogues, made in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from errdex.catalogue.identity import content_hash, listing_fingerprint
from errdex.catalogue.units import DistributionState, FileState, content_from_facts, unit_from_sites
from errdex.catalogue.write import Writer
from errdex.nouns.facts import FileFacts
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.sources import Distribution, SourceFile
from errdex.nouns.templates import Hole, template_from_parts

DEMO = Distribution("pypi", "demo", "1.0")
EMPTY = FileFacts((), (), (), (), (), None)


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where a catalogue may be made."""
    return str(tmp_path / "catalogue.sqlite")


@pytest.fixture
def site() -> Callable[..., Site]:
    """A site that prints parts: text, and `None` for a hole."""

    def make(*parts: str | None, line: int = 1, exception: str = "ValueError", written: str = "") -> Site:
        template = template_from_parts([Hole("x") if part is None else part for part in parts])
        return Site(SiteKind.RAISE, line, line, "f", exception, templates=(template,) if parts else (), written=written)

    return make


@pytest.fixture
def store() -> Callable[..., int]:
    """Stores a distribution, given as sites (or a reason why it is unread) by path."""

    def put(
        writer: Writer,
        files: Mapping[str, Iterable[Site] | str],
        distribution: Distribution = DEMO,
        root: str = "/site",
        text: str = "",
    ) -> int:
        states = []
        for file, sites in files.items():
            key = content_hash((file + text).encode(), "python")
            rows = writer.add_contents([content_from_facts(key, 1, EMPTY)])
            module = file.removesuffix(".py").replace("/", ".")
            source = SourceFile(file, f"{root}/{file}", module, 1, 2)
            if isinstance(sites, str):
                states.append(FileState(source, None, None, sites))
            else:
                states.append(FileState(source, rows[key], unit_from_sites(sites)))
        listing = listing_fingerprint([state.file for state in states], [])
        return writer.put_distribution(
            DistributionState(distribution, root, "wheel", False, listing, 1, 1, tuple(states))
        )

    return put
