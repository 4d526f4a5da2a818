"""`errdex completion SHELL`: a completion script."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  errdex completion bash > ~/.local/share/bash-completion/completions/errdex
  errdex completion zsh > ~/.zfunc/_errdex
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "tcsh"), help="bash, zsh or tcsh")


def run(options: argparse.Namespace) -> int:
    """Writes the script to standard output."""
    import shtab

    from errdex.surfaces.cli.parsing import full_parser

    sys.stdout.write(shtab.complete(full_parser(), options.shell) + "\n")
    return 0
