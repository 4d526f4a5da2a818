"""`errdex sites [TARGET…] --jsonl`."""

from __future__ import annotations

import json
import sys

from errdex.rendering.escape import one_line
from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.catalogue.listing import ListedSite
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("targets",), "a target, as for `errdex index` (default: all that is indexed)", "TARGET", many="*"),
    Argument(("--jsonl",), "one JSON object a line; without it one plain line each"),
    Argument(("--python",), "the interpreter whose distributions are meant", "PATH"),
)

EXAMPLES = """\
examples:
  errdex sites --jsonl > sites.jsonl
  errdex sites requests --jsonl | jq -r '.templates[].text' | sort | uniq -c
  errdex sites . --jsonl
"""


def run(options: Given) -> int:
    """Writes one line a site."""
    from errdex.app.options import IndexOptions
    from errdex.app.sites import iter_sites, site_line
    from errdex.surfaces.cli.progress import progress_on

    make_output_safe()
    plain = not (options.jsonl or options.json)
    progress = progress_on(sys.stderr, quiet=options.quiet)
    asked = IndexOptions(catalogue_path(options.catalogue), options.python)
    for listed in iter_sites(options.targets, asked, progress):
        sys.stdout.write((plain_line(listed) if plain else json_line(site_line(listed))) + "\n")
    return 0


def json_line(whole: Mapping[str, object]) -> str:
    """One line of JSON that can be written in UTF-8."""
    return json.dumps(whole, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def plain_line(listed: ListedSite) -> str:
    """`file:line: class: template`, for people and `grep`."""
    site = listed.site
    text = site.templates[0].text if site.templates and not site.templates[0].is_bare else ""
    named = site.exception or str(site.kind)
    return one_line(
        f"{listed.ref.file}:{site.line}: {named}: {text}" if text else f"{listed.ref.file}:{site.line}: {named}"
    )
