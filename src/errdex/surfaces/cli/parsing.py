"""Builds the parser of one command, and of all for completion."""

from __future__ import annotations

import argparse
from importlib import import_module

from errdex.surfaces.cli.table import COMMANDS, ENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Command(Protocol):
        """What every module in `commands` has."""

        EXAMPLES: str
        """Lines of the help that show real uses."""

        def declare(self, parser: argparse.ArgumentParser) -> None:
            """Adds the command's own arguments."""

        def run(self, options: argparse.Namespace) -> int:
            """Runs it; the exit status."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line that starts with `errdex:`, as every message does."""

    def error(self, message: str) -> None:  # type: ignore[override]  # it does not return
        """Leaves with status 2."""
        self.exit(2, f"errdex: {message}; see `{self.prog} --help`\n")


def parser_of(name: str) -> tuple[Command, argparse.ArgumentParser]:
    """The module of a command and its parser."""
    command: Command = import_module(f"errdex.surfaces.cli.commands.{name}")
    parser = Parser(
        prog=f"errdex {name}",
        description=f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}.",
        epilog=command.EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.declare(parser)
    add_common(parser)
    return command, parser


def add_common(parser: argparse.ArgumentParser) -> None:
    """Options that every command has."""
    common = parser.add_argument_group("common options")
    common.add_argument(
        "--catalogue",
        metavar="PATH",
        help="the catalogue's file (also ERRDEX_CATALOGUE; default: under your cache directory)",
    )
    common.add_argument("--json", action="store_true", help="answer as JSON")
    common.add_argument("-q", "--quiet", action="store_true", help="no progress and no remarks")
    common.add_argument("--no-color", action="store_true", help="plain text (also NO_COLOR)")


def full_parser() -> argparse.ArgumentParser:
    """One parser with every command beneath it; only completion needs it."""
    parser = argparse.ArgumentParser(prog="errdex", epilog=ENDING)
    parser.add_argument("--version", action="store_true", help="show the version")
    beneath = parser.add_subparsers()
    for name, summary in COMMANDS.items():
        command: Command = import_module(f"errdex.surfaces.cli.commands.{name}")
        own = beneath.add_parser(name, help=summary, description=summary)
        command.declare(own)
        add_common(own)
    return parser
