"""`errdex explain [TEXT | FILE | -]`."""

from __future__ import annotations

import sys

from errdex.app.explain import ExplainOptions, explain_text
from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.reading import read_text
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.progress import Progress
    from errdex.nouns.explanations import Explained
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("text",), "a message or traceback, a file that holds one, or - for standard input", "TEXT", many="*"),
    Argument(("--python",), "the interpreter that the error comes from", "PATH"),
    Argument(("--index",), "index the environment first where it is not indexed"),
    Argument(("--source",), "a source archive in which to look for a message of compiled code", "TARGET"),
    Argument(("--why",), "show what each piece of evidence added to the score"),
    Argument(("--limit",), "at most N statements (default 10)", "N", number=True, default=10),
)

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


QUESTION = "There is no catalogue yet. Index everything that is installed here now? It takes a minute or so. [Y/n] "


def run(options: Given) -> int:
    """Explains, and returns 0 when there is an explanation."""
    make_output_safe()
    text = read_text(options.text)
    asked = ExplainOptions(
        catalogue_path(options.catalogue), options.python, options.limit, options.index, options.source or ""
    )
    company = None if options.quiet or options.json else Offering()
    explained = explain_text(text, asked, company)
    write(explained, options)
    return exit_status(explained)


class Offering:
    """The person at the terminal: sees progress, and is asked before much is indexed. Satisfies `app.explain.Company`."""

    def progress(self) -> Progress:
        """Shows what indexing does, on standard error."""
        from errdex.surfaces.cli.progress import progress_on

        return progress_on(sys.stderr)

    def agrees_to_index(self) -> bool:
        """Asks, where there is somebody to ask."""
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        sys.stderr.write(QUESTION)
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in ("", "y", "yes")


def write(explained: Explained, options: Given) -> None:
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
