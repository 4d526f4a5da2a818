"""What a catalogue holds."""

from __future__ import annotations

from errdex.catalogue.listing import ListedDistribution, Listing, Totals, UnreadFile
from errdex.catalogue.schema import VERSION
from errdex.nouns.base import NamedTuple


class ListedEnvironment(NamedTuple):
    """An interpreter whose distributions were indexed."""

    python: str
    version: str
    complete: bool
    """Whether all that it had installed is in the catalogue."""


class Status(NamedTuple):
    """What a catalogue holds."""

    catalogue: str
    schema: int
    totals: Totals
    environments: tuple[ListedEnvironment, ...]
    distributions: tuple[ListedDistribution, ...]
    """By name and version."""
    unread: tuple[UnreadFile, ...]
    """Files that could not be read or analysed, with the reason."""


def read_status(catalogue: str) -> Status:
    """What the catalogue holds.

    Raises:
        CatalogueMissingError, CatalogueVersionError, CatalogueUnreadableError: it cannot be read.
    """
    with Listing(catalogue) as listing:
        return Status(
            catalogue,
            VERSION,
            listing.totals(),
            tuple([ListedEnvironment(*environment) for environment in listing.environments()]),
            tuple(listing.distributions()),
            tuple(listing.unread()),
        )
