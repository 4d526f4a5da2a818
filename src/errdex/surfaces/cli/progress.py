"""What a long run is at: a bar on a terminal, a plain line now and then anywhere else."""

from __future__ import annotations

import time

from errdex.app.progress import Silent
from errdex.rendering.escape import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from errdex.app.progress import Progress

WORDS = {"listing": "Listing what is installed", "reading": "Reading source", "linking": "Linking"}
PAUSE = 5.0
"""Seconds between two plain lines."""
LONGEST_NAME = 24


def progress_on(stream: TextIO, *, quiet: bool = False) -> Progress:
    """Shows progress on a stream (standard error), as it can."""
    if quiet:
        return Silent()
    if stream.isatty():
        from errdex.surfaces.cli.bar import Bar

        return Bar(stream)
    return Lines(stream)


class Lines:
    """A line when a stage has taken a while, and then again now and then: for logs of builds."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._stage, self._total, self._done = "", 0, 0
        self._last = time.monotonic()

    def begin(self, stage: str, total: int) -> None:
        """A stage begins; nothing is written until it has taken a while."""
        self._stage, self._total, self._done = stage, total, 0

    def advance(self, amount: int, name: str) -> None:
        """Part of it is done."""
        self._done += amount
        now = time.monotonic()
        if now - self._last >= PAUSE:
            self._last = now
            share = f" {self._done * 100 // self._total} %" if self._total else ""
            self._stream.write(f"{WORDS.get(self._stage, self._stage)}:{share} ({one_line(name)[:LONGEST_NAME]})\n")
            self._stream.flush()

    def end(self) -> None:
        """Nothing is left to be written."""
