"""What a worker does with a batch of files: read, and analyse what the catalogue does not know yet."""

from __future__ import annotations

from errdex.catalogue.identity import content_hash
from errdex.catalogue.read import Reader
from errdex.catalogue.units import Content, content_from_facts
from errdex.errors import UnreadableFileError
from errdex.execution import shared
from errdex.languages.analyse import analyse
from errdex.languages.registry import language_of
from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import SourceFile
from errdex.sources.files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.nouns.facts import FileFacts

BATCH_BYTES = 400_000
"""Of source in one batch: some ten batches a second and core, so that telling a worker about it costs nothing."""


class Reading(NamedTuple):
    """A file to read."""

    tree: int
    """Number of its tree in the run."""
    file: SourceFile
    keeps_source: bool
    """Whether the catalogue has to keep the bytes, because their place will be gone."""


class FileRead(NamedTuple):
    """What reading a file came to: one of the three."""

    reading: Reading
    row: int | None = None
    """Row of the content, which the catalogue knew already."""
    content: Content | None = None
    """A content that it lacks."""
    unread: str | None = None
    """Why the bytes could not be read."""


def batches_of(readings: Iterable[Reading]) -> Iterator[tuple[Reading, ...]]:
    """Batches of about the same size, large files first: then none is left for the end while other cores have nothing."""
    batch: list[Reading] = []
    size = 0
    for reading in sorted(readings, key=lambda reading: (-reading.file.size, reading.tree, reading.file.path)):
        batch.append(reading)
        size += reading.file.size
        if size >= BATCH_BYTES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def analyse_batch(batch: tuple[Reading, ...]) -> list[FileRead]:
    """Reads the files; `shared` holds the catalogue's path."""
    with Reader(shared.value(), lasting=True) as reader:
        return [_read_file(reader, reading) for reading in batch]


def _read_file(reader: Reader, reading: Reading) -> FileRead:
    file = reading.file
    try:
        content = read_bytes(file)
    except UnreadableFileError as error:
        return FileRead(reading, unread=error.reason)
    language = language_of(file.path)
    if language is None:
        return FileRead(reading, unread="no language that errdex reads")
    key = content_hash(content, language.name)
    row = None if reading.keeps_source else reader.content_row(key, language.analysis_version)
    if row is not None:
        return FileRead(reading, row=row)
    facts = _facts_of(content, file.path)
    kept = content if reading.keeps_source else None
    return FileRead(reading, content=content_from_facts(key, language.analysis_version, facts, kept))


def _facts_of(content: bytes, path: str) -> FileFacts | str:
    try:
        return analyse(content, path)
    except Exception as error:  # noqa: BLE001 - a worker's end: a file that we fail on is unread, the run goes on
        return " ".join(f"errdex failed on it ({type(error).__name__}: {error})".split())[:300]
