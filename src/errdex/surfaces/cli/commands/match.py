"""`errdex match --jsonl`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  echo '{"id": "q1", "text": "ValueError: math domain error"}' | errdex match --jsonl
  errdex match --jsonl < questions.jsonl > answers.jsonl

Each line is {"id", "text"}; each is answered with one line, in the same order.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="lines to read (default: standard input)")
    parser.add_argument("--jsonl", action="store_true", help="JSON Lines in and out; the one form there is")
    parser.add_argument("--python", metavar="PATH", help="the interpreter whose distributions come first")
    parser.add_argument("--why", action="store_true", help="add the contributions to each score")
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="at most N matches a line (default 10)")


def run(options: argparse.Namespace) -> int:
    """Answers every line."""
    raise NotImplementedError
