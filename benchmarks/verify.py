"""How many raising statements of public functions get an executed reproduction, and whether running leaves anything behind.

    python benchmarks/verify.py --python /path/to/env/bin/python packaging idna pyparsing click jinja2

For each package: raising statements of public functions, those for which a call was found and run by itself, CPU seconds,
and what guards came to against the calls that were tried. Afterwards: processes, files and sockets that are still there.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from typing import TYPE_CHECKING

from errdex.app.verify import VerifyOptions, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.reproductions import Verified

PACKAGES = ("packaging", "idna", "pyparsing", "click", "jinja2")
BAR = 0.25


def main() -> None:
    """Prints one line a package, then what was left behind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--python", help="the interpreter that has the packages")
    parser.add_argument("--calls", type=int, default=400)
    given = parser.parse_args()
    before = left_behind()
    with tempfile.TemporaryDirectory() as folder:
        for package in given.packages:
            options = VerifyOptions(os.path.join(folder, "catalogue.sqlite"), given.python, given.calls)
            began = cpu_seconds()
            found = list(verify(package, options))
            print(line_of(package, found, cpu_seconds() - began), flush=True)
    after = left_behind()
    print("left behind:", ", ".join(sorted(after - before)) or "nothing")


def line_of(package: str, found: Sequence[Verified], seconds: float) -> str:
    """One package's figures."""
    public = [one for one in found if is_public(one)]
    executed = sum(one.reproduction is not None for one in public)
    share = executed / len(public) if public else 0.0
    guards = [one.guard for one in found if one.guard is not None]
    sure = [one for one in guards if one.must_raise]
    escaped = sum(one.not_held_raised for one in guards)
    raised = sum(one.held_raised + one.not_held_raised for one in guards)
    return (
        f"{package:<12} public {executed:>4} of {len(public):>4} = {share:5.1%} {'ok' if share >= BAR else 'BELOW'};"
        f" all {sum(one.reproduction is not None for one in found)} of {len(found)}; cpu {seconds:.0f} s;"
        f" guards: only-when {raised - escaped} of {raised},"
        f" must-raise {sum(one.held_raised for one in sure)} of {sum(one.held_raised + one.held_else for one in sure)}"
    )


def is_public(one: Verified) -> bool:
    """Whether a statement stands in a public function of a public module."""
    parts = [*one.file.removesuffix(".py").removesuffix("/__init__").split("/"), *one.function.split(".")]
    return all(not part.startswith("_") or (part.startswith("__") and part.endswith("__")) for part in parts)


def cpu_seconds() -> float:
    """Of this process and of those that it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def left_behind() -> set[str]:
    """Children, temporary folders and sockets of this process that are there now."""
    here = str(os.getpid())
    found = {f"folder {name}" for name in os.listdir(tempfile.gettempdir()) if name.startswith("errdex-")}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                parent = file.read().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if parent == here:
            found.add(f"process {pid}")
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add(target)
    return found


if __name__ == "__main__":
    main()
