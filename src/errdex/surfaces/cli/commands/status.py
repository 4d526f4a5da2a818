"""`errdex status`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  errdex status
  errdex status --json | jq .sites
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("--failures", action="store_true", help="list every file that could not be read")


def run(options: argparse.Namespace) -> int:
    """Says what the catalogue holds."""
    raise NotImplementedError
