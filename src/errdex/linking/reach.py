"""How calls get to a statement: entry points with shortest chains, and whether importing is enough.

Everything is found for all functions at once: the nearest entry points spread along the calls, each function takes in at
most `MAX_ENTRIES` of them and hands them on, so the work is bounded by the number of calls, however they are tangled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.callgraph import TOP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.linking.callgraph import CallGraph, Edge
    from errdex.linking.entrypoints import EntryPoints

MAX_ENTRIES = 5
MAX_STEPS = 8
MAX_STEPS_AT_IMPORT = 3
"""What code at the top of a module leads to further away depends on too many values."""
UNSURE_COST = 3
"""Steps that a call weighs whose callee is not sure."""


class Arrival(NamedTuple):
    """A way in that has come as far as some function."""

    entry: int
    """Function at which it began."""
    edge: Edge | None
    """The last call; `None`: it has just begun."""
    before: Arrival | None
    steps: int
    cost: int

    def edges(self) -> list[Edge]:
        """All calls, the first one first."""
        found: list[Edge] = []
        at: Arrival | None = self
        while at is not None and at.edge is not None:
            found.append(at.edge)
            at = at.before
        return found[::-1]


class Reach:
    """The ways to some functions of a distribution."""

    def __init__(self, graph: CallGraph, entries: EntryPoints, wanted: Iterable[int]) -> None:
        wanted = set(wanted)
        relevant, calls = _leading_to(graph.edges, wanted)
        self.arrivals: dict[int, list[Arrival]] = _spread(_starts(graph, entries, relevant), calls)
        self.at_import: set[int] = _imported(graph, relevant, calls)


def _leading_to(edges: list[Edge], wanted: set[int]) -> tuple[set[int], dict[int, list[Edge]]]:
    """Functions from which some wanted one can be reached in few enough steps, and the calls between them by caller."""
    into: dict[int, list[Edge]] = {}
    for edge in edges:
        into.setdefault(edge.callee, []).append(edge)
    relevant, front = set(wanted), wanted
    for _ in range(MAX_STEPS):
        front = {edge.caller for callee in front for edge in into.get(callee, ())} - relevant
        if not front:
            break
        relevant |= front
    calls: dict[int, list[Edge]] = {}
    for edge in edges:
        if edge.callee in relevant and edge.caller in relevant:
            calls.setdefault(edge.caller, []).append(edge)
    return relevant, calls


def _starts(graph: CallGraph, entries: EntryPoints, relevant: set[int]) -> list[int]:
    """Entry points, those with the plainest names first: where two are equally near, the first is kept."""
    named = [(entries.name(number), number) for number in relevant if graph.functions[number][1] != TOP]
    named = [(name, number) for name, number in named if name]
    named.sort(key=lambda one: (one[0].endswith("__"), one[0].count("."), len(one[0]), one[0], one[1]))
    return [number for _, number in named]


def _spread(starts: list[int], calls: dict[int, list[Edge]]) -> dict[int, list[Arrival]]:
    """The nearest entry points of every function, by cost."""
    found: dict[int, list[Arrival]] = {}
    waiting: list[list[tuple[int, Arrival]]] = [[(number, Arrival(number, None, None, 0, 0)) for number in starts]]
    cost = 0
    while cost < len(waiting):
        for number, arrival in waiting[cost]:
            known = found.setdefault(number, [])
            if len(known) >= MAX_ENTRIES or any(other.entry == arrival.entry for other in known):
                continue
            known.append(arrival)
            if arrival.steps == MAX_STEPS:
                continue
            for edge in calls.get(number, ()):
                if len(found.get(edge.callee, ())) < MAX_ENTRIES:
                    further = cost + (1 if edge.sure else UNSURE_COST)
                    while len(waiting) <= further:
                        waiting.append([])
                    waiting[further].append(
                        (edge.callee, Arrival(arrival.entry, edge, arrival, arrival.steps + 1, further))
                    )
        waiting[cost] = []
        cost += 1
    return found


def _imported(graph: CallGraph, relevant: set[int], calls: dict[int, list[Edge]]) -> set[int]:
    """Functions that code at the top of modules leads to by calls that are sure, and that code itself."""
    front = {number for number in relevant if graph.functions[number][1] == TOP}
    reached = set(front)
    for _ in range(MAX_STEPS_AT_IMPORT):
        front = {edge.callee for caller in front for edge in calls.get(caller, ()) if edge.sure} - reached
        if not front:
            break
        reached |= front
    return reached
