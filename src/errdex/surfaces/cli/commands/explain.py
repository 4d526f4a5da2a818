"""`errdex explain [TEXT | FILE | -]`."""

from __future__ import annotations

import sys

from errdex.app.explain import ExplainOptions, explain_text
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.reading import read_text
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from errdex.nouns.explanations import Explained

EXAMPLES = """\
examples:
  errdex explain "KeyError: 'Column not found: price'"
  python app.py 2>&1 | errdex explain
  errdex explain crash.log
  errdex explain --python .venv/bin/python < traceback.txt

TEXT may be a message alone, a whole traceback, or a log that ends with one.
Exit status: 0 when a statement (or compiled code) stands behind the error,
1 when nothing does or it is only similar, 2 when the input cannot be read.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument(
        "text", nargs="*", metavar="TEXT", help="a message or traceback, a file that holds one, or - for standard input"
    )
    parser.add_argument("--python", metavar="PATH", help="the interpreter that the error comes from")
    parser.add_argument("--index", action="store_true", help="index the environment first where that is needed")
    parser.add_argument("--why", action="store_true", help="show what each piece of evidence added to the score")
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="at most N statements (default 10)")


def run(options: argparse.Namespace) -> int:
    """Explains, and returns 0 when there is an explanation."""
    make_output_safe()
    text = read_text(options.text)
    asked = ExplainOptions(catalogue_path(options.catalogue), options.python, options.limit, options.index)
    if options.quiet or options.json:
        explained = explain_text(text, asked)
    else:
        from errdex.surfaces.cli.offering import Offering

        explained = explain_text(text, asked, Offering())
    write(explained, options)
    return exit_status(explained)


def write(explained: Explained, options: argparse.Namespace) -> None:
    """Writes the answer to standard output."""
    if options.json:
        from errdex.rendering.explanation_json import explained_json

        sys.stdout.write(explained_json(explained) + "\n")
        return
    from errdex.rendering.explanation_text import explained_text

    terminal = read_terminal(options)
    sys.stdout.write(explained_text(explained, terminal.style, terminal.width, why=options.why))


def exit_status(explained: Explained) -> int:
    """0 when something stands behind the error that ended the program."""
    if not explained.explanations:
        return 1
    return 0 if explained.explanations[explained.final].verdict in ("exact", "ambiguous") else 1
