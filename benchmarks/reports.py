"""Scores errdex against real pasted reports: is each parsed, and is the right statement first or tied?

    python benchmarks/reports.py --bench ../shared/bench --catalogue reports.sqlite [--index]

`--bench` is a folder with `reports/cases.jsonl`, `reports/requirements.txt` and `score.py`. With `--index` the versions of
the requirements are put into the catalogue first, several of one project side by side, read from the package index
without installing anything; what cannot be had is named and its cases are left out of the score.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from errdex.reports.parse import parse_report

ERRDEX = [sys.executable, "-m", "errdex"]
SPACE = re.compile(r"\W+")


def main() -> None:
    """Index, parse every case, ask every case, score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True, help="folder with reports/ and score.py")
    parser.add_argument("--catalogue", type=Path, required=True, help="catalogue to use, made when there is none")
    parser.add_argument("--index", action="store_true", help="index the versions that the cases come from first")
    options = parser.parse_args()
    environment = {**os.environ, "ERRDEX_CATALOGUE": str(options.catalogue)}
    folder = options.bench / "reports"
    missing = index_versions(folder / "requirements.txt", environment) if options.index else []
    cases = [case for case in read_cases(folder / "cases.jsonl") if wanted(case) not in missing]
    print_parsed(cases)
    with tempfile.TemporaryDirectory() as scratch:
        score(options.bench / "score.py", cases, Path(scratch), environment)


def index_versions(requirements: Path, environment: dict[str, str]) -> list[str]:
    """Indexes each `NAME==VERSION`; those that cannot be had."""
    missing = []
    for line in requirements.read_text(encoding="utf-8").split():
        done = subprocess.run([*ERRDEX, "index", "--quiet", line], env=environment, check=False, capture_output=True)
        if done.returncode:
            print(f"-- {line} cannot be had: {done.stderr.decode(errors='replace').strip()}", flush=True)
            missing.append(line.lower())
    return missing


def wanted(case: dict[str, object]) -> str:
    """What the requirements call the version of a case."""
    return f"{case['package']}=={case['version']}".lower()


def read_cases(path: Path) -> list[dict[str, object]]:
    """All cases."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def print_parsed(cases: list[dict[str, object]]) -> None:
    """How many of the verified Python cases were read as what they are: class, message and, where there are some, frames."""
    asked = [case for case in cases if case["language"] == "Python" and case["verified"]]
    wrong = [case for case in asked if not is_parsed(case)]
    print(f"== parsed\n  class and message as expected {len(asked) - len(wrong):>7} / {len(asked)}")
    for case in wrong:
        print(f"  bad: {case['id']} {case['package']}")


def is_parsed(case: dict[str, object]) -> bool:
    """Whether an error of the report has the expected message, letters and digits compared, and the class if it is there."""
    expected = case["expected"]
    if not isinstance(expected, dict) or not expected["message_in_input"]:
        return bool(parse_report(str(case["input"])).errors)
    name = (expected["exception"] or "").rpartition(".")[2]
    if name not in str(case["input"]):
        name = ""  # nobody can read a class that was not printed
    message = SPACE.sub("", expected["message"] or "")
    return any(
        name in {"", error.exception.rpartition(".")[2]}
        and any(message in SPACE.sub("", text) for text in (error.message, *error.alternatives))
        for error in parse_report(str(case["input"])).errors
    )


def score(script: Path, cases: list[dict[str, object]], scratch: Path, environment: dict[str, str]) -> None:
    """Prints what `score.py` says of the answers."""
    asked, queries, matches = (scratch / name for name in ("cases.jsonl", "queries.jsonl", "matches.jsonl"))
    asked.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    with queries.open("wb") as target:
        subprocess.run([sys.executable, script, "cases", "--cases", asked], stdout=target, check=True)
    with queries.open("rb") as source, matches.open("wb") as target:
        subprocess.run([*ERRDEX, "match", "--jsonl"], stdin=source, stdout=target, env=environment, check=True)
    subprocess.run([sys.executable, script, "reports", "--cases", asked, "--matches", matches], check=True)


if __name__ == "__main__":
    main()
