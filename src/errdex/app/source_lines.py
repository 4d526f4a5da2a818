"""Lines of the catalogue's files, to compare with the lines that a traceback prints."""

from __future__ import annotations

from errdex.app.source_text import source_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.catalogue.read import Reader
    from errdex.matching.store import MatchOptions
    from errdex.nouns.explanations import SourceText

MOST_KEPT = 16
"""Files whose text is kept: the frames of one report lie in few."""


class SourceLines:
    """Satisfies `matching.store.LineStore` from the files a catalogue names; reads each when it is first asked for."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._read: dict[int, SourceText] = {}

    def line_of(self, file_row: int, line: int) -> str | None:
        """As `LineStore` says."""
        if file_row not in self._read:
            if len(self._read) >= MOST_KEPT:
                del self._read[next(iter(self._read))]
            self._read[file_row] = source_of_file(self._reader, file_row)
        source = self._read[file_row]
        if source.unread:
            return None
        return source.lines[line - 1] if 0 < line <= len(source.lines) else ""


def with_lines(options: MatchOptions, store: object) -> MatchOptions:
    """The options, with the lines of the files of a store that knows where they are, if they name no other."""
    if options.lines is not None or not hasattr(store, "stored_source"):
        return options
    return options._replace(lines=SourceLines(store))  # type: ignore[arg-type]  # a reader, as what it has shows
