"""Scores errdex against recorded errors, through the command line only.

    python benchmarks/recorded.py --bench ../shared/bench --python ENV/bin/python

`--bench` is a folder with `truth/*.jsonl` and `score.py` (its README says what they hold); `--python` an interpreter
with the recorded versions installed. Prints what `score.py` prints for each question, and how long each step took.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ERRDEX = [sys.executable, "-m", "errdex"]


def main() -> None:
    """Index, list the sites, ask every question, score each."""
    options = parse_options()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.bench, Path(scratch), options.catalogue)
        if options.python:
            bench.timed("index", [*ERRDEX, "index", "--quiet", "--python", options.python])
        bench.score_sites()
        bench.score_messages("class and message", ["--with-class"])
        bench.score_messages("message alone", [])
        bench.score_messages("whole traceback", ["--traceback"])
        bench.score_unknown()


def parse_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True, help="folder with truth/ and score.py")
    parser.add_argument("--python", help="interpreter to index first; without it the catalogue is used as it is")
    parser.add_argument("--catalogue", type=Path, help="catalogue to use; by default a temporary one")
    return parser.parse_args()


class Bench:
    """The files of one run."""

    def __init__(self, bench: Path, scratch: Path, catalogue: Path | None) -> None:
        self.score = [sys.executable, str(bench / "score.py")]
        self.truth = str(bench / "truth" / "exceptions.jsonl")
        self.scratch = scratch
        self.environment = {**os.environ, "ERRDEX_CATALOGUE": str(catalogue or scratch / "catalogue.sqlite")}

    def timed(self, what: str, command: list[str], stdin: Path | None = None, stdout: Path | None = None) -> None:
        """Run one command and say how long it took."""
        started = time.perf_counter()
        source = stdin.open("rb") if stdin else subprocess.DEVNULL
        target = stdout.open("wb") if stdout else None
        subprocess.run(command, stdin=source, stdout=target, env=self.environment, check=False)
        print(f"-- {what}: {time.perf_counter() - started:.1f} s", flush=True)

    def score_sites(self) -> None:
        """Is the raising statement in the catalogue, and does a template of it fit?"""
        sites = self.scratch / "sites.jsonl"
        self.timed("sites", [*ERRDEX, "sites", "--jsonl"], stdout=sites)
        self.run_score("sites", "--truth", self.truth, "--sites", str(sites))

    def score_messages(self, title: str, options: list[str]) -> None:
        """Is the raising statement named first?"""
        print(f"## {title}", flush=True)
        matches = self.ask(["queries", *options, "--truth", self.truth])
        self.run_score("message", "--truth", self.truth, "--matches", str(matches))

    def score_unknown(self) -> None:
        """Errors of compiled code and the interpreter: is a statement named all the same?"""
        for options in ([], ["--with-class"], ["--traceback"]):
            print(f"## compiled {' '.join(options)}", flush=True)
            matches = self.ask(["queries", "--compiled", *options, "--truth", self.truth])
            self.run_score("unknown", "--matches", str(matches))

    def ask(self, question: list[str]) -> Path:
        """Answers of `errdex match` to one set of queries."""
        queries, matches = self.scratch / "queries.jsonl", self.scratch / "matches.jsonl"
        with queries.open("wb") as target:
            subprocess.run([*self.score, *question], stdout=target, check=True)
        self.timed("match", [*ERRDEX, "match", "--jsonl"], stdin=queries, stdout=matches)
        return matches

    def run_score(self, *arguments: str) -> None:
        """Print one scoring."""
        subprocess.run([*self.score, arguments[0], "--show", "5", *arguments[1:]], check=True)


if __name__ == "__main__":
    main()
