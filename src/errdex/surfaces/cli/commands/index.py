"""`errdex index [TARGET…]`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  errdex index                             everything installed here, and the standard library
  errdex index --python .venv/bin/python   the same for another interpreter
  errdex index requests stdlib             two of them only
  errdex index .                           the project in this directory
  errdex index pandas==2.2.3 dist/mine-1.0-py3-none-any.whl

A TARGET is a directory, a .py file, a wheel, an sdist, the name of an installed
distribution, `stdlib`, or NAME==VERSION (fetched through this machine's pip).
Stopping it loses nothing: the next run goes on where it was.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="what to index (default: the whole environment)")
    parser.add_argument("--python", metavar="PATH", help="the interpreter whose environment is meant")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes to use (default: one a core)")


def run(options: argparse.Namespace) -> int:
    """Indexes, and says what was done."""
    raise NotImplementedError
