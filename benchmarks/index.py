"""What indexing costs, against parsing the same files and against looking for them, in the same run.

    python benchmarks/index.py --python ENV/bin/python [--scratch FOLDER] [--jobs N] [--growth]

Indexes a whole environment into a scratch catalogue: cold, again with nothing changed, and again after every file of one
distribution changed (as far as the catalogue can tell: what it remembers of them is wiped). Every job is a process of its
own; its CPU time is user and system time of it and all its children. The references, measured in the same run:

  parse   `ast.parse` over all files, collector as it comes, one process (for the changed distribution: over its files)
  look    `os.walk` over the environment's folders and `os.stat` of every source file

Peak memory is sampled: the sum, over the process and its children, of what each holds alone and its share of the rest.
With `--growth`, also a quarter and a half of the source. Returns 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from errdex.sources.environment import read_environment
from errdex.sources.installed import iter_installed
from errdex.sources.stdlib import read_stdlib

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.sources import SourceTree

COLD_BAR, SAME_BAR = 2.0, 3.0
CHANGED_SHARE = 0.02
"""Of all source that the distribution to change should have, about."""

PARSE = """
import ast, sys, warnings
warnings.simplefilter("ignore")
for path in sys.stdin.read().split("\\0"):
    with open(path, "rb") as file:
        content = file.read()
    try:
        ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
"""

LOOK = """
import os, sys
for folder in sys.argv[1:]:
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".py", ".pyw")):
                os.stat(os.path.join(root, name))
"""

INDEX = """
import json, sys
from errdex.app.index import index
from errdex.app.options import IndexOptions
catalogue, python, jobs, *targets = sys.argv[1:]
summary = index(targets, IndexOptions(catalogue, python, int(jobs) or None))
print(json.dumps(summary._replace(rows=[], unread=[list(file) for file in summary.unread])._asdict()))
"""


class Cost(NamedTuple):
    """What a process and its children took."""

    cpu: float
    wall: float
    peak: int
    """Bytes of memory at the highest sample."""
    output: str


def main() -> int:
    """Measures and prints; 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="interpreter whose environment is indexed (default: the active one)")
    parser.add_argument("--scratch", help="folder for the scratch catalogues (default: a temporary one)")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: one a core)")
    parser.add_argument("--growth", action="store_true", help="also a quarter and a half of the source")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        bench = Bench(options.python, scratch, options.jobs)
        bench.describe()
        missed = bench.cold() + bench.unchanged() + bench.changed()
        if options.growth:
            bench.growth()
    return 1 if missed else 0


class Bench:
    """The measurements, one after the other."""

    def __init__(self, python: str | None, scratch: str, jobs: int) -> None:
        self.environment = read_environment(python)
        self.trees = [*iter_installed(self.environment), read_stdlib(self.environment)]
        self.scratch, self.jobs = scratch, jobs
        self.catalogue = os.path.join(scratch, "whole.sqlite")
        self.folders = sorted({*self.environment.paths, self.environment.stdlib})

    def describe(self) -> None:
        """Prints what is measured."""
        size = sum(map(size_of, self.trees))
        files = [file for tree in self.trees for file in tree.files]
        lines = sum(Path(file.location).read_bytes().count(b"\n") for file in files)
        print(f"{len(self.trees)} distributions, {len(files):,} files, {size / 1e6:.1f} MB, {lines / 1e6:.2f} M lines")
        print(f"{'':<26} {'CPU s':>7} {'wall s':>7} {'peak MB':>8}  ratio")

    def cold(self) -> int:
        """Into an empty catalogue."""
        parse = self.parse(self.trees)
        cost = self.index(self.catalogue)
        show("parse all files", parse)
        missed = show("index, cold", cost, parse, "parse", COLD_BAR)
        summary = json.loads(cost.output)
        print(
            f"  {summary['sites']:,} sites, {summary['analysed']:,} distinct files, {len(summary['unread'])} unread, "
            f"catalogue {os.path.getsize(self.catalogue) / 1e6:.1f} MB"
        )
        return missed

    def unchanged(self) -> int:
        """Into one that has everything already."""
        look = min((run(["-c", LOOK, *self.folders]) for _ in range(3)), key=lambda cost: cost.cpu)
        cost = min((self.index(self.catalogue) for _ in range(3)), key=lambda cost: cost.cpu)
        show("look for all files", look)
        missed = show("index, nothing changed", cost, look, "look", SAME_BAR)
        summary = json.loads(cost.output)
        assert (summary["changed"], summary["analysed"]) == (0, 0), summary
        return missed

    def changed(self) -> int:
        """After one distribution's files changed."""
        whole = sum(map(size_of, self.trees))
        tree = min(self.trees, key=lambda tree: abs(size_of(tree) - CHANGED_SHARE * whole))
        parse = self.parse([tree])
        look = run(["-c", LOOK, *self.folders])
        forget(self.catalogue, tree.distribution.name)
        cost = self.index(self.catalogue)
        show(f"parse {tree.distribution.name} alone", parse)
        both = Cost(parse.cpu + look.cpu, 0, 0, "")
        show("index, that one changed", cost, both, "parse that one + look", None)
        summary = json.loads(cost.output)
        assert summary["changed"] >= 1, summary
        print(f"  {summary['analysed']:,} files analysed, {summary['changed']} distributions linked")
        return 0

    def growth(self) -> None:
        """A quarter and a half of the source, to see that cost grows with it and no faster."""
        named = [tree for tree in self.trees if tree.distribution.ecosystem in ("pypi", "stdlib")]
        for share in (0.25, 0.5):
            chosen = first_share(sorted(named, key=lambda tree: tree.distribution.name), share)
            targets = [name if name != "cpython-stdlib" else "stdlib" for name in (t.distribution.name for t in chosen)]
            parse = self.parse(chosen)
            cost = self.index(os.path.join(self.scratch, f"{share}.sqlite"), targets)
            show(f"index, cold, {sum(map(size_of, chosen)) / 1e6:.0f} MB", cost, parse, "parse the same", None)

    def parse(self, trees: Sequence[SourceTree]) -> Cost:
        """The reference for everything that has to be read."""
        paths = "\0".join(file.location for tree in trees for file in tree.files)
        return run(["-c", PARSE], paths)

    def index(self, catalogue: str, targets: Sequence[str] = ()) -> Cost:
        """One run."""
        return run(["-c", INDEX, catalogue, self.environment.python, str(self.jobs), *targets])


def size_of(tree: SourceTree) -> int:
    """Bytes of source."""
    return sum(file.size for file in tree.files)


def first_share(trees: Sequence[SourceTree], share: float) -> list[SourceTree]:
    """The first trees that together have about this share of the source."""
    wanted = share * sum(map(size_of, trees))
    chosen: list[SourceTree] = []
    for tree in trees:
        if sum(map(size_of, chosen)) + size_of(tree) / 2 <= wanted:
            chosen.append(tree)
    return chosen


def forget(catalogue: str, name: str) -> None:
    """Makes a catalogue believe that all files of a distribution have changed."""
    with contextlib.closing(sqlite3.connect(catalogue)) as connection, connection:
        connection.execute(
            "UPDATE content SET analysis = 0, hash = randomblob(20) WHERE id IN (SELECT content FROM file"
            " JOIN distribution ON distribution.id = distribution WHERE name = ?)",
            (name,),
        )
        connection.execute("UPDATE distribution SET listing = x'' WHERE name = ?", (name,))


def run(arguments: Sequence[str], given: str = "") -> Cost:
    """Runs Python; CPU of it and its children, and the peak of their memory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+", errors="surrogateescape") as source:
        source.write(given)
        source.seek(0)
        running = subprocess.Popen([sys.executable, *arguments], stdin=source, stdout=out)
        peak = 0
        while running.poll() is None:
            peak = max(peak, sum(map(memory_of, tree_of(running.pid))))
            time.sleep(0.1)
        if running.returncode:
            raise SystemExit(f"{arguments[:2]} ended with status {running.returncode}")
        out.seek(0)
        output = out.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, time.monotonic() - began, peak, output)


def tree_of(process: int) -> list[int]:
    """A process and all below it (Linux; elsewhere the process alone)."""
    found = [process]
    for parent in found:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{parent}/task"):
                children = Path(f"/proc/{parent}/task/{thread}/children").read_text(encoding="ascii")
                found += map(int, children.split())
    return found


def memory_of(process: int) -> int:
    """Bytes that a process holds, what it shares divided among those that share it; 0 where that cannot be told."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def show(name: str, cost: Cost, reference: Cost | None = None, of: str = "", bar: float | None = None) -> int:
    """Prints a line; 1 when the bar is missed."""
    ratio = cost.cpu / reference.cpu if reference else 0.0
    missed = bar is not None and ratio > bar
    verdict = f" (bar {bar}{', missed' if missed else ''})" if bar is not None else ""
    versus = f"  {ratio:.2f} x {of}{verdict}" if reference else ""
    print(f"{name:<26} {cost.cpu:>7.2f} {cost.wall:>7.2f} {cost.peak / 1e6:>8.0f}{versus}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
