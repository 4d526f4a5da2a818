"""One module a command, imported only when that command runs."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from errdex.surfaces.cli.arguments import Argument, Given

    class Command(Protocol):
        """What every module here has."""

        ARGUMENTS: tuple[Argument, ...]
        EXAMPLES: str
        """The end of its help: real uses."""

        def run(self, options: Given) -> int:
            """Runs it; the exit status."""


def load_command(name: str) -> Command:
    """The module of a command."""
    command: Command = import_module(f"errdex.surfaces.cli.commands.{name}")
    return command
