"""The source of every file of one distribution, for names that are not near at hand."""

from __future__ import annotations

from errdex.app.source_text import source_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.catalogue.read import Reader


class DistributionTexts:
    """What `evidence.vocabulary` asks about a whole distribution."""

    def __init__(self, reader: Reader, files: Sequence[tuple[int, str, str]]) -> None:
        self._reader, self._files = reader, files

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Module name and text of each of its Python files that can be read."""
        for row, path, module in self._files:
            if path.endswith(".py"):
                source = source_of_file(self._reader, row)
                if not source.unread:
                    yield module, "\n".join(source.lines)
