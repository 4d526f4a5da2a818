"""The command `errdex`: finds the command that is meant, runs it, and turns what goes wrong into one line."""

from __future__ import annotations

import gc
import os
import sys

from errdex.errors import ErrdexError
from errdex.surfaces.cli.table import COMMANDS, LEADING, overview

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
USAGE = 2
ALLOCATIONS = 50_000
"""Allocations between two collections: imports alone make so many objects that the usual 700 cost a tenth of the time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit status.

    Without arguments it is the program: it takes them from the command line, and may end the process itself.
    """
    if arguments is not None:
        return outcome(list(arguments))
    gc.set_threshold(ALLOCATIONS)
    status = outcome(sys.argv[1:])
    leave_at_once(status)
    return status


def outcome(given: list[str]) -> int:
    """Runs one command line; whatever goes wrong becomes a line for people and a status."""
    try:
        status = run(given)
        sys.stdout.flush()
    except ErrdexError as error:
        return fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return leave_closed_pipe()
    except SystemExit as error:  # argparse: --help leaves with 0, wrong usage with 2
        return error.code if isinstance(error.code, int) else USAGE
    except Exception as error:  # noqa: BLE001 - the end of the program: a person gets a line, not a traceback
        return fail_unexpectedly(error)
    return status


def leave_at_once(status: int) -> None:
    """Ends a process that has nothing to tidy up: taking modules apart costs a cold explain a tenth of its time."""
    needs_tidying = any(name in sys.modules for name in ("threading", "multiprocessing", "coverage"))
    if needs_tidying or sys.flags.dev_mode or sys.gettrace() is not None:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(status)


def run(given: list[str]) -> int:
    """Runs the command that `given` names."""
    leading, rest = split_leading(given)
    if not rest or rest[0] in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return 0 if rest else USAGE
    if rest[0] in ("-V", "--version"):
        from errdex import __version__

        sys.stdout.write(f"errdex {__version__}\n")
        return 0
    if rest[0] not in COMMANDS:
        return fail(f"{rest[0]}: no such command{suggestion(rest[0])}; `errdex --help` lists them")
    return run_command(rest[0], leading + rest[1:])


def run_command(name: str, given: list[str]) -> int:
    """Runs one command with its arguments."""
    from errdex.surfaces.cli.arguments import COMMON, read_arguments
    from errdex.surfaces.cli.commands import load_command

    command = load_command(name)
    options = read_arguments((*command.ARGUMENTS, *COMMON), given)
    if options is None:
        from errdex.surfaces.cli.parsing import parse

        options = parse(name, given)
    return command.run(options)


def split_leading(given: list[str]) -> tuple[list[str], list[str]]:
    """Common options before the command, and the rest."""
    index = 0
    while index < len(given):
        name, _, value = given[index].partition("=")
        if name not in LEADING:
            break
        index += 2 if LEADING[name] and not value else 1
    return given[:index], given[index:]


def suggestion(name: str) -> str:
    """`; did you mean …?` for a command that does not exist."""
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def fail(message: str) -> int:
    """Says in one line what is wrong."""
    from errdex.rendering.escape import one_line

    say(f"errdex: {one_line(message)}")
    return USAGE


def fail_unexpectedly(error: Exception) -> int:
    """Says that errdex itself is wrong; the traceback is for those who ask for it."""
    if os.environ.get("ERRDEX_DEBUG"):
        import traceback

        traceback.print_exception(error)
    from errdex.rendering.escape import one_line

    what = one_line(f"{type(error).__name__}: {error}")[:200]
    say(f"errdex: a bug in errdex ({what}); please report it with the command and what ERRDEX_DEBUG=1 prints")
    return USAGE


def say(line: str) -> None:
    """Writes a line for people, also when nobody can read it any more."""
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def leave_closed_pipe() -> int:
    """Leaves quietly when the reader of a pipe has gone (`| head`)."""
    # the interpreter flushes standard output once more at its end
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    return 0
