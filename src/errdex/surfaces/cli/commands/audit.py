"""`errdex audit FILE`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("file",), "a published record, an array of them, or one a line; - for standard input", "FILE"),
    Argument(("--against",), "the source to check against (default: what the record names)", "TARGET"),
    Argument(("--all",), "show the claims that hold as well"),
    Argument(("--python",), "the interpreter whose distributions are meant", "PATH"),
)

EXAMPLES = """\
examples:
  errdex audit record.json
  errdex audit record.json --against sglang==0.5.19
  errdex show ID --format record | errdex audit -

Each claim is located, evaluated, resolved, refuted or unknown; what is not as
claimed comes with the reason and, where it is known, the right value.
Exit status: 1 when a claim is refuted.
"""


def run(options: Given) -> int:
    """Audits every record of a file."""
    from errdex.app.audit import AuditOptions, audit
    from errdex.rendering.audit_json import audit_json
    from errdex.rendering.audit_text import audit_text
    from errdex.surfaces.cli.progress import progress_on
    from errdex.surfaces.cli.reading import read_file, read_input

    make_output_safe()
    text = read_input() if options.file == "-" else read_file(options.file)
    asked = AuditOptions(catalogue_path(options.catalogue), options.python, options.against)
    refuted = False
    for number, found in enumerate(audit(text, options.file, asked, progress_on(sys.stderr, quiet=options.quiet))):
        shown = audit_json(found) + "\n" if options.json else audit_text(found, everything=options.all)
        sys.stdout.write(("\n" if number and not options.json else "") + shown)
        refuted = refuted or bool(found.refuted)
    return 1 if refuted else 0
