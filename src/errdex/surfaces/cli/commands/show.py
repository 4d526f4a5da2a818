"""`errdex show ID`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.show import Shown
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("id",), "id of the record", "ID"),
    Argument(
        ("--format",),
        "text for people (default); json: everything errdex knows; record: the published form; md: Markdown",
        "FORMAT",
        choices=("text", "json", "record", "md"),
    ),
    Argument(("--python",), "the interpreter whose version of the package is meant", "PATH"),
)

EXAMPLES = """\
examples:
  errdex show e59d2485b40387ab
  errdex show e59d2485b40387ab --format md > error.md
  errdex show e59d2485b40387ab --format record | jq .record.messagePattern

An ID is 16 hex digits, as `errdex explain` and `errdex sites` give it.
"""


def run(options: Given) -> int:
    """Shows one record."""
    from errdex.app.show import show_record

    make_output_safe()
    shown = show_record(options.id, catalogue_path(options.catalogue), options.python)
    sys.stdout.write(written(shown, options.format or ("json" if options.json else "text"), options))
    return 0


def written(shown: Shown, form: str, options: Given) -> str:
    """The record in one of its forms."""
    if form == "md":
        from errdex.rendering.record_markdown import record_markdown

        return record_markdown(shown.record, shown.recorded)
    if form == "text":
        from errdex.rendering.record_text import record_text

        terminal = read_terminal(options)
        reproduction = shown.recorded.reproduction
        return record_text(shown.record, shown.explanation, terminal.style, terminal.width, shown.guarded, reproduction)
    from errdex.rendering.record_json import Evidenced, knowledge_json, record_json

    evidenced = Evidenced(shown.claims, shown.guarded)
    if form == "json":
        return knowledge_json(shown.recorded, shown.record, evidenced) + "\n"
    return record_json(shown.record, shown.recorded, evidenced) + "\n"
