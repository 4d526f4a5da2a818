"""Checks guards: every published snippet parses and resolves, every finite one agrees, and real calls behave as they say.

    python -m benchmarks.guards --catalogue FILE [--python ENV/bin/python] [--archives FOLDER] [--package NAME …] [--every N]

Without `--python` only the static part runs: over the packages of the catalogue it derives the guard of each site (of each
N-th with `--every`) and counts. With it, the test suites of `benchmarks.conditions` run under a tracer that evaluates each
guard on the arguments of each call: *only-when* precision is the share of raises at a site for which its guard had said
no; *must-raise* precision is the share of calls that raised among those for which a must-raise guard had said no.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.conditions import SUITES, Suite, find_archive, unpack

from errdex.app.guards import FileGuards
from errdex.catalogue.listing import Listing
from errdex.catalogue.read import Reader
from errdex.evidence.names import NameScope, check_names
from errdex.nouns.explanations import Level
from errdex.nouns.guards import Guard
from errdex.nouns.sites import SiteKind

TRACER = Path(__file__).with_name("guards_tracer.py")
TESTS = ("/tests/", "/test/", "/testing/", "/_vendor/")


def main() -> None:
    """Count guards of every package, then run the suites."""
    options = parse_options()
    totals: collections.Counter[str] = collections.Counter()
    rows: dict[str, dict[str, list[dict[str, Any]]]] = {}
    began = time.process_time()
    with Listing(options.catalogue) as listing, Reader(options.catalogue, options.python) as reader:
        for held in listing.distributions():
            name = held.distribution.name
            if not options.package or name in options.package:
                counts, rows[name] = static_part(listing, reader, held, options.every)
                totals.update(counts)
                if counts["sites"]:
                    print(f"{name:<22} {static_line(counts)}", flush=True)
    print(f"{'all':<22} {static_line(totals)}; {time.process_time() - began:.0f} s")
    if options.python:
        live_part(rows, options)


def parse_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--catalogue", required=True, help="catalogue with the packages indexed")
    parser.add_argument("--python", help="interpreter that has the packages and pytest: run their suites as well")
    parser.add_argument("--archives", type=Path, help="folder with source archives of suites that wheels lack")
    parser.add_argument("--package", action="append", help="look at this package only (may be repeated)")
    parser.add_argument("--every", type=int, default=1, help="look at each N-th site")
    parser.add_argument("--seconds", type=int, default=900, help="limit for one suite")
    return parser.parse_args()


def static_part(
    listing: Listing, reader: Reader, held: Any, every: int
) -> tuple[collections.Counter[str], dict[str, list[dict[str, Any]]]]:
    """Counts of one distribution's raises and asserts, and its guards by absolute file name."""
    counts: collections.Counter[str] = collections.Counter()
    rows: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
    file_row, guards = -1, None
    for number, listed in enumerate(listing.sites(held.row)):
        site = listed.site
        skipped = any(mark in f"/{listed.ref.file}" for mark in TESTS) or number % every
        if skipped or site.kind not in (SiteKind.RAISE, SiteKind.ASSERT):
            continue
        if listed.ref.file_row != file_row or guards is None:
            file_row = listed.ref.file_row
            guards = FileGuards(reader, file_row)
        guarded = guards.of_site(site)
        counts["sites"] += 1
        counts["finite"] += bool(site.reaching)
        given: dict[str, str] = {}
        if isinstance(guarded.guard, Guard):
            given = {**guards.call_names(guarded.guard), **dict(guarded.guard.given)}
        for snippet in filter(None, guarded.snippets):
            names = check_names(snippet, guards.texts, NameScope(guards.module, given, sees_module=False))
            counts["snippets"] += 1
            counts["faulty snippets"] += bool(names.fault) or any(one.level is Level.REFUTED for one in names.checks)
            counts["names"] += len(names.checks)
            counts["open names"] += sum(one.level is None for one in names.checks)
        if isinstance(guarded.guard, Guard):
            count_guard(guarded.guard, counts)
            rows[os.path.join(held.root, listed.ref.file)].append(row_of(site, guarded.guard))
    return counts, rows


def count_guard(guard: Guard, counts: collections.Counter[str]) -> None:
    """Count one guard."""
    counts["guards"] += 1
    counts["must-raise"] += guard.must_raise
    counts["finite guards"] += bool(guard.operand)
    counts["members agreeing"] += guard.agrees


def row_of(site: Any, guard: Guard) -> dict[str, Any]:
    """A guard as the tracer reads it."""
    receiver = guard.call.partition("(")[0].partition(" = ")[0].rpartition(".")[0]
    return {
        "line": site.line,
        "end_line": site.end_line,
        "function": guard.function,
        "test": guard.test,
        "receiver": receiver if any(name == receiver for name, _ in guard.given) else "",
        "imports": [one.line for one in guard.imports],
        "must_raise": guard.must_raise,
        "exception": (site.qualified or site.exception).rpartition(".")[2],
    }


def static_line(counts: collections.Counter[str]) -> str:
    """One line of figures."""
    sites = counts["sites"] or 1
    return (
        f"{counts['sites']:>6} sites, {100 * counts['guards'] / sites:5.1f} % guarded, {100 * counts['must-raise'] / sites:5.1f} % must-raise; "
        f"{counts['finite']} finite, {counts['finite guards']} guarded on {counts['members agreeing']} members; "
        f"{counts['snippets']} snippets, {counts['faulty snippets']} faulty, {counts['open names']} of {counts['names']} names open"
    )


def live_part(rows: dict[str, dict[str, list[dict[str, Any]]]], options: argparse.Namespace) -> None:
    """Run each suite whose package was looked at."""
    totals: collections.Counter[str] = collections.Counter()
    wrong: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as scratch:
        for suite in SUITES:
            if not rows.get(suite.package):
                continue
            seen = run_suite(suite, rows[suite.package], options, Path(scratch))
            counts = live_counts(seen)
            totals.update(counts)
            wrong += [one for one in seen if one["wrong"]]
            print(f"{suite.package:<14} {live_line(counts)}", flush=True)
    print(f"{'all':<14} {live_line(totals)}")
    for one in wrong:
        print(f"  {one['file']}:{one['line']} {one['function']}: {one['test']}: {one['wrong'][0]}")


def run_suite(
    suite: Suite, rows: dict[str, list[dict[str, Any]]], options: argparse.Namespace, scratch: Path
) -> list[dict[str, Any]]:
    """What the tracer saw; empty when the suite cannot be run."""
    work = scratch / suite.package
    work.mkdir()
    tests = list(suite.installed)
    if not tests:
        archive = find_archive(options.archives, suite.package)
        if archive is None:
            return []
        work, tests = unpack(archive, work), [suite.folder]
    guards, out = scratch / f"{suite.package}.guards.json", scratch / f"{suite.package}.out.json"
    guards.write_text(json.dumps(rows), encoding="utf-8")
    command = [options.python, str(TRACER), str(guards), str(out), "pytest", "-q", "-p", "no:cacheprovider"]
    command += ["--pyargs"] if suite.installed else []
    limited = ["timeout", "-s", "INT", "-k", "60", str(options.seconds)]  # interrupted, pytest still ends in order
    subprocess.run([*limited, *command, *suite.options, *tests], cwd=work, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)  # fmt: skip
    found: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8")) if out.exists() else []
    return found


def live_counts(seen: list[dict[str, Any]]) -> collections.Counter[str]:
    """The counts of a suite's guards, by calls and by guards."""
    counts: collections.Counter[str] = collections.Counter()
    for one in seen:
        counts["guards"] += 1
        counts["calls"] += one["calls"]
        counts["undecided"] += one["undecided"]
        counts["raised"] += one["raised"]
        counts["foretold"] += one["raised, guard said no"]
        if one["must_raise"]:
            counts["no"] += one["said no"]
            counts["kept"] += one["said no, raised"]
            counts["same class"] += one["said no, same class"]
            counts["must guards"] += bool(one["said no"])
            counts["must guards wrong"] += one["said no"] != one["said no, raised"]
    return counts


def live_line(counts: collections.Counter[str]) -> str:
    """One line of figures."""
    return (
        f"{counts['guards']:>5} guards met {counts['calls']} calls ({counts['undecided']} undecided); "
        f"only-when {counts['foretold']} of {counts['raised']} = {share(counts['foretold'], counts['raised'])}; "
        f"must-raise {counts['kept']} of {counts['no']} = {share(counts['kept'], counts['no'])} "
        f"(same class {share(counts['same class'], counts['no'])}; {counts['must guards wrong']} of {counts['must guards']} guards wrong)"
    )


def share(part: int, whole: int) -> str:
    """A share in per cent."""
    return f"{100 * part / whole:.2f} %" if whole else "-"


if __name__ == "__main__":
    main()
