"""`errdex match --jsonl`."""

from __future__ import annotations

import sys

from errdex.errors import CatalogueMissingError, TextInputError
from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("file",), "lines to read (default: standard input)", "FILE", default="-", many="?"),
    Argument(("--jsonl",), "JSON Lines in and out: the one form there is"),
    Argument(("--python",), "the interpreter whose distributions come first", "PATH"),
    Argument(("--limit",), "at most N matches a line (default 10)", "N", number=True, default=10),
)

EXAMPLES = """\
examples:
  echo '{"id": 1, "text": "KeyError: 1"}' | errdex match --jsonl
  errdex match --jsonl < questions.jsonl > answers.jsonl

Each line is {"id", "text"}; each is answered with one line, in the same order.
A line that is no such object is answered with {"id", "error"}.
"""


def run(options: Given) -> int:
    """Answers every line."""
    from errdex.app.match import match_lines
    from errdex.app.opening import find_reader, interpreter_meant
    from errdex.matching.store import MatchOptions

    make_output_safe()
    path = catalogue_path(options.catalogue)
    reader = find_reader(path, interpreter_meant(options.python, ()))
    if reader is None:
        raise CatalogueMissingError(path)
    with reader:
        for answer in match_lines(lines_of(options.file), reader, MatchOptions(limit=options.limit)):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    return 0


def lines_of(file: str) -> Iterator[str]:
    """Lines of a file, or of standard input for `-`.

    Raises:
        TextInputError: the file cannot be read.
    """
    if file == "-":
        yield from decoded(sys.stdin.buffer)
        return
    try:
        with open(file, "rb") as lines:
            yield from decoded(lines)
    except OSError as error:
        raise TextInputError(file, error.strerror or str(error)) from error


def decoded(lines: Iterable[bytes]) -> Iterator[str]:
    """Each line as text; bytes that are no UTF-8 are replaced."""
    return (line.decode("utf-8", "replace") for line in lines)
