"""Tests of the distribution that expect an error, laid on the statements that raise it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.definitions import BuiltinClass, ClassDefinition, ForeignClass, Module
from errdex.linking.patterns import literal_runs, matched_text
from errdex.nouns.anchors import WORD
from errdex.nouns.sites import Evidence, SiteKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from errdex.linking.modules import LinkInput, Modules
    from errdex.nouns.facts import Expected
    from errdex.nouns.sites import Site
    from errdex.nouns.templates import Template

    Key = tuple[str, int]
    """A site: path of its file, and index among the file's sites."""

MAX_TESTS = 3
"""Quoted at one site."""
MAX_CANDIDATES = 40
MIN_MATCHED = 12
"""Characters of a template's own text that a pattern has to match."""
MARGIN = 4
"""Characters by which one site must match better than another to be the one that is meant."""
_EXPECTED_KINDS = frozenset({SiteKind.RAISE, SiteKind.WARN, SiteKind.EXIT})


class Expectations:
    """Which tests speak of which site; where several sites are meant as well, none is."""

    def __init__(
        self,
        files: Sequence[LinkInput],
        linked: Iterable[tuple[str, tuple[Site, ...]]],
        modules: Modules,
        names_on_the_way: Callable[[str, Site], frozenset[str]],
    ) -> None:
        self._modules, self._names = modules, names_on_the_way
        self._sites: dict[Key, Site] = {}
        self._by_class: dict[str, list[Key]] = {}
        self._by_word: dict[tuple[str, str], list[Key]] = {}
        self._printed: dict[tuple[str, str], list[Key]] = {}
        self.found: dict[Key, list[Evidence]] = {}
        expecting = [file for file in files if file[2].expected]
        if not expecting:
            return
        for path, sites in linked:
            if path in modules.by_path:
                for index, site in enumerate(sites):
                    if site.kind in _EXPECTED_KINDS and site.qualified:
                        self._list((path, index), site)
        for path, name, facts in expecting:
            module = Module(name, facts, path, path.endswith("__init__.py"))
            for expected in facts.expected:
                self._attach(module, expected)

    def of(self, path: str, index: int) -> tuple[Evidence, ...]:
        """The tests that expect what a site raises."""
        return tuple(self.found.get((path, index), ()))

    def _list(self, key: Key, site: Site) -> None:
        self._sites[key] = site
        words = {word for template in site.templates for word in _words(template)}
        for name in (site.qualified, *site.bases):
            self._by_class.setdefault(name, []).append(key)
            for word in words:
                self._by_word.setdefault((name, word), []).append(key)

    def _attach(self, module: Module, expected: Expected) -> None:
        found = self._modules.resolve(module, expected.exception)
        if not isinstance(found, ClassDefinition | BuiltinClass | ForeignClass):
            return
        if expected.pattern:
            keys = list(self._printing(found.qualified, expected.pattern))
        else:
            keys = self._by_class.get(found.qualified, []) if isinstance(found, ClassDefinition) else []
        if len(keys) > 1:
            keys = self._called(keys, expected)
        if len(keys) == 1:
            quoted = self.found.setdefault(keys[0], [])
            if len(quoted) < MAX_TESTS:
                quoted.append(Evidence("test", module.path, expected.line, expected.text))

    def _called(self, keys: Sequence[Key], expected: Expected) -> list[Key]:
        """Those that a function which the test calls leads to, or, where no text tells more, holds itself."""
        called = frozenset(expected.calls)
        if expected.pattern:
            return [key for key in keys if not called.isdisjoint(self._names(key[0], self._sites[key]))]
        return [key for key in keys if _own_name(self._sites[key].function) in called]

    def _printing(self, name: str, pattern: str) -> Sequence[Key]:
        """The sites of a class whose text the pattern matches best."""
        known = self._printed.get((name, pattern))
        if known is None:
            known = self._printed[name, pattern] = self._best(name, pattern)
        return known

    def _best(self, name: str, pattern: str) -> list[Key]:
        runs = literal_runs(pattern)
        if not runs:
            return []
        best: dict[Key, int] = {}
        wanted = max(MIN_MATCHED, sum(map(len, runs)) * 7 // 10)
        for key in self._candidates(name, runs):
            parts = (template.parts for template in self._sites[key].templates)
            matched = max((matched_text(runs, each) for each in parts), default=0)
            if matched >= wanted:
                best[key] = matched
        most = max(best.values(), default=0)
        return [key for key, matched in best.items() if matched > most - MARGIN]

    def _candidates(self, name: str, runs: Sequence[str]) -> list[Key]:
        """Sites that share one of the rarest words, all of them where they are few."""
        words = {word for run in runs for word in WORD.findall(run)}
        lists = sorted((keys for word in words if (keys := self._by_word.get((name, word)))), key=len)
        found: dict[Key, None] = {}
        for keys in lists[:2]:
            if len(keys) > MAX_CANDIDATES:
                break
            found.update(dict.fromkeys(keys))
        return list(found)


def _words(template: Template) -> list[str]:
    return [word for part in template.parts if isinstance(part, str) for word in WORD.findall(part)]


def _own_name(function: str) -> str:
    """What a call of exactly this function names: itself, or the class that it makes; `""`: a method of any name."""
    owner, _, last = function.rpartition(".")
    if not owner:
        return last
    return owner.rpartition(".")[2] if last in ("__init__", "__new__") else ""
