"""`errdex verify ID|TARGET`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("wanted",), "id of a record, or a target whose statements are meant", "ID|TARGET"),
    Argument(("--calls",), "try at most N calls for each statement (default 400)", "N", number=True, default=400),
    Argument(("--seconds",), "end a process after N seconds (default 60)", "N", number=True, default=60),
    Argument(("--python",), "the interpreter that runs the code", "PATH"),
)

EXAMPLES = """\
examples:
  errdex verify e59d2485b40387ab
  errdex verify idna --json
  errdex verify . --calls 2000

This runs code of the package: without network, home directory or anything to
write on but memory, with limits on time, memory and processes, on Linux only.
Exit status: 1 when no call was found that ends at the statement.
"""


def run(options: Given) -> int:
    """Looks for calls that end at the statements."""
    from errdex.app.verify import VerifyOptions, is_id, verify
    from errdex.rendering.verify_text import is_executed, summary_text, verified_json, verified_text
    from errdex.surfaces.cli.progress import progress_on

    make_output_safe()
    asked = VerifyOptions(catalogue_path(options.catalogue), options.python, options.calls, float(options.seconds))
    results = []
    for one in verify(options.wanted, asked, progress_on(sys.stderr, quiet=options.quiet)):
        results.append(one)
        shown = verified_json(one) + "\n" if options.json else verified_text(one, whole=is_id(options.wanted))
        sys.stdout.write(shown)
    if not options.json and not is_id(options.wanted):
        sys.stdout.write(summary_text(results))
    return 0 if any(map(is_executed, results)) else 1
