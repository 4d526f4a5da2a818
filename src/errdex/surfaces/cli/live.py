"""A table on a terminal that is kept up to date while `errdex watch` counts. Imports `rich`, as `bar` does."""

from __future__ import annotations

import time

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from errdex.app.watch import shown_time
from errdex.rendering.escape import one_line
from errdex.surfaces.cli.watch_text import place_of, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from errdex.app.watch import Summary, Watcher

PAUSE = 0.5
"""Seconds between two pictures."""
MARGIN = 5
"""Lines of the terminal that the rows leave free."""


class LiveTable:
    """Satisfies the view that `commands.watch` shows."""

    def __init__(self, stream: TextIO, *, plain: bool = False) -> None:
        self._console = Console(file=stream, no_color=plain, highlight=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=True, redirect_stdout=False)
        self._live.start()
        self._next = 0.0

    def show(self, watcher: Watcher) -> None:
        """Draws the table anew when the last picture is old enough."""
        now = time.monotonic()
        if now >= self._next:
            self._live.update(table_of(watcher.summary(), max(self._console.height - MARGIN, 1)), refresh=True)
            self._next = time.monotonic() + PAUSE

    def end(self) -> None:
        """Takes the table off the screen."""
        self._live.stop()


def table_of(summary: Summary, rows: int) -> Group:
    """The most frequent statements, new ones first."""
    table = Table(box=None, expand=True, pad_edge=False)
    table.add_column("count", justify="right", no_wrap=True)
    table.add_column("last", no_wrap=True)
    table.add_column("statement", no_wrap=True, overflow="ellipsis", ratio=2)
    table.add_column("template", no_wrap=True, overflow="ellipsis", ratio=3)
    ranked = sorted(summary.counted, key=lambda one: not one.is_new)
    for one in ranked[:rows]:
        place = Text(place_of(one.origin), style="bold")
        if one.is_new:
            place = Text("new ", style="bold red").append_text(place)
        table.add_row(
            f"{one.number:,}", shown_time(one.last)[11:19], place, Text(one_line(one.origin.template), style="yellow")
        )
    return Group(table, Text(totals_text(summary), style="dim"))
