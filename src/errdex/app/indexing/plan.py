"""What of a tree the catalogue knows already, and what has to be read."""

from __future__ import annotations

from errdex.app.indexing.trees import Chosen
from errdex.catalogue.identity import listing_fingerprint
from errdex.catalogue.units import DistributionState, FileState
from errdex.languages.registry import LANGUAGES, language_of
from errdex.linking.link import LINKING_VERSION
from errdex.nouns.sources import SourceFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from errdex.app.indexing.link_tree import Linked
    from errdex.catalogue.units import Unit
    from errdex.catalogue.write import StoredDistribution, StoredFile, Writer


ANALYSIS_VERSION = sum(language.analysis_version for language in LANGUAGES)
"""Of all languages together: it grows when one of them reads anything otherwise than before."""


class TreePlan:
    """One tree of a run: filled in as its files are read."""

    def __init__(self, chosen: Chosen, writer: Writer) -> None:
        self.chosen = chosen
        self.tree = chosen.tree
        self.root = chosen.tree.root if chosen.stays else ""
        self.listing = listing_fingerprint(self.tree.files, self.tree.unread)
        self.stored: StoredDistribution | None = writer.find_distribution(self.tree.distribution, self.root)
        self.contents: dict[str, int] = {}
        self.unread: dict[str, str] = {}
        self.to_read: tuple[SourceFile, ...] = ()
        self.known: dict[str, StoredFile] = {}
        self.failure = ""
        if not self.is_unchanged:
            self._compare(writer)

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing needs to be read or linked, as far as the listing tells."""
        return self.stored is not None and self.stored.listing == self.listing and self._is_current(self.stored)

    def _is_current(self, stored: StoredDistribution) -> bool:
        """Whether the same errdex linked it, under the same name."""
        same = (stored.linking, stored.analysis) == (LINKING_VERSION, ANALYSIS_VERSION)
        return same and stored.distribution == self.tree.distribution

    def _compare(self, writer: Writer) -> None:
        if self.stored is not None:
            self.known = writer.files(self.stored.row)
        changed = []
        for file in self.tree.files:
            before = self.known.get(file.path)
            language = language_of(file.path)
            if (
                before is not None
                and before.content is not None
                and language is not None
                and (before.size, before.mtime_ns, before.analysis)
                == (file.size, file.mtime_ns, language.analysis_version)
            ):
                self.contents[file.path] = before.content
            else:
                changed.append(file)
        self.to_read = tuple(changed)

    def recall(self, writer: Writer) -> None:
        """Takes the contents of an unchanged tree from the catalogue, so that it can be linked again."""
        if self.stored is not None and not self.contents:
            self.known = writer.files(self.stored.row)
            self.contents = {path: file.content for path, file in self.known.items() if file.content is not None}
            self.unread = {path: file.unread for path, file in self.known.items() if file.unread is not None}

    @property
    def size(self) -> int:
        """Bytes of source."""
        return sum(file.size for file in self.tree.files)

    @property
    def name(self) -> str:
        """Of the distribution."""
        return self.tree.distribution.name

    @property
    def says_the_same(self) -> bool:
        """Whether, now that the files were read, they say what they said before."""
        if self.stored is None or not self._is_current(self.stored) or self.unread or self.tree.unread:
            return False
        before = {path: (file.content, file.analysis) for path, file in self.known.items()}
        return before == {path: (content, self._analysis(path)) for path, content in self.contents.items()}

    @staticmethod
    def _analysis(path: str) -> int | None:
        language = language_of(path)
        return None if language is None else language.analysis_version

    def state(self, linked: Linked | None) -> DistributionState:
        """All that the catalogue is to know. Where linking failed, files say so, and the next run tries again."""
        units: Mapping[str, Unit] = linked.units if linked else {}
        files = {
            file.path: FileState(
                file, self.contents.get(file.path), units.get(file.path), self.failure or self.unread.get(file.path)
            )
            for file in self.tree.files
        }
        return DistributionState(
            self.tree.distribution,
            self.root,
            self.tree.origin,
            self.chosen.asked,
            self.listing,
            0 if self.failure else LINKING_VERSION,
            ANALYSIS_VERSION,
            (*files.values(), *self._unlisted()),
            linked.foreign if linked else (),
        )

    def _unlisted(self) -> list[FileState]:
        """What could not even be listed as files."""
        listed = {file.path for file in self.tree.files}
        unread = {one.path: one.reason for one in self.tree.unread if one.path not in listed}
        return [FileState(SourceFile(path, "", "", 0, 0), None, None, reason) for path, reason in unread.items()]
