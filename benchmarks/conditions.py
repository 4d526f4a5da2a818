"""Checks conditions and reaching sets against real raises: runs test suites with a tracer and evaluates every claim on the live frame.

    python benchmarks/conditions.py --python ENV/bin/python --catalogue FILE [--archives FOLDER] [--only PACKAGE]

`ENV` holds the packages and pytest; the catalogue has them indexed. Suites that ship in the wheel run as installed; the
others are taken from source archives (`NAME-VERSION.tar.gz`) in `FOLDER`. A clause that is false where its statement
raises, and a live member outside its reaching set, are violations: there must be none.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

TRACER = Path(__file__).with_name("conditions_tracer.py")


class Suite(NamedTuple):
    """A test suite to run."""

    package: str
    installed: tuple[str, ...] = ()
    """Packages of tests that ship with the wheel; empty: the tests come from the source archive."""
    folder: str = "tests"
    """Folder of the tests inside the archive."""
    options: tuple[str, ...] = ()


SUITES = (
    Suite("sympy", ("sympy.polys.matrices", "sympy.physics.units", "sympy.tensor", "sympy.core.tests.test_sympify")),
    Suite("pandas", ("pandas.tests.arrays", "pandas.tests.reshape", "pandas.tests.scalar", "pandas.tests.indexing")),
    Suite("scikit-learn", ("sklearn.utils.tests.test_validation", "sklearn.preprocessing", "sklearn.impute")),
    Suite("numpy", ("numpy.lib.tests", "numpy.linalg", "numpy.polynomial", "numpy.ma")),
    Suite("dask", ("dask.tests", "dask.bag"), options=("--deselect", "dask/tests/test_distributed.py")),
    Suite("simplejson", ("simplejson.tests",)),
    Suite(
        "packaging",
        options=(
            "--ignore=tests/test_pylock.py",
            "--ignore=tests/test_version.py",
            "--ignore=tests/test_specifiers.py",
        ),
    ),
    Suite("pyjwt"),
    Suite("jinja2"),
    Suite(
        "werkzeug",
        options=("--ignore=tests/live_apps", "--ignore=tests/test_serving.py", "--ignore=tests/test_debug.py"),
    ),
    Suite("click"),
    Suite("idna"),
    Suite("pyparsing"),
    Suite("pluggy", folder="testing"),
)


def main() -> None:
    """Run the suites and print one line each, then all violations."""
    options = parse_options()
    totals: collections.Counter[str] = collections.Counter()
    violations: list[dict[str, Any]] = []
    reasons: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for suite in SUITES:
            if options.only and suite.package not in options.only:
                continue
            result = run_suite(suite, options, Path(scratch))
            violations += result.pop("violations", [])
            reasons.update(result.pop("undecided", {}))
            unclear = result.pop("unclear", [])
            if options.show:
                print("\n".join(f"  {count:>6} {text}" for count, text in unclear[: options.show]))
            totals.update(result)
            print(f"{suite.package:<14} {summary(result)}", flush=True)
    print(f"{'all':<14} {summary(totals)}")
    print(f"clauses that were not decided, by reason: {dict(reasons.most_common())}")
    print(f"violations: {len(violations)}")
    for one in violations:
        print(f"  {one['file']}:{one['line']}  {one['claim']}: {one['found']}")
    sys.exit(bool(violations))


def parse_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", required=True, help="interpreter that has the packages and pytest")
    parser.add_argument("--catalogue", required=True, help="catalogue with the packages indexed")
    parser.add_argument("--archives", type=Path, help="folder with source archives")
    parser.add_argument("--only", action="append", help="run only this package's suite (may be repeated)")
    parser.add_argument("--show", type=int, default=0, help="show that many of each suite's undecided clauses")
    parser.add_argument("--seconds", type=int, default=900, help="limit for one suite")
    return parser.parse_args()


def run_suite(suite: Suite, options: argparse.Namespace, scratch: Path) -> dict[str, Any]:
    """Counts and violations of one suite; empty when it cannot be run."""
    work = scratch / suite.package
    work.mkdir()
    tests = list(suite.installed)
    if not tests:
        archive = find_archive(options.archives, suite.package)
        if archive is None:
            print(f"{suite.package:<14} has no archive here")
            return {}
        work = unpack(archive, work)
        tests = [suite.folder]
    sites, out = scratch / f"{suite.package}.sites.json", scratch / f"{suite.package}.out.json"
    sites.write_text(json.dumps(claims(suite.package, options)), encoding="utf-8")
    command = [
        options.python,
        str(TRACER),
        str(sites),
        str(out),
        "pytest",
        "-q",
        "--continue-on-collection-errors",
        "-p",
        "no:cacheprovider",
    ]
    command += ["--pyargs"] if suite.installed else []
    last = run_tests([*command, *suite.options, *tests], work, options.seconds)
    print(f"{suite.package:<14} {last}", flush=True)
    result: dict[str, Any] = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    return result


def run_tests(command: list[str], work: Path, seconds: int) -> str:
    """Last line of what a suite prints; one that takes too long is asked to end, and keeps what it has seen."""
    with subprocess.Popen(
        command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        try:
            printed, _ = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            running.terminate()
            try:
                running.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                running.kill()
            return f"ended after {seconds} s"
    return (printed.strip().splitlines() or ["no output"])[-1]


def find_archive(folder: Path | None, package: str) -> Path | None:
    """The package's source archive, if there."""
    found = sorted(folder.glob(f"{package}-*.tar.gz")) if folder else []
    return found[-1] if found else None


def unpack(archive: Path, work: Path) -> Path:
    """Unpack an archive; its one top folder, with the package's own code taken out, so that the installed one is tested."""
    with tarfile.open(archive) as source:
        source.extractall(work, filter="data")
    (top,) = work.iterdir()
    for folder in top.iterdir():
        if folder.name == "src" or (folder.name not in ("tests", "test") and (folder / "__init__.py").exists()):
            shutil.rmtree(folder)
    return top


def claims(package: str, options: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """What errdex states of the package's raises and asserts, by absolute file name."""
    environment = {**os.environ, "ERRDEX_CATALOGUE": options.catalogue}
    command = [sys.executable, "-m", "errdex", "sites", "--jsonl", "--python", options.python, package]
    listed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    root = site_packages(options)
    found: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    for line in listed.splitlines():
        site = json.loads(line)
        if site["kind"] in ("raise", "assert"):
            site["owner"] = site["function"].rpartition(".")[0]
            found[os.path.join(root, site["file"])].append(site)
    return found


def site_packages(options: argparse.Namespace) -> str:
    """Where the interpreter's packages are installed."""
    asked = subprocess.run(
        [options.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return asked.stdout.strip()


def summary(counts: dict[str, int]) -> str:
    """One line of figures."""
    conditional = counts.get("raises with a condition", 0)
    share = 100 * counts.get("all clauses decided", 0) / conditional if conditional else float("nan")
    apart = 100 * counts.get("all decided but loops that ran out", 0) / conditional if conditional else float("nan")
    return (
        f"{counts.get('sites', 0):>5} sites, {counts.get('raises', 0):>7} raises, {conditional:>7} with a condition, "
        f"{share:5.1f} % of them all decided, {apart:5.1f} % loops apart ({counts.get('sites all of whose clauses are decidable', 0)} of "
        f"{counts.get('sites with a condition', 0)} sites); {counts.get('sets checked', 0)} sets checked"
    )


if __name__ == "__main__":
    main()
