"""What matching asks of a catalogue, and how a caller tunes it."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Protocol, TypeAlias

    from errdex.nouns.matches import FileRef, FunctionSpan, SiteRef
    from errdex.nouns.sites import Site

    Parts: TypeAlias = tuple[str | None, ...]
else:
    Protocol = object


class CandidateStore(Protocol):
    """Lookups by which candidates are found; each costs about the same however large the catalogue is."""

    def templates_with_words(self, words: Collection[str]) -> Iterable[tuple[int, Parts]]:
        """Row and parts of each template that is stored under words which are all in `words`."""

    def weak_sites(self, exception: str, limit: int) -> Sequence[tuple[SiteRef, Parts]]:
        """At most `limit` sites of a class (by its last name) with a template that no word leads to, active ones first."""

    def sites_of_templates(self, templates: Sequence[int]) -> Sequence[tuple[int, SiteRef]]:
        """The sites that print each template: template row and site."""

    def files_ending(self, tail: str) -> Sequence[FileRef]:
        """Files whose path is `tail`, or ends with `/` and `tail`; active ones first."""

    def sites_in_file(self, file_row: int) -> Sequence[SiteRef]:
        """All sites of a file, in order of lines."""

    def functions_in_file(self, file_row: int) -> Sequence[FunctionSpan]:
        """All functions of a file; empty when not known."""

    def site(self, ref: SiteRef) -> Site:
        """Everything the catalogue knows of a site."""

    def record_id(self, ref: SiteRef) -> str:
        """Id of the site's record."""


class CompiledOrigin(NamedTuple):
    """A text of a binary that prints a message."""

    package: str
    """Distribution of the extension module, `cpython` for the interpreter."""
    version: str
    file: str
    """The extension module's file, or `cpython`."""
    template: tuple[str | None, ...]
    """Literal parts and holes of the format string."""


class CompiledStore(Protocol):
    """Messages of extension modules and of the interpreter."""

    def compiled_origins(self, exception: str, message: str) -> Sequence[CompiledOrigin]:
        """Binaries that hold a text which prints the whole message, likeliest first."""


class LineStore(Protocol):
    """The source of the catalogue's files, for frames that print their line."""

    def line_of(self, file_row: int, line: int) -> str | None:
        """A line of a file, from 1, `""` beyond its end; `None`: the file cannot be read as it was indexed."""


class MatchOptions(NamedTuple):
    """How to match."""

    limit: int = 10
    """Most matches an answer holds."""
    compiled: CompiledStore | None = None
    """Where messages of compiled code are looked up; `None`: nowhere."""
    lines: LineStore | None = None
    """Where source is read to compare printed lines with; `None`: nowhere."""
