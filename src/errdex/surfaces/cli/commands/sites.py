"""`errdex sites [TARGET…] --jsonl`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  errdex sites --jsonl > sites.jsonl
  errdex sites requests --jsonl | jq -r '.templates[].text' | sort | uniq -c
  errdex sites . --jsonl
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help="a target, as for `errdex index` (default: all that is indexed)"
    )
    parser.add_argument("--jsonl", action="store_true", help="one JSON object a line; without it one plain line each")
    parser.add_argument("--python", metavar="PATH", help="the interpreter whose distributions are meant")


def run(options: argparse.Namespace) -> int:
    """Writes one line a site."""
    raise NotImplementedError
