"""What a cold `errdex explain` costs, against the bare interpreter in the same run.

    python benchmarks/startup.py [--catalogue PATH] [--rounds N] [--imports]

Runs `python -I -c pass` and `errdex explain` (a message, a traceback, the traceback in colour, the message as JSON) in turn,
and prints the CPU time (user and system, of the child) and the median of the ratios within each round. The bars: at most 3
in plain text, at most 5 in colour. Without a catalogue, indexes `packaging` of the running interpreter into a scratch one.
With `--imports`, lists what every module costs to import.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from errdex.catalogue.listing import Listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BARE = "python -I -c pass"
BARS = {"message": 3.0, "traceback": 3.0, "traceback in colour": 5.0}


def main() -> int:
    """Measures, prints a table, and returns 1 when a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogue", help="a catalogue to ask (default: a scratch one with `packaging` in it)")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--imports", action="store_true", help="list the cost of every import of one message instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        catalogue = options.catalogue or scratch_catalogue(scratch)
        cases = cases_of(catalogue, scratch)
        if options.imports:
            return list_imports(cases["message"])
        return report(measured(cases, options.rounds))


def scratch_catalogue(folder: str) -> str:
    """A catalogue of one small distribution."""
    path = os.path.join(folder, "catalogue.sqlite")
    subprocess.run([errdex(), "index", "--quiet", "--catalogue", path, "packaging"], check=True)
    return path


def errdex() -> str:
    """The installed command, as a person runs it."""
    return str(Path(sys.executable).parent / "errdex")


def cases_of(catalogue: str, folder: str) -> dict[str, list[str]]:
    """The command lines to measure, by name."""
    message, traceback = texts_of(catalogue)
    file = os.path.join(folder, "traceback.txt")
    Path(file).write_text(traceback, encoding="utf-8")
    explain = [errdex(), "explain", "--catalogue", catalogue]
    return {
        BARE: [sys.executable, "-I", "-c", "pass"],
        "message": [*explain, message],
        "traceback": [*explain, file],
        "traceback in colour": [*explain, file],
        "message as JSON": [*explain, "--json", message],
    }


def texts_of(catalogue: str) -> tuple[str, str]:
    """A message that the catalogue knows, and a traceback that ends with it."""
    with Listing(catalogue) as listing:
        for distribution in listing.distributions():
            for listed in listing.sites(distribution.row):
                template = listed.site.templates[0] if listed.site.templates else None
                literal = template.parts[0] if template is not None and len(template.parts) == 1 else ""
                if listed.site.kind == "raise" and isinstance(literal, str) and 40 < len(literal) < 200:
                    place = os.path.join(distribution.root, listed.ref.file)
                    message = f"{listed.site.exception.rpartition('.')[2]}: {literal}"
                    frame = f'  File "{place}", line {listed.site.line}, in {listed.site.function.rpartition(".")[2]}'
                    return message, f"Traceback (most recent call last):\n{frame}\n{message}\n"
    raise SystemExit("no fitting statement in this catalogue")


def measured(cases: Mapping[str, Sequence[str]], rounds: int) -> dict[str, list[float]]:
    """CPU milliseconds of each case, round by round; the first round only warms the disk cache."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(rounds + 1):
        for name, command in cases.items():
            spent = cpu_of(command, coloured="colour" in name)
            if number:
                times[name].append(spent)
    return times


def cpu_of(command: Sequence[str], *, coloured: bool) -> float:
    """User and system milliseconds of one child."""
    wish = "FORCE_COLOR" if coloured else "NO_COLOR"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", wish: "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def report(times: Mapping[str, Sequence[float]]) -> int:
    """Prints the table; 1 when a bar is missed."""
    missed = 0
    print(f"{'':<22} {'CPU ms':>7} {'ratio':>6}  bar")
    for name, spent in times.items():
        ratio = statistics.median(own / bare for own, bare in zip(spent, times[BARE], strict=True))
        bar = BARS.get(name)
        missed += int(bar is not None and ratio > bar)
        print(f"{name:<22} {statistics.median(spent):>7.1f} {ratio:>6.2f}  {bar or ''}")
    return 1 if missed else 0


def list_imports(command: Sequence[str]) -> int:
    """Prints microseconds of each module, its own and with what it imports, the dearest first."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    rows = []
    for line in done.stderr.splitlines():
        spent, _, rest = line.removeprefix("import time:").partition("|")
        cumulated, _, name = rest.partition("|")
        if spent.strip().isdecimal():
            rows.append((int(spent), int(cumulated), name.strip()))
    for own, whole, module in sorted(rows, reverse=True):
        print(f"{own:>7} {whole:>7}  {module}")
    print(f"{sum(own for own, _, _ in rows):>7}          in all, {len(rows)} modules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
