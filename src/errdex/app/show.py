"""One record, with everything that the catalogue and the disk know around it."""

from __future__ import annotations

import hashlib

from errdex.app.guards import FileGuards
from errdex.app.opening import find_reader, interpreter_meant
from errdex.app.source_text import source_of_file
from errdex.catalogue.listing import Listing
from errdex.catalogue.reproductions import find_reproduction
from errdex.errors import CatalogueMissingError, RecordNotFoundError
from errdex.explanation.prose import claims_of
from errdex.explanation.record import published_record, slug_of
from errdex.explanation.recorded import explain_site
from errdex.nouns.base import NamedTuple
from errdex.nouns.records import RecordedSite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.catalogue.read import Reader
    from errdex.nouns.claims import Claim
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.guards import Guarded
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.sites import Site


class Shown(NamedTuple):
    """A record in the forms that it can be shown in."""

    recorded: RecordedSite
    record: PublishedRecord
    explanation: Explanation
    guarded: Guarded
    """Its guard, checked, or why it has none."""
    claims: tuple[Claim, ...]
    """The sentences of the record with their evidence."""


def show_record(record: str, catalogue: str, python: str | None = None) -> Shown:
    """The record with this id; of several versions that have it, the installed one.

    Raises:
        RecordNotFoundError: the catalogue has none.
        CatalogueMissingError: there is no catalogue.
    """
    reader = find_reader(catalogue, interpreter_meant(python, ()))
    if reader is None:
        raise CatalogueMissingError(catalogue)
    with reader:
        wanted = record.strip().lower()
        recorded = recorded_site(wanted, reader, catalogue)
        guarded = FileGuards(reader, reader.find_record(wanted)[0].file_row).of_site(recorded.site)
    return Shown(
        recorded, published_record(recorded, guarded), explain_site(recorded), guarded, claims_of(recorded, guarded)
    )


def recorded_site(record: str, reader: Reader, catalogue: str) -> RecordedSite:
    """What the catalogue and the disk know of a record's site.

    Raises:
        RecordNotFoundError: the catalogue has none.
    """
    found = reader.find_record(record)
    if not found:
        raise RecordNotFoundError(record)
    ref = found[0]
    site = reader.site(ref)
    with Listing(catalogue) as listing:
        around = surroundings(ref, site, record, listing)
    return RecordedSite(
        record,
        site,
        reader.distribution_of(ref.file_row),
        ref.file,
        ref.active if reader.knows_environment else None,
        source_of_file(reader, ref.file_row),
        *around,
        reproduction=find_reproduction(catalogue, record, reader.source_of(ref.file_row).content or b""),
    )


def surroundings(ref: SiteRef, site: Site, record: str, listing: Listing) -> tuple[str, int, int, bool]:
    """Hash of the tree, when it was indexed, when the catalogue changed, and whether an earlier site has the same slug."""
    held = listing.holding(ref.file_row)
    changed = listing.totals().changed
    if held is None:
        return "", 0, changed, False
    return tree_hash(listing.hashes(held.row)), held.indexed, changed, slug_is_repeated(site, record, held.row, listing)


def tree_hash(hashes: Iterable[tuple[str, bytes]]) -> str:
    """SHA-1 over paths and content hashes of a tree, which names it as a commit would; 40 hex digits."""
    whole = hashlib.sha1(usedforsecurity=False)
    for path, content in hashes:
        whole.update(path.encode("utf-8", "surrogatepass") + b"\0" + content + b"\0")
    return whole.hexdigest()


def slug_is_repeated(site: Site, record: str, distribution: int, listing: Listing) -> bool:
    """Whether a site before this one, by file and line, has its slug."""
    wanted = slug_of(site)
    for listed in listing.sites(distribution):
        if listed.record == record:
            return False
        if slug_of(listed.site) == wanted:
            return True
    return False
