"""Builds real parsers from the commands' arguments: for help, for what is wrong, and for completion."""

from __future__ import annotations

import argparse

from errdex.surfaces.cli.arguments import COMMON, Given
from errdex.surfaces.cli.commands import load_command
from errdex.surfaces.cli.table import COMMANDS, ENDING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

    from errdex.surfaces.cli.arguments import Argument


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line that starts with `errdex:`, as every message does."""

    def error(self, message: str) -> NoReturn:
        """Leaves with status 2."""
        self.exit(2, f"errdex: {message}; see `{self.prog} --help`\n")


def parse(name: str, given: Sequence[str]) -> Given:
    """What is given to a command; shows help or says what is wrong by leaving, as `argparse` does."""
    return Given(**vars(parser_of(name).parse_args(list(given))))


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of one command."""
    summary = COMMANDS[name]
    command = load_command(name)
    parser = Parser(
        prog=f"errdex {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=command.EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add(parser, command.ARGUMENTS)
    add(parser.add_argument_group("common options"), COMMON)
    return parser


def add(parser: argparse._ActionsContainer, arguments: Iterable[Argument]) -> None:
    """Adds arguments to a parser or a group of it."""
    for argument in arguments:
        options: dict[str, Any] = {"help": argument.help}
        if not argument.metavar:
            options["action"] = "store_true"
        else:
            options["metavar"] = argument.metavar
            options["default"] = argument.default
        if argument.number:
            options["type"] = int
        if argument.choices:
            options["choices"] = argument.choices
        if argument.many:
            options["nargs"] = argument.many
        parser.add_argument(*argument.names, **options)


def full_parser() -> argparse.ArgumentParser:
    """One parser with every command beneath it; only completion needs it."""
    parser = argparse.ArgumentParser(prog="errdex", epilog=ENDING)
    parser.add_argument("--version", action="store_true", help="show the version")
    beneath = parser.add_subparsers()
    for name, summary in COMMANDS.items():
        own = beneath.add_parser(name, help=summary, description=summary)
        add(own, load_command(name).ARGUMENTS)
        add(own, COMMON)
    return parser
