"""`errdex show ID`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  errdex show e59d2485b40387ab
  errdex show e59d2485b40387ab --format md > error.md
  errdex show e59d2485b40387ab --format record | jq .record.messagePattern

An ID is 16 hex digits, as `errdex explain` and `errdex sites` give it.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("id", metavar="ID", help="id of the record")
    parser.add_argument(
        "--format",
        choices=("text", "json", "record", "md"),
        help="text for people (default); json: everything errdex knows; record: the published form; md: Markdown",
    )


def run(options: argparse.Namespace) -> int:
    """Shows one record."""
    raise NotImplementedError
