"""What `errdex watch` does in a second of CPU, against ripgrep with the same literals and Drain3, on the same log.

    python benchmarks/watch.py --catalogue PATH [--sizes 1000,10000,…] [--megabytes N] [--rounds N] [--drain PYTHON]

A log is made of noise, words of the templates themselves by their frequency, and of 2 % lines that templates print, each
behind a stamp, a level and a logger. Templates are a catalogue's own; beyond those, their shapes with other words. In turn
`errdex`'s watcher (counting, without the time to set up), `rg -c -F -f` (without the time it takes on an empty file) and
Drain3 (on the first lines; `--drain` names an interpreter that has it) run over it; the rates are medians over the rounds.
Then lines of known templates are grouped: by statement, and by Drain3's clusters; F1 over pairs of lines.
The bars: at 10,000 templates at least 2 times ripgrep and 100 times Drain3, F1 at least 0.95.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from errdex.app.watch import Watcher, WatchOptions
from errdex.app.watching.statements import KINDS
from errdex.catalogue.active_templates import read_active_templates
from errdex.matching.memory import MemoryStore
from errdex.matching.stream_templates import lines_of_template, watched_templates
from errdex.nouns.matches import SiteRef
from errdex.nouns.sites import Site, SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from errdex.matching.store import Parts

SHARE = 0.02
VALUES = (
    "x",
    "42",
    "3.5",
    "'name'",
    "some value",
    "[1, 2, 3]",
    "/tmp/a/b.txt",
    "<object at 0x7f00>",
    "not a number",
    "None",
)
LOGGERS = ("app.db", "app.web.views", "worker", "celery.task")
LEVELS = ("INFO", "WARNING", "ERROR", "DEBUG")
DRAIN_LINES = 20_000
GROUPED_TEMPLATES, GROUPED_LINES = 400, 5_600
BARS = {"rg": 2.0, "drain": 100.0, "f1": 0.95}
DRAIN = """
import json, logging, sys, time
logging.disable()
from drain3 import TemplateMiner
lines = open(sys.argv[1], encoding="utf-8").read().split("\\n")[:-1]
miner = TemplateMiner()
started = time.process_time()
clusters = [miner.add_log_message(line)["cluster_id"] for line in lines]
print(json.dumps({"seconds": time.process_time() - started, "clusters": clusters}))
"""


def main() -> int:
    """Measures, prints tables, and returns 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogue", help="where templates are drawn from")
    parser.add_argument("--sizes", default="1000,10000,100000,1000000", help="numbers of templates")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", default="", help="what looks for literals (default: the fastest)")
    parser.add_argument("--drain", help="an interpreter with drain3")
    parser.add_argument("--measure", nargs=3, metavar=("ENGINE", "TEMPLATES", "LOG"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measured(*options.measure)))
        return 0
    if not options.catalogue:
        parser.error("--catalogue is needed")
    missed = 0
    real = read_active_templates(options.catalogue, None, KINDS)
    real = [(row, parts) for row, parts in real if lines_of_template(parts) is not None and can_be_printed(parts)]
    print(f"{len(real):,} templates in the catalogue\n")
    print(
        f"{'templates':>10} {'engine':<15} {'setup s':>8} {'MB/s':>6} {'klines/s':>9} {'peak MB':>8} {'found':>16} {'wrong':>6} {'rg MB/s':>8} {'x rg':>5} {'x Drain3':>9}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for size in map(int, options.sizes.split(",")):
            missed += compared(real, size, options, folder)
        missed += grouped(real, options, folder)
    return 1 if missed else 0


def compared(real: Sequence[tuple[int, Parts]], size: int, options: argparse.Namespace, folder: str) -> int:
    """One row of the table; 1 when a bar is missed."""
    chance = random.Random(size)
    templates = drawn(real, size, chance)
    log, literals, stored = (os.path.join(folder, name) for name in ("log", "literals", "templates"))
    lines, printed = write_log(log, templates, options.megabytes, chance)
    anchors = {one.anchor.strip(b"\n") for one in watched_templates(templates)}
    Path(literals).write_bytes(b"".join(anchor + b"\n" for anchor in sorted(anchors)))
    Path(stored).write_text(json.dumps(templates), encoding="utf-8")
    size_mb = os.path.getsize(log) / 1e6
    own: dict[str, Any] = {}
    rates, ratios, drains = [], [], []
    for _ in range(options.rounds):
        own = run_json([sys.executable, __file__, "--measure", options.engine, stored, log])
        ripgrep = size_mb / (cpu_of_ripgrep(literals, log) - cpu_of_ripgrep(literals, os.devnull))
        rates.append(size_mb / own["seconds"])
        ratios.append(rates[-1] / ripgrep)
        if options.drain:
            drains.append(lines / own["seconds"] / drain_rate(options.drain, log, folder))
    rate, ratio = statistics.median(rates), statistics.median(ratios)
    drain = statistics.median(drains) if drains else None
    right = sum(1 for line, row in own["rows"].items() if printed.get(int(line)) in row)
    wrong = len(own["rows"]) - right
    print(
        f"{size:>10,} {own['engine']:<15} {own['setup']:>8.1f} {rate:>6.0f} {rate / size_mb * lines / 1000:>9.0f} {own['peak']:>8.0f}"
        f" {right:>8,}/{len(printed):,} {wrong:>6,} {rate / ratio:>8.0f} {ratio:>5.2f} {f'{drain:.0f}' if drain else '-':>9}",
        flush=True,
    )
    return int(size == 10_000 and (ratio < BARS["rg"] or (drain is not None and drain < BARS["drain"])))


def can_be_printed(parts: Parts) -> bool:
    """Whether the text is one that files and ripgrep can hold."""
    return not any("\ud800" <= char <= "\udfff" for part in parts if part for char in part)


def drawn(real: Sequence[tuple[int, Parts]], size: int, chance: random.Random) -> list[tuple[int, Parts]]:
    """So many templates: real ones, then their shapes with other words."""
    templates = [(number, parts) for number, (_, parts) in enumerate(chance.sample(list(real), min(size, len(real))))]
    words = list(words_of(parts for _, parts in real))
    known = {parts for _, parts in templates}
    while len(templates) < size:
        shape = chance.choice(real)[1]
        parts = tuple(part if part is None else other_words(part, words, chance) for part in shape)
        if parts not in known and lines_of_template(parts) is not None:
            known.add(parts)
            templates.append((len(templates), parts))
    return templates


def words_of(templates: Iterable[Parts]) -> Iterator[str]:
    """Every word of the templates, as often as it stands there."""
    return (word for parts in templates for part in parts if part for word in part.split())


def other_words(part: str, words: Sequence[str], chance: random.Random) -> str:
    """A literal of the same shape; one word of three stays."""
    return " ".join(word if not word or chance.random() < 1 / 3 else chance.choice(words) for word in part.split(" "))


def write_log(
    path: str, templates: Sequence[tuple[int, Parts]], megabytes: int, chance: random.Random
) -> tuple[int, dict[int, int]]:
    """Writes a log; how many lines it has, and the template of each line that one printed."""
    single = [(row, parts) for row, parts in templates if not any(part and "\n" in part for part in parts)]
    words = list(words_of(parts for _, parts in templates))
    printed: dict[int, int] = {}
    written = number = 0
    with open(path, "w", encoding="utf-8", errors="replace") as log:
        while written < megabytes * 1_000_000:
            number += 1
            if chance.random() < SHARE:
                printed[number], parts = chance.choice(single)
                message = filled(parts, chance)
            else:
                message = " ".join(chance.choices(words, k=chance.randint(6, 14)))
            written += log.write(f"{head_of(number, chance)}{message}\n")
    return number, printed


def head_of(number: int, chance: random.Random) -> str:
    """What a logger puts before a message."""
    second = number // 50
    clock = f"{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02},{number % 1000:03}"
    return f"2026-12-01 {clock} {chance.choice(LEVELS)} {chance.choice(LOGGERS)}: "


def filled(parts: Parts, chance: random.Random) -> str:
    """A message that a template prints."""
    return "".join(chance.choice(VALUES) if part is None else part for part in parts)


class Rows(MemoryStore):
    """A store in which each template is printed by one statement, whose line is the template's row."""

    def __init__(self) -> None:
        super().__init__(())

    def sites_of_templates(self, templates: Sequence[int]) -> Sequence[tuple[int, SiteRef]]:
        """As `CandidateStore` says."""
        return [
            (row, SiteRef(row, 0, "p", "1", "f.py", row, row, "f", SiteKind.RAISE, "E", "", ())) for row in templates
        ]

    def site(self, ref: SiteRef) -> Site:
        """As `CandidateStore` says."""
        return Site(ref.kind, ref.line, ref.end_line, ref.function, ref.exception)

    def record_id(self, ref: SiteRef) -> str:
        """As `CandidateStore` says."""
        return f"{ref.site:016x}"


def measured(engine: str, templates: str, log: str) -> dict[str, object]:
    """What one process measures: setting up, counting, and then, apart, which lines go to which templates."""
    stored = [(row, tuple(parts)) for row, parts in json.loads(Path(templates).read_text(encoding="utf-8"))]
    started = time.process_time()
    watcher = Watcher(Rows(), stored, WatchOptions("", engine=engine))
    setup = time.process_time() - started
    del stored
    started = time.process_time()
    with open(log, "rb", buffering=0) as file:
        while chunk := file.read(1 << 20):
            for _ in watcher.add(chunk):
                pass
    for _ in watcher.finish():
        pass
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    told = watcher.restart(telling=True)
    assert not list(told)
    with open(log, "rb", buffering=0) as file:
        rows = {
            line.line: [one.ref.site for one in line.origin.statements]
            for chunk in iter(lambda: file.read(1 << 20), b"")
            for line in watcher.add(chunk, telling=True)
        }
    summary = watcher.summary()
    return {"setup": setup, "seconds": seconds, "peak": peak, "rows": rows, "engine": summary.engine}


def run_json(command: Sequence[str]) -> dict[str, Any]:
    """What a child prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def cpu_of_ripgrep(literals: str, log: str) -> float:
    """Seconds of CPU that ripgrep takes to count the lines with one of the literals."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["rg", "-c", "-F", "-j1", "-f", literals, log], stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def drain_rate(python: str, log: str, folder: str) -> float:
    """Lines a second of Drain3, on the first lines of a log."""
    part = os.path.join(folder, "part")
    with open(log, encoding="utf-8") as lines, open(part, "w", encoding="utf-8") as out:
        out.writelines(line for line, _ in zip(lines, range(DRAIN_LINES), strict=False))
    seconds: float = run_json([python, "-c", DRAIN, part])["seconds"]
    return DRAIN_LINES / seconds


def grouped(real: Sequence[tuple[int, Parts]], options: argparse.Namespace, folder: str) -> int:
    """Groups lines of known templates, all the catalogue's templates being watched for; 1 when the bar is missed."""
    chance = random.Random(7)
    single = [(row, parts) for row, parts in real if not any(part and ("\n" in part or "\r" in part) for part in parts)]
    chosen = chance.sample(single, GROUPED_TEMPLATES)
    truth, log = [], os.path.join(folder, "grouped")
    with open(log, "w", encoding="utf-8", errors="replace") as out:
        for _ in range(GROUPED_LINES):
            row, parts = chance.choice(chosen)
            truth.append(row)
            out.write(filled(parts, chance) + "\n")
    watcher = Watcher(Rows(), real, WatchOptions("", engine=options.engine))
    content = Path(log).read_bytes()
    groups: list[object] = [("none", number) for number in range(len(truth))]
    for line in [*watcher.add(content, telling=True), *watcher.finish(telling=True)]:
        groups[line.line - 1] = tuple(one.ref.site for one in line.origin.statements)
    own = pair_f1(truth, groups)
    print(
        f"\ngrouping {GROUPED_LINES:,} lines of {GROUPED_TEMPLATES} templates, {len(real):,} watched for: F1 {own:.3f}",
        end="",
    )
    if options.drain:
        clusters = run_json([options.drain, "-c", DRAIN, log])["clusters"]
        print(f"; Drain3's clusters {pair_f1(truth, clusters):.3f}", end="")
    print()
    return int(own < BARS["f1"])


def pair_f1(truth: Sequence[object], groups: Sequence[object]) -> float:
    """F1 over the pairs of lines that stand in one group."""

    def pairs(labels: Iterable[object]) -> int:
        return sum(number * (number - 1) // 2 for number in Counter(labels).values())

    both = pairs(zip(truth, groups, strict=True))
    return 2 * both / (pairs(truth) + pairs(groups))


if __name__ == "__main__":
    sys.exit(main())
