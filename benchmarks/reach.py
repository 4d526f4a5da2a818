"""Whether the calls that errdex reads off the source are those that were seen live.

    python benchmarks/reach.py --python ENV/bin/python --truth exceptions.jsonl [--package NAME] [--show N]

Each recorded error has its stack. Two neighbouring frames of one distribution are a call that really happened: a line of
the caller, and the function that was entered. Wrappers of decorators between the two are passed over.

  precision  of the sure edges whose line was seen calling a function of that name (or of a class called there), the share
             that leads to the function that was entered; any other is wrong
  recall     of the recorded calls, the share that has an edge, sure or not

Returns 1 when fewer than 99 % of the sure edges are right.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.analyse import analyse
from errdex.linking.callgraph import CallGraph
from errdex.linking.modules import LinkInput
from errdex.sources.environment import read_environment
from errdex.sources.installed import find_installed
from errdex.sources.stdlib import read_stdlib

if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.nouns.sources import Environment

BAR = 0.99


class Seen(NamedTuple):
    """A recorded call."""

    file: str
    line: int
    caller: str
    callee_file: str
    callee: str


class Tally(NamedTuple):
    """What one distribution came to."""

    right: int
    wrong: list[str]
    found_sure: int
    found_unsure: int
    missed: list[Seen]
    seconds: float


def main() -> int:
    """Measures and prints; 1 when the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", required=True, help="interpreter of the environment that was recorded")
    parser.add_argument("--truth", required=True, help="exceptions.jsonl")
    parser.add_argument("--package", action="append", help="only this one (may be repeated)")
    parser.add_argument("--show", type=int, default=0, help="list so many wrong and missed calls of each")
    options = parser.parse_args()
    environment = read_environment(options.python)
    recorded = read_calls(options.truth)
    total: Counter[str] = Counter()
    print(f"{'':<18} {'calls':>6} {'recall':>7} {'sure':>7} {'right':>6} {'wrong':>6} {'graph s':>8}")
    for package in sorted(options.package or recorded):
        tally = compare(environment, package, recorded[package])
        if tally is None:
            print(f"{package:<18} not installed")
            continue
        counts = Counter(
            right=tally.right,
            wrong=len(tally.wrong),
            sure=tally.found_sure,
            unsure=tally.found_unsure,
            missed=len(tally.missed),
        )
        total += counts
        show(package, counts, tally.seconds)
        for line in tally.wrong[: options.show]:
            print("  wrong ", line)
        for call in tally.missed[: options.show]:
            print("  missed", f"{call.file}:{call.line} {call.caller} -> {call.callee_file} {call.callee}")
    show("all", total, 0.0)
    precision = total["right"] / max(total["right"] + total["wrong"], 1)
    print(f"precision of sure edges {precision:.2%} (bar {BAR:.0%})")
    return int(precision < BAR)


def show(name: str, counts: Counter[str], seconds: float) -> None:
    """Prints a line."""
    calls = counts["sure"] + counts["unsure"] + counts["missed"]
    recall = (counts["sure"] + counts["unsure"]) / max(calls, 1)
    sure = counts["sure"] / max(calls, 1)
    right, wrong = counts["right"], counts["wrong"]
    print(f"{name:<18} {calls:>6} {recall:>7.1%} {sure:>7.1%} {right:>6} {wrong:>6} {seconds:>8.2f}", flush=True)


def read_calls(path: str) -> dict[str, set[Seen]]:
    """Recorded calls inside each distribution, each once."""
    found: dict[str, set[Seen]] = defaultdict(set)
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        package = row["package"]
        frames = [frame if frame["package"] == package else None for frame in row["frames"]]
        for caller, callee in pairwise(frames):
            if caller is not None and callee is not None and not is_test(caller["file"]):
                found[package].add(Seen(caller["file"], caller["line"], plain(caller), callee["file"], plain(callee)))
    return found


def plain(frame: dict[str, str]) -> str:
    """Qualified name without `<locals>` and the frames of comprehensions."""
    parts = frame["function"].replace(".<locals>", "").split(".")
    while len(parts) > 1 and parts[-1] in ("<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>", "<lambda>"):
        parts.pop()
    return ".".join(parts)


def is_test(path: str) -> bool:
    """As the graph leaves them out."""
    from errdex.linking.callgraph import is_test as left_out

    return left_out(path)


def compare(environment: Environment, package: str, calls: set[Seen]) -> Tally | None:
    """One distribution's graph against what was recorded."""
    graph_of = graph(environment, package)
    if graph_of is None:
        return None
    built, began = graph_of
    edges: dict[tuple[str, int], list[tuple[str, str, bool]]] = defaultdict(list)
    for edge in built.iter_calls():
        module, _ = built.functions[edge.caller]
        home, name = built.functions[edge.callee]
        edges[module.path, edge.line].append((home.path, name, edge.sure))
    seconds = time.process_time() - began
    decorated = {
        (module.path, function.name)
        for module in built.modules.by_path.values()
        for function in module.facts.functions
        if function.decorators
    }
    return tally(calls, edges, decorated, seconds)


def tally(
    calls: set[Seen],
    edges: dict[tuple[str, int], list[tuple[str, str, bool]]],
    decorated: set[tuple[str, str]],
    seconds: float,
) -> Tally:
    """Counts what fits."""
    entered: dict[tuple[str, int], set[tuple[str, str]]] = defaultdict(set)
    right, wrong, sure, unsure, missed = 0, [], 0, 0, []
    for call in calls:
        entered[call.file, call.line].add((call.callee_file, call.callee))
        ways = [is_sure for file, name, is_sure in edges[call.file, call.line] if (file, name) == call[3:]]
        if ways:
            sure += any(ways)
            unsure += not any(ways)
        else:
            missed.append(call)
    for place, callees in entered.items():
        for file, name, is_sure in edges[place]:
            if not is_sure:
                continue
            if (file, name) in callees:
                right += 1
                continue
            for other in callees:
                if last(other[1]) == last(name) and (file, name) not in decorated:
                    wrong.append(f"{place[0]}:{place[1]} {file} {name}; entered {other[0]} {other[1]}")
                    break
    return Tally(right, wrong, sure, unsure, missed, seconds)


def last(name: str) -> str:
    """Last part of a qualified name."""
    return name.rpartition(".")[2]


def graph(environment: Environment, package: str) -> tuple[CallGraph, float] | None:
    """The graph of an installed distribution, and the process time at which building it began."""
    tree = read_stdlib(environment) if package == "cpython-stdlib" else find_installed(environment, package)
    if tree is None:
        return None
    return build(list(inputs(tree.files)))


def build(files: list[LinkInput]) -> tuple[CallGraph, float]:
    """The graph, timed."""
    gc.collect()
    began = time.process_time()
    return CallGraph(files), began


def inputs(files: object) -> Iterator[LinkInput]:
    """Facts of files."""
    for file in files:  # type: ignore[attr-defined]
        facts = analyse(Path(file.location).read_bytes(), file.path)
        if not isinstance(facts, str):
            yield LinkInput(file.path, file.module, facts)


if __name__ == "__main__":
    sys.exit(main())
