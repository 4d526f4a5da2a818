"""Scores errdex against recorded errors.

    python benchmarks/recorded.py --bench ../shared/bench --python ENV/bin/python

`--bench` is a folder with `truth/*.jsonl` and `score.py` (its README says what they hold); `--python` an interpreter
with the recorded versions installed. Prints what `score.py` prints for each question, and how long each step took.
Everything is asked through the command line, but for `--left-out`: there the store is asked as if the catalogue lacked
some packages, which takes no indexing.

What is calibrated on one half of the packages (`--half 0`) must hold on the other (`--half 1`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Row = dict[str, object]

ERRDEX = [sys.executable, "-m", "errdex"]


def main() -> None:
    """Index, list the sites, ask every question, score each."""
    options = parse_options()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options.bench, Path(scratch), options.catalogue, options.half)
        if options.python:
            bench.timed("index", [*ERRDEX, "index", "--quiet", "--python", options.python])
        for name in options.only or QUESTIONS:
            QUESTIONS[name](bench)
        if options.left_out:
            from left_out import score_left_out  # type: ignore[import-not-found]  # beside this file

            score_left_out(bench.truth, str(bench.environment["ERRDEX_CATALOGUE"]), options.python)


def parse_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True, help="folder with truth/ and score.py")
    parser.add_argument("--python", help="interpreter to index first; without it the catalogue is used as it is")
    parser.add_argument("--catalogue", type=Path, help="catalogue to use; by default a temporary one")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only this half of the packages")
    parser.add_argument("--only", nargs="*", choices=sorted(QUESTIONS), help="only these questions")
    parser.add_argument(
        "--left-out", action="store_true", help="also ask for errors of packages as if the catalogue lacked them"
    )
    return parser.parse_args()


class Bench:
    """The files of one run."""

    def __init__(self, bench: Path, scratch: Path, catalogue: Path | None, half: int | None) -> None:
        self.score = [sys.executable, str(bench / "score.py")]
        self.folder, self.scratch, self.half = bench / "truth", scratch, half
        self.truth = str(self.rows_of_half("exceptions"))
        self.environment = {**os.environ, "ERRDEX_CATALOGUE": str(catalogue or scratch / "catalogue.sqlite")}

    def rows_of_half(self, name: str) -> Path:
        """A truth file, or one with the rows of the asked half of the packages alone; each row with its own id."""
        path = self.scratch / f"{name}.jsonl"
        with (self.folder / path.name).open(encoding="utf-8") as rows, path.open("w", encoding="utf-8") as target:
            for number, line in enumerate(rows):
                row = {"id": f"t{number}", **json.loads(line)}
                if self.half in (None, half_of(row["package"])):
                    target.write(json.dumps(row) + "\n")
        return path

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

    def score_calls(self, name: str, forms: dict[str, Callable[[Row], str]]) -> None:
        """Is the statement of the call named first, for warnings or log records as they are printed?"""
        truth = self.rows_of_half(name)
        for title, form in forms.items():
            print(f"## {name}: {title}", flush=True)
            queries, matches = self.scratch / "queries.jsonl", self.scratch / "matches.jsonl"
            rows = [row for row in read_rows(truth) if str(row["message"]).strip()]
            queries.write_text("".join(json.dumps({"id": row["id"], "text": form(row)}) + "\n" for row in rows))
            self.timed("match", [*ERRDEX, "match", "--jsonl"], stdin=queries, stdout=matches)
            self.run_score("message", "--truth", str(truth), "--matches", str(matches))

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


def read_rows(path: Path) -> Iterator[Row]:
    """Rows of a JSON-lines file."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def half_of(package: str) -> int:
    """Which half a package belongs to, by its name alone."""
    return md5(package.encode(), usedforsecurity=False).digest()[0] % 2


def warning_line(row: Row) -> str:
    """A warning as Python prints it, at the line of the user's own script that `stacklevel` leads to."""
    category = str(row["category"]).rpartition(".")[2]
    return f"/home/user/project/run.py:17: {category}: {row['message']}\n  main()"


QUESTIONS: dict[str, Callable[[Bench], None]] = {
    "sites": Bench.score_sites,
    "class": lambda bench: bench.score_messages("class and message", ["--with-class"]),
    "message": lambda bench: bench.score_messages("message alone", []),
    "traceback": lambda bench: bench.score_messages("whole traceback", ["--traceback"]),
    "compiled": Bench.score_unknown,
    "warnings": lambda bench: bench.score_calls(
        "warnings", {"as printed": warning_line, "message alone": lambda row: str(row["message"])}
    ),
    "logs": lambda bench: bench.score_calls(
        "logs",
        {
            "as printed": lambda row: f"{row['level']}:{row['logger']}:{row['message']}",
            "message alone": lambda row: str(row["message"]),
        },
    ),
}
"""What can be asked, by name."""


if __name__ == "__main__":
    main()
