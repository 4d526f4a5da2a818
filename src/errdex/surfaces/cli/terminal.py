"""What the terminal can do, and what the user wants of it."""

from __future__ import annotations

import os
import sys

from errdex.nouns.base import NamedTuple
from errdex.rendering.style import COLOURED, PLAIN, Style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from errdex.surfaces.cli.arguments import Given

NARROWEST, WIDEST, USUAL = 48, 120, 80


class Terminal(NamedTuple):
    """How to write answers."""

    style: Style
    width: int
    """Columns to use: of the terminal, between 48 and 120; 80 where there is none."""


def read_terminal(options: Given, stream: TextIO | None = None) -> Terminal:
    """How to write to `stream` (standard output)."""
    out = stream or sys.stdout
    shows = out.isatty()
    plain = options.no_color or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    forced = bool(os.environ.get("FORCE_COLOR"))
    coloured = not plain and (shows or forced)
    return Terminal(COLOURED if coloured else PLAIN, columns(out) if shows else USUAL)


def columns(out: TextIO) -> int:
    """Width of the terminal behind a stream."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        found = int(given)
    else:
        try:
            found = os.get_terminal_size(out.fileno()).columns
        except (OSError, ValueError):
            found = USUAL
    return max(NARROWEST, min(found or USUAL, WIDEST))


def make_output_safe() -> None:
    """Lets any text be written: what the terminal's encoding lacks is shown as an escape, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
