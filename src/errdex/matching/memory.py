"""A candidate store over sites held in memory: for a handful of files that are in no catalogue."""

from __future__ import annotations

from collections import Counter

from errdex.nouns.anchors import bounded_words, literal_parts
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import FileRef, FunctionSpan, SiteRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from errdex.matching.store import Parts
    from errdex.nouns.sites import Site


class MemoryFile(NamedTuple):
    """A file and its sites."""

    package: str
    version: str
    file: str
    sites: tuple[Site, ...]
    functions: tuple[FunctionSpan, ...] = ()
    active: bool = True


class MemoryStore:
    """Satisfies `CandidateStore`."""

    def __init__(self, files: Iterable[MemoryFile]) -> None:
        self._files = tuple(files)
        self._refs: list[tuple[SiteRef, Site]] = []
        self._by_file: dict[int, list[SiteRef]] = {}
        self._rows: dict[Parts, int] = {}
        self._sites: dict[int, list[SiteRef]] = {}
        for row, file in enumerate(self._files):
            self._add_file(row, file)
        self._parts = {row: parts for parts, row in self._rows.items()}
        self._anchors: dict[str, list[tuple[frozenset[str], int, Parts]]] = {}
        self._weak: dict[str, list[tuple[SiteRef, Parts]]] = {}
        self._anchor_templates()

    def _add_file(self, row: int, file: MemoryFile) -> None:
        refs = self._by_file.setdefault(row, [])
        for site in file.sites:
            ref = SiteRef(
                len(self._refs), row, file.package, file.version, file.file, site.line, site.end_line, site.function,
                site.kind, site.exception, site.qualified, site.bases, file.active,
            )  # fmt: skip
            self._refs.append((ref, site))
            refs.append(ref)
            for parts in dict.fromkeys(tuple(literal_parts(template.parts)) for template in site.templates):
                template_row = self._rows.setdefault(parts, len(self._rows))
                self._sites.setdefault(template_row, []).append(ref)

    def _anchor_templates(self) -> None:
        words = {row: bounded_words(parts) for row, parts in self._parts.items()}
        frequency = Counter(word for found in words.values() for word in found)
        for row, found in words.items():
            if found:
                rarest = sorted(found, key=lambda word: (frequency[word], word))[:2]
                self._anchors.setdefault(rarest[0], []).append((frozenset(rarest), row, self._parts[row]))
                continue
            for ref in self._sites[row]:
                self._weak.setdefault(ref.exception.rpartition(".")[2], []).append((ref, self._parts[row]))

    def templates_with_words(self, words: Collection[str]) -> Iterator[tuple[int, Parts]]:
        """As `CandidateStore` says."""
        known = set(words)
        for word in known:
            for anchors, row, parts in self._anchors.get(word, ()):
                if anchors <= known:
                    yield row, parts

    def weak_sites(self, exception: str, limit: int) -> Sequence[tuple[SiteRef, Parts]]:
        """As `CandidateStore` says."""
        found = self._weak.get(exception.rpartition(".")[2], [])
        return sorted(found, key=lambda entry: not entry[0].active)[:limit]

    def sites_of_templates(self, templates: Sequence[int]) -> Sequence[tuple[int, SiteRef]]:
        """As `CandidateStore` says."""
        return [(row, ref) for row in templates for ref in self._sites.get(row, ())]

    def files_ending(self, tail: str) -> Sequence[FileRef]:
        """As `CandidateStore` says."""
        found = [
            FileRef(row, file.package, file.version, file.file, file.active)
            for row, file in enumerate(self._files)
            if file.file == tail or file.file.endswith(f"/{tail}")
        ]
        return sorted(found, key=lambda ref: not ref.active)

    def sites_in_file(self, file_row: int) -> Sequence[SiteRef]:
        """As `CandidateStore` says."""
        return sorted(self._by_file.get(file_row, ()), key=lambda ref: ref.line)

    def functions_in_file(self, file_row: int) -> Sequence[FunctionSpan]:
        """As `CandidateStore` says."""
        return self._files[file_row].functions

    def site(self, ref: SiteRef) -> Site:
        """As `CandidateStore` says."""
        return self._refs[ref.site][1]

    def record_id(self, ref: SiteRef) -> str:
        """Sixteen digits that tell the sites of this store apart; no published id."""
        return f"{ref.site:016x}"
