"""One module a command, imported only when that command runs."""

from __future__ import annotations

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
    # What `importlib.import_module` does, without importing `importlib`, which a cold answer would notice.
    command: Command = __import__(f"errdex.surfaces.cli.commands.{name}", fromlist=("run",))
    return command
