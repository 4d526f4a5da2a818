"""Small sites and stores to match against."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.nouns.matches import FunctionSpan
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, Template

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]


def parts_of(text: str) -> tuple[str | Hole, ...]:
    """`"bad {mode!r}"` as parts; `{}` is a hole with no expression."""
    parts: list[str | Hole] = []
    while text:
        literal, opened, rest = text.partition("{")
        if literal:
            parts.append(literal)
        if opened:
            inside, _, text = rest.partition("}")
            before_format, _, spec = inside.partition(":")
            expression, _, conversion = before_format.partition("!")
            parts.append(Hole(expression or "…", conversion, spec))
        else:
            text = ""
    return tuple(parts) or ("",)


@pytest.fixture
def a_site() -> SiteMaker:
    """`a_site(12, "bad mode {mode!r}", "ValueError", function="f")`."""

    def make(
        line: int,
        *texts: str,
        exception: str = "ValueError",
        qualified: str | None = None,
        function: str = "f",
        kind: SiteKind = SiteKind.RAISE,
        bases: tuple[str, ...] = (),
    ) -> Site:
        return Site(
            kind,
            line,
            line,
            function,
            exception,
            f"builtins.{exception}" if qualified is None else qualified,
            bases,
            templates=tuple(Template(parts_of(text)) for text in texts),
        )

    return make


@pytest.fixture
def a_store() -> StoreMaker:
    """`a_store({"pkg/mod.py": [site, …]})`: each file belongs to the distribution of its first folder; a key may end
    with `@version`, of which `1.0` is the active one."""

    def make(
        files: dict[str, list[Site]], functions: dict[str, tuple[tuple[str, int, int], ...]] | None = None
    ) -> MemoryStore:
        spans = {path: tuple(FunctionSpan(*span) for span in found) for path, found in (functions or {}).items()}
        made = []
        for key, sites in files.items():
            path, _, version = key.partition("@")
            made.append(
                MemoryFile(
                    path.partition("/")[0],
                    version or "1.0",
                    path,
                    tuple(sites),
                    spans.get(key, ()),
                    version in {"", "1.0"},
                )
            )
        return MemoryStore(made)

    return make
