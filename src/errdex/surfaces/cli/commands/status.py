"""`errdex status`."""

from __future__ import annotations

import sys

from errdex.rendering.escape import one_line
from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.status import ListedEnvironment, Status
    from errdex.catalogue.listing import ListedDistribution
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (Argument(("--failures",), "list every file that could not be read"),)

EXAMPLES = """\
examples:
  errdex status
  errdex status --json | jq .sites
"""


def run(options: Given) -> int:
    """Says what the catalogue holds."""
    from errdex.app.status import read_status

    make_output_safe()
    status = read_status(catalogue_path(options.catalogue))
    if options.json:
        from errdex.rendering.index_json import summary_json

        sys.stdout.write(summary_json(figures_of(status), status.unread) + "\n")
    else:
        sys.stdout.write(status_text(status, read_terminal(options).width, every=options.failures))
    return 0


def figures_of(status: Status) -> dict[str, object]:
    """What `--json` writes."""
    totals = status.totals
    return {
        "catalogue": status.catalogue,
        "schema": status.schema,
        "files": totals.files,
        "distinctFiles": totals.contents,
        "sites": totals.sites,
        "templates": totals.templates,
        "bytes": totals.bytes,
        "changed": totals.changed,
        "environments": [
            {"python": one.python, "version": one.version, "complete": one.complete} for one in status.environments
        ],
        "distributions": [
            {
                "ecosystem": one.distribution.ecosystem,
                "name": one.distribution.name,
                "version": one.distribution.version,
                "root": one.root or None,
                "origin": one.origin,
                "files": one.files,
                "sites": one.sites,
                "indexed": one.indexed,
                "environments": list(one.environments),
            }
            for one in status.distributions
        ],
    }


def status_text(status: Status, width: int, *, every: bool = False) -> str:
    """What the catalogue holds, for people."""
    from errdex.rendering.index_text import count_of, size_of, unread_lines

    totals = status.totals
    counts = {
        "distribution": totals.distributions,
        "file": totals.files,
        "site": totals.sites,
        "template": totals.templates,
    }
    lines = [
        f"Catalogue: {one_line(status.catalogue)} ({size_of(totals.bytes)}, schema {status.schema})",
        ", ".join(count_of(number, noun) for noun, number in counts.items()),
    ]
    lines += [environment_line(environment) for environment in status.environments]
    lines += ["", *(distribution_line(listed) for listed in status.distributions)]
    failures = unread_lines([(file.path, file.reason) for file in status.unread], width, every=every)
    return "\n".join([*lines, *(["", *failures] if failures else [])]) + "\n"


def environment_line(environment: ListedEnvironment) -> str:
    """An interpreter, and whether all of it is there."""
    whole = "whole" if environment.complete else "in part"
    return f"Python {one_line(environment.version)}, {one_line(environment.python)}: indexed {whole}"


def distribution_line(listed: ListedDistribution) -> str:
    """A distribution with its figures."""
    named = one_line(f"{listed.distribution.name} {listed.distribution.version}")
    state = "" if listed.environments else "  not installed" if listed.distribution.ecosystem == "pypi" else ""
    return f"  {named:<40} {listed.files:>6,} files  {listed.sites:>7,} sites{state}"
