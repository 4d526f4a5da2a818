"""Checks the claims of records that anybody published against the source that they name."""

from __future__ import annotations

from errdex.app.auditing.checking import AuditedSource, audit_record
from errdex.app.auditing.sources import AuditOptions as AuditOptions
from errdex.app.auditing.sources import SourceFinder
from errdex.app.opening import find_reader, interpreter_meant
from errdex.catalogue.listing import Listing
from errdex.errors import CatalogueMissingError
from errdex.evidence.published import read_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.app.progress import Progress
    from errdex.nouns.audits import Audit


def audit(text: str, path: str, options: AuditOptions, progress: Progress | None = None) -> Iterator[Audit]:
    """The audit of each record of a file, in its order; the source is indexed where it is not yet.

    Args:
        text: What the file holds: a record, an array of records, or one a line.
        path: The file's name, for messages.
        options: How to audit.
        progress: Who is told about indexing.

    Raises:
        RecordFormatError: the file holds something else.
        SourceUnknownError: a record names no source that can be found.
        TargetNotFoundError, EmptyTargetError, ArchiveError, DownloadError, CatalogueError: as `index`.
    """
    finder = SourceFinder(options, progress)
    found = [(published, finder.find(published)) for published in read_records(text, path)]
    reader = find_reader(options.catalogue, interpreter_meant(options.python, ()))
    if reader is None:
        raise CatalogueMissingError(options.catalogue)
    sources: dict[int, AuditedSource] = {}
    with reader, Listing(options.catalogue) as listing:
        for published, listed in found:
            if listed.row not in sources:
                sources[listed.row] = AuditedSource(listed, reader, listing)
            yield audit_record(published, sources[listed.row])
