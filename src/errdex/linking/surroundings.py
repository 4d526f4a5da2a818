"""What a site's distribution shows around it: ways in, handlers on the way out, others that raise the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from errdex.linking.callgraph import TOP, CallGraph
from errdex.linking.entrypoints import EntryPoints
from errdex.linking.expectations import Expectations
from errdex.linking.handlers import MAX_HANDLERS, Handlers, classes_of
from errdex.linking.public import PublicPaths
from errdex.linking.reach import Reach
from errdex.nouns.sites import Call, EntryPoint, SiteKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.callgraph import Edge
    from errdex.linking.definitions import Module
    from errdex.linking.modules import LinkInput
    from errdex.linking.reach import Arrival
    from errdex.nouns.sites import Handler, Site

_RAISING = frozenset({SiteKind.RAISE, SiteKind.ASSERT, SiteKind.EXIT})


class Surroundings:
    """Completes the sites of one distribution, once all of them are linked."""

    def __init__(self, files: Sequence[LinkInput], linked: Sequence[tuple[str, tuple[Site, ...]]]) -> None:
        self.graph = graph = CallGraph(files)
        self._raised: dict[int, Counter[str]] = {}
        """For each function, how many of its statements raise a class, counted for all its bases."""
        wanted = set()
        for path, sites in linked:
            for site in sites:
                number = graph.number(path, site.function)
                if number is None:
                    break
                wanted.add(number)
                if site.kind in _RAISING and site.qualified:
                    self._raised.setdefault(number, Counter()).update((site.qualified, *site.bases))
        self._entries = EntryPoints(graph, PublicPaths(graph.modules))
        self.reach = Reach(graph, self._entries, wanted)
        self._handlers = Handlers(graph)
        self._calls: dict[Edge, Call] = {}
        self._expectations = Expectations(files, linked, graph.modules, self._names_on_the_way)

    def completed(self, path: str, sites: tuple[Site, ...]) -> tuple[Site, ...]:
        """The sites of one file with what surrounds them; those of tests as they are."""
        module = self.graph.modules.by_path.get(path)
        if module is None:
            return sites
        return tuple([self._completed(module, index, site) for index, site in enumerate(sites)])

    def _completed(self, module: Module, index: int, site: Site) -> Site:
        number = self.graph.number(module.path, site.function)
        if number is None:
            return site
        arrivals = self.reach.arrivals.get(number, ())
        return site._replace(
            evidence=(*site.evidence, *self._expectations.of(module.path, index)),
            entry_points=tuple([self._entry(arrival, number, site) for arrival in arrivals]),
            handlers=self._caught(module, site, arrivals) if site.kind in _RAISING else (),
            at_import=number in self.reach.at_import and not _runs_as_program(site),
        )

    def _names_on_the_way(self, path: str, site: Site) -> frozenset[str]:
        """Last names of the functions and classes from which calls get to a site, its own included."""
        number = self.graph.number(path, site.function)
        if number is None:
            return frozenset()
        found = {number}
        for arrival in self.reach.arrivals.get(number, ()):
            found.update(edge.caller for edge in arrival.edges())
        names = [self.graph.functions[each][1].split(".") for each in found]
        made = [parts[-2] for parts in names if len(parts) > 1 and parts[-1] in ("__init__", "__new__")]
        return frozenset([*made, *(parts[-1] for parts in names)])

    def _entry(self, arrival: Arrival, number: int, site: Site) -> EntryPoint:
        edges = arrival.edges()
        chain = tuple([self._call(edge) for edge in edges])
        functions = {number, *(edge.caller for edge in edges)}
        also = 0
        if site.kind in _RAISING and site.qualified:
            counted = (self._raised.get(function) for function in functions)
            also = sum(counts[site.qualified] for counts in counted if counts is not None) - 1
        return EntryPoint(self._entries.name(arrival.entry), chain, also)

    def _call(self, edge: Edge) -> Call:
        known = self._calls.get(edge)
        if known is None:
            module, function = self.graph.functions[edge.caller]
            name = module.name or module.path
            qualified = name if function == TOP else f"{name}.{function}"
            known = self._calls[edge] = Call(qualified, module.path, edge.line, edge.sure)
        return known

    def _caught(self, module: Module, site: Site, arrivals: Sequence[Arrival]) -> tuple[Handler, ...]:
        """On each way from an entry point, the clause that catches first."""
        classes = classes_of(site.qualified, site.bases)
        own = self._handlers.catching(module, site.function, site.line, classes)
        if own is not None:
            return (own,)
        found: dict[Handler, None] = {}
        for arrival in arrivals:
            for edge in reversed(arrival.edges()):
                caller, function = self.graph.functions[edge.caller]
                handler = self._handlers.catching(caller, function, edge.line, classes)
                if handler is not None:
                    found[handler] = None
                    break
        return tuple(found)[:MAX_HANDLERS]


def _runs_as_program(site: Site) -> bool:
    return any("__main__" in clause.text for clause in site.condition)
