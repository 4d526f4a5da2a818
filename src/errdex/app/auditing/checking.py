"""All checks of one record against one distribution."""

from __future__ import annotations

from errdex.app.auditing.texts import DistributionTexts
from errdex.app.guards import FileGuards
from errdex.app.module_texts import CatalogueModules
from errdex.app.show import tree_hash
from errdex.app.source_text import source_of_file
from errdex.evidence.form import check_form
from errdex.evidence.locating import find_statement
from errdex.evidence.pattern import check_pattern
from errdex.evidence.prose import check_prose
from errdex.evidence.snippets import check_snippets
from errdex.evidence.statement import Stands, check_statement
from errdex.evidence.vocabulary import DistributionWords, Vocabulary
from errdex.explanation.pattern import message_pattern
from errdex.explanation.record import published_record
from errdex.nouns.audits import Audit, ClaimCheck
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level
from errdex.nouns.records import PublishedRecord, RecordedSite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from errdex.catalogue.listing import ListedDistribution, Listing
    from errdex.catalogue.read import Reader
    from errdex.evidence.published import Published
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.sites import Site

FIELD_ORDER = {name: number for number, name in enumerate(PublishedRecord._fields)}


class AuditedFile(NamedTuple):
    """The file that a record names, in the distribution that it is checked against."""

    row: int
    path: str
    refs: tuple[SiteRef, ...]
    sites: tuple[Site, ...]


class AuditedSource:
    """A distribution that records are checked against; what it takes long to find out is found out once."""

    def __init__(self, listed: ListedDistribution, reader: Reader, listing: Listing) -> None:
        self.listed, self.reader = listed, reader
        self.files = listing.files(listed.row)
        self.words = DistributionWords(DistributionTexts(reader, self.files))
        self.hash = tree_hash(listing.hashes(listed.row))

    def own_record(self, file: AuditedFile, number: int) -> PublishedRecord:
        """What errdex itself publishes of a statement."""
        ref, site = file.refs[number], file.sites[number]
        recorded = RecordedSite(
            self.reader.record_id(ref),
            site,
            self.listed.distribution,
            file.path,
            ref.active if self.reader.knows_environment else None,
            source_of_file(self.reader, file.row),
            self.hash,
            self.listed.indexed,
            0,
        )
        return published_record(recorded, FileGuards(self.reader, file.row).of_site(site))


def audit_record(published: Published, source: AuditedSource) -> Audit:
    """Every claim of a record with its verdict."""
    distribution, claimed = source.listed.distribution, published.record
    file = file_of(claimed.file_path, source.files, source.reader)
    number = find_statement(claimed, file.sites) if file is not None else None
    named = (published.package, published.version) == (distribution.name, distribution.version)
    empty = Audit(claimed.id, claimed.repo, distribution.name, distribution.version, named, "", 0, "", published.faults)
    if file is None or number is None:
        lost = not_found(claimed, file, exact=named)
        return empty._replace(file=file.path if file is not None else "", checks=(*published.faults, lost))
    own = source.own_record(file, number)
    exact = named or (claimed.analyzed_sha is not None and claimed.analyzed_sha == own.analyzed_sha)
    site = file.sites[number]
    checks = sorted([*published.faults, *all_checks(claimed, own, file, number, source, exact=exact)], key=order_of)
    return empty._replace(exact=exact, file=file.path, line=site.line, function=site.function, checks=tuple(checks))


def all_checks(
    claimed: PublishedRecord,
    own: PublishedRecord,
    file: AuditedFile,
    number: int,
    audited: AuditedSource,
    *,
    exact: bool,
) -> Iterator[ClaimCheck]:
    """The checks of a record whose statement was found."""
    site, reader = file.sites[number], audited.reader
    source = source_of_file(reader, file.row)
    yield from check_form(claimed, own, number_among_same(file.sites, number))
    yield from check_statement(claimed, own, Stands(site, file.path, source.lines, exact))
    if claimed.message_pattern is not None:
        others = [template for other in file.sites if other is not site for template in other.templates]
        yield check_pattern(claimed.message_pattern, site.templates, message_pattern(site.templates) or "", others)
    words = Vocabulary(
        CatalogueModules(reader, file.row),
        audited.words,
        reader.module_of_file(file.row),
        parameters_of(site, reader, file.row),
    )
    yield from check_snippets(claimed, own, site, words)
    yield from check_prose(claimed, own, site, words)


def file_of(claimed: str, files: Sequence[tuple[int, str, str]], reader: Reader) -> AuditedFile | None:
    """The file whose path ends a record's path, or is ended by it; `None`: there is none."""
    fitting = [one for one in files if claimed == one[1] or claimed.endswith(f"/{one[1]}")]
    fitting = fitting or [one for one in files if one[1].endswith(f"/{claimed}")]
    if not fitting:
        return None
    row, path, _ = max(fitting, key=lambda one: len(one[1]))
    refs = tuple(reader.sites_in_file(row))
    return AuditedFile(row, path, refs, tuple(reader.site(ref) for ref in refs))


def number_among_same(sites: Sequence[Site], number: int) -> int:
    """Which of the sites with the same text a site is, from 1."""
    name = sites[number].error_code or sites[number].written
    return 1 + sum(1 for site in sites[:number] if (site.error_code or site.written) == name)


def parameters_of(site: Site, reader: Reader, file_row: int) -> Mapping[str, str]:
    """Parameters of the function that holds the site, with their annotations."""
    facts = reader.facts_of_module(reader.module_of_file(file_row))
    for function in facts.functions if facts is not None else ():
        if function.name == site.function:
            return {one.name: one.annotation for one in function.parameters}
    return {}


def not_found(claimed: PublishedRecord, file: AuditedFile | None, *, exact: bool) -> ClaimCheck:
    """That the statement is not there."""
    level = Level.REFUTED if exact else None
    if file is None:
        return ClaimCheck("filePath", claimed.file_path, level, "this version has no such file")
    claim = claimed.error_message or claimed.error_code or f"line {claimed.line_number}"
    near = min((site.line for site in file.sites), key=lambda line: abs(line - claimed.line_number), default=0)
    right = f"the nearest one stands at line {near}" if near else ""
    return ClaimCheck("errorMessage", claim, level, "no statement of this file reports this, or several do", right)


def order_of(check: ClaimCheck) -> int:
    """Place of a check's field in the form."""
    snake = "".join(f"_{mark.lower()}" if mark.isupper() else mark for mark in check.field)
    return FIELD_ORDER.get(snake, len(FIELD_ORDER))
