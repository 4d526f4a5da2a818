"""Looks things up in a catalogue: a handful of indexed queries each, so that a cold process can afford to ask.

`Reader` is what matching calls a `CandidateStore`, and serves linking with the facts of other distributions.
"""

from __future__ import annotations

from errdex.catalogue.connection import open_to_read
from errdex.catalogue.finding import Finder, SiteFinder
from errdex.catalogue.text import MASK_BITS, functions_from_blob, parts_from_text, unescaped, unpacked, words_mask
from errdex.nouns.anchors import class_key, word_key
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from types import TracebackType
    from typing import Self, TypeAlias

    from errdex.nouns.compiled import CarriedText
    from errdex.nouns.facts import FileFacts
    from errdex.nouns.matches import FileRef, FunctionSpan, SiteRef
    from errdex.nouns.sites import Site
    from errdex.nouns.sources import Distribution

    Parts: TypeAlias = tuple[str | None, ...]

SITES_OF_TEMPLATE = 500
"""Most sites that are named for one template: beyond that a message alone tells nothing."""
FILES_OF_TAIL = 200


class SourceLocation(NamedTuple):
    """Where a file of the catalogue can be read, if it is still what was indexed."""

    location: str
    """`""`: it was in an archive that is gone."""
    size: int
    mtime_ns: int
    """With `size`: as they were when the file was indexed."""
    content: bytes | None
    """Its hash (`identity.content_hash`); `None`: it could not be read."""


class Reader:
    """An open catalogue. Every method raises `CatalogueUnreadableError` when the file turns out to be broken.

    `python` is the interpreter whose distributions count as active; without one, or with one that was never
    indexed (`knows_environment` tells), all or none do. `lasting`: whether it stays open for more than a moment, while
    writers may start (`connection.open_to_read`).

    Raises (opening): `CatalogueMissingError`, `CatalogueVersionError`, `CatalogueUnreadableError`.
    """

    def __init__(self, path: str, python: str | None = None, *, lasting: bool = False) -> None:
        self._connection = open_to_read(path, lasting=lasting)
        self._finder = Finder(self._connection, python)
        self._sites = SiteFinder(self._connection, self._finder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; more than once is fine."""
        self._connection.close()

    # -- what matching asks

    def texts_with_words(self, words: Collection[str]) -> Sequence[CarriedText]:
        """Texts of binaries whose two anchor words are both in `words`; those of the environment asked about, if there is one."""
        from errdex.catalogue.binary_lookup import carried_texts  # not every error comes from C

        return carried_texts(self._connection, words, self._finder.environment)

    def templates_with_words(self, words: Collection[str]) -> Iterator[tuple[int, Parts]]:
        """Row and parts of each template whose two anchor words are both in `words`."""
        keys = {word_key(word) for word in words}
        lacking = words_mask(range(MASK_BITS)) & ~words_mask(keys)
        anchors = self._connection.rows_among(
            "SELECT second, template, parts FROM anchor WHERE mask & ? = 0 AND word IN (?*)", keys, (lacking,)
        )
        with self._connection.decoding():
            return iter([(row, parts_from_text(parts)) for second, row, parts in anchors if second in keys])

    def weak_sites(self, exception: str, limit: int) -> Sequence[tuple[SiteRef, Parts]]:
        """At most `limit` sites of a class with a template that no word leads to: active ones first, then known text first."""
        return self._sites.weak(class_key(exception), limit)

    def sites_of_templates(self, templates: Sequence[int]) -> Sequence[tuple[int, SiteRef]]:
        """The sites that print each template, at most `SITES_OF_TEMPLATE` each, active ones first."""
        return [(row, ref) for row in templates for ref in self._sites.of_template(row, SITES_OF_TEMPLATE)]

    def files_ending(self, tail: str) -> Sequence[FileRef]:
        """Files whose path is `tail`, or ends with `/` and `tail`; active ones first, at most `FILES_OF_TAIL`."""
        return self._finder.files_ending(tail, FILES_OF_TAIL)

    def sites_in_file(self, file_row: int) -> Sequence[SiteRef]:
        """All sites of a file, in order of lines."""
        return self._sites.in_file(file_row)

    def functions_in_file(self, file_row: int) -> Sequence[FunctionSpan]:
        """All functions of a file; empty when not known."""
        found = self._connection.row(
            "SELECT functions FROM file JOIN content ON content.id = content WHERE file.id = ?", (file_row,)
        )
        if found is None or found[0] is None:
            return ()
        with self._connection.decoding():
            return functions_from_blob(found[0])

    def site(self, ref: SiteRef) -> Site:
        """Everything the catalogue knows of a site."""
        return self._sites.whole(ref.site)

    def record_id(self, ref: SiteRef) -> str:
        """Id of the site's record, 16 hex digits."""
        found = self._connection.row("SELECT id FROM record WHERE file = ? AND site = ?", (ref.file_row, ref.site))
        with self._connection.decoding():
            return f"{(found or (None,))[0] & 0xFFFFFFFFFFFFFFFF:016x}"

    # -- what others ask

    @property
    def knows_environment(self) -> bool:
        """Whether the interpreter asked about was indexed, wholly or in part."""
        return self._finder.environment is not None

    @property
    def environment_is_complete(self) -> bool:
        """Whether all distributions of the interpreter asked about were indexed."""
        return self._finder.complete

    def find_record(self, record: str) -> Sequence[SiteRef]:
        """The sites that a record id names (the same one in several versions), active ones first; empty: none has it."""
        if len(record) != 16 or not set(record) <= set("0123456789abcdef"):
            return ()
        number = int(record, 16)
        return self._sites.of_record(number - (1 << 64) if number >= 1 << 63 else number)

    def distribution_of(self, file_row: int) -> Distribution:
        """The distribution that holds a file."""
        return self._finder.distribution_of(file_row)

    def find_distribution(self, name: str) -> Distribution | None:
        """The distribution with this normalised name: the active one, else the one indexed last."""
        return self._finder.distribution_named(name)

    def stored_source(self, file_row: int) -> bytes | None:
        """The bytes of a file that was in an archive; `None`: they are where `location` says."""
        found = self._connection.row(
            "SELECT source FROM file JOIN content ON content.id = content WHERE file.id = ?", (file_row,)
        )
        if found is None or found[0] is None:
            return None
        with self._connection.decoding():
            return unpacked(found[0])

    def content_row(self, key: bytes, analysis: int) -> int | None:
        """Row of a content (by its hash) whose facts come from this version of the analysis; `None`: there is none."""
        found = self._connection.row("SELECT id FROM content WHERE hash = ? AND analysis = ?", (key, analysis))
        return found[0] if found else None

    def location(self, file_row: int) -> tuple[str, int, int]:
        """Where a file can be read (`""`: in an archive that is gone), its size and time when it was indexed."""
        return self._finder.source_of(file_row)[:3]

    def source_of(self, file_row: int) -> SourceLocation:
        """Where the source of a file can be read."""
        location, size, mtime_ns, content = self._finder.source_of(file_row)
        return SourceLocation(location, size, mtime_ns, content)

    def facts_of_content(self, content: int) -> FileFacts | None:
        """The facts stored in a row; `None`: it is unread, or not there."""
        found = self._connection.row("SELECT facts FROM content WHERE id = ?", (content,))
        if found is None or found[0] is None:
            return None
        from errdex.nouns.codec import facts_from_json  # a cold explain never gets here, and pays nothing for it

        with self._connection.decoding():
            return facts_from_json(unpacked(found[0]).decode())

    def file_of_module(self, module: str, beside: int) -> int | None:
        """Row of the file that holds a module: of the distribution of the file `beside`, else of the active ones; `None`: none."""
        return self._finder.file_of_module(module, beside)

    def module_of_file(self, file_row: int) -> str:
        """As `SourceFile.module`."""
        found = self._connection.row("SELECT module FROM file WHERE id = ?", (file_row,))
        with self._connection.decoding():
            return unescaped(found[0]) if found and found[0] else ""

    def path_of_file(self, file_row: int) -> str:
        """As `SourceFile.path`; `""`: there is no such row."""
        found = self._connection.row("SELECT path FROM file WHERE id = ?", (file_row,))
        with self._connection.decoding():
            return unescaped(found[0]) if found else ""

    def facts_of_module(self, module: str) -> FileFacts | None:
        """The facts of a module of the active distributions; `None`: none has it, or it is unread."""
        content = self._finder.content_of_module(module)
        return None if content is None else self.facts_of_content(content)

    def unread_reason(self, file_row: int) -> str | None:
        """Why a file could not be read or analysed; `None`: it was."""
        found = self._connection.row(
            "SELECT coalesce(file.unread, content.unread) FROM file LEFT JOIN content ON content.id = content"
            " WHERE file.id = ?",
            (file_row,),
        )
        with self._connection.decoding():
            return unescaped(found[0]) if found and found[0] is not None else None
