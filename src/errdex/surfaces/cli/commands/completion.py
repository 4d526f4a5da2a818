"""`errdex completion SHELL`: a completion script."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.surfaces.cli.arguments import Given
ARGUMENTS = (Argument(("shell",), "bash, zsh or tcsh", "SHELL", choices=("bash", "zsh", "tcsh")),)

EXAMPLES = """\
examples:
  errdex completion bash > ~/.local/share/bash-completion/completions/errdex
  errdex completion zsh > ~/.zfunc/_errdex
"""


def run(options: Given) -> int:
    """Writes the script to standard output."""
    import shtab

    from errdex.surfaces.cli.parsing import full_parser

    sys.stdout.write(shtab.complete(full_parser(), options.shell) + "\n")
    return 0
