"""Reads and analyses the files of a run that the catalogue does not know, and stores what they say."""

from __future__ import annotations

from errdex.app.indexing.analyse_batch import Reading, analyse_batch, batches_of
from errdex.catalogue.connection import some_open
from errdex.catalogue.write import Writer
from errdex.execution.executor import Failed
from errdex.execution.pool import Pool, usable_cores
from errdex.execution.serial import Serial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.app.indexing.analyse_batch import FileRead
    from errdex.app.indexing.plan import TreePlan
    from errdex.app.options import IndexOptions
    from errdex.app.progress import Progress
    from errdex.catalogue.units import Content
    from errdex.execution.executor import Executor

SERIAL_BYTES = 3_000_000
"""Of source up to which one process is as fast as many."""
FLUSH_BYTES = 4_000_000
"""Of facts after which they are written: all that a run which is killed has to read again."""


def executor_for(options: IndexOptions, size: int, tasks: int) -> Executor:
    """Processes for so many bytes of source in so many tasks. Ask for it while no catalogue is open, if that can be."""
    jobs = min(options.jobs or usable_cores(), tasks)
    return Serial() if jobs <= 1 or size < SERIAL_BYTES else Pool(jobs, fork=not some_open())


def read_files(plans: Sequence[TreePlan], options: IndexOptions, progress: Progress) -> int:
    """Fills in the plans' contents; how many files were new to the catalogue."""
    readings = [
        Reading(number, file, not plan.chosen.stays) for number, plan in enumerate(plans) for file in plan.to_read
    ]
    if not readings:
        return 0
    size = sum(reading.file.size for reading in readings)
    progress.begin("reading", size)
    storing = _Storing(plans, options, progress)
    failed = storing.read(list(batches_of(readings)), size)
    # a batch that ended its process is read again one by one, so that it costs one file and not all
    singles = [(reading,) for failure in failed for reading in failure.given]
    for failure in storing.read(singles, max(size, SERIAL_BYTES)):
        (reading,) = failure.given
        plans[reading.tree].unread[reading.file.path] = failure.reason
    return storing.analysed


class _Storing:
    """Stores what workers read, some megabytes at a time."""

    def __init__(self, plans: Sequence[TreePlan], options: IndexOptions, progress: Progress) -> None:
        self._plans, self._options, self._progress = plans, options, progress
        self._waiting: list[FileRead] = []
        self._bytes = 0
        self.analysed = 0

    def read(self, batches: Sequence[tuple[Reading, ...]], size: int) -> list[Failed]:
        """Reads batches; those that came to nothing."""
        failed: list[Failed] = []
        if not batches:
            return failed
        with executor_for(self._options, size, len(batches)) as executor:
            outcomes = executor.map_unordered(analyse_batch, batches, self._options.catalogue)
            with Writer(self._options.catalogue) as writer:
                for outcome in outcomes:
                    if isinstance(outcome, Failed):
                        failed.append(outcome)
                    else:
                        self._add(writer, outcome.result)
                self._flush(writer)
        return failed

    def _add(self, writer: Writer, files: Iterable[FileRead]) -> None:
        for read in files:
            plan = self._plans[read.reading.tree]
            path = read.reading.file.path
            if read.row is not None:
                plan.contents[path] = read.row
            elif read.content is not None:
                self._waiting.append(read)
                self._bytes += len(read.content.facts or b"") + len(read.content.source or b"")
            else:
                plan.unread[path] = read.unread or "not read"
            self._progress.advance(read.reading.file.size, plan.name)
        if self._bytes >= FLUSH_BYTES:
            self._flush(writer)

    def _flush(self, writer: Writer) -> None:
        contents: dict[bytes, Content] = {}
        for read in self._waiting:
            if read.content is not None:
                contents[read.content.hash] = read.content
        rows = writer.add_contents(contents.values())
        for read in self._waiting:
            if read.content is not None:
                self._plans[read.reading.tree].contents[read.reading.file.path] = rows[read.content.hash]
        self.analysed += len(contents)
        self._waiting.clear()
        self._bytes = 0
