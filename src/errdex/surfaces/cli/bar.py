"""A bar on a terminal. The one module that imports `rich`, and only while something long runs."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from errdex.rendering.escape import one_line
from errdex.surfaces.cli.progress import LONGEST_NAME, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from rich.progress import TaskID


class Bar:
    """Satisfies `app.progress.Progress`."""

    def __init__(self, stream: TextIO) -> None:
        self._rich = RichProgress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[at]}", markup=False),
            console=Console(file=stream),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task: TaskID | None = None

    def begin(self, stage: str, total: int) -> None:
        """A stage begins, in place of the one before."""
        self._rich.start()
        if self._task is not None:
            self._rich.remove_task(self._task)
        self._task = self._rich.add_task(WORDS.get(stage, stage), total=total or None, at="")

    def advance(self, amount: int, name: str) -> None:
        """Part of it is done."""
        if self._task is not None:
            self._rich.update(self._task, advance=amount, at=one_line(name)[:LONGEST_NAME])

    def end(self) -> None:
        """Takes the bar off the screen."""
        self._rich.stop()
