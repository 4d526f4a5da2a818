"""One record, with everything that the catalogue and the disk know around it."""

from __future__ import annotations

import hashlib
import os

from errdex.app.opening import find_reader, interpreter_meant
from errdex.app.source_text import read_source
from errdex.errors import CatalogueMissingError, RecordNotFoundError
from errdex.explanation.record import published_record
from errdex.explanation.recorded import explain_site
from errdex.nouns.base import NamedTuple
from errdex.nouns.records import RecordedSite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.catalogue.read import Reader
    from errdex.nouns.explanations import Explanation
    from errdex.nouns.records import PublishedRecord


class Shown(NamedTuple):
    """A record in the forms that it can be shown in."""

    recorded: RecordedSite
    record: PublishedRecord
    explanation: Explanation


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
        recorded = recorded_site(record.strip().lower(), reader)
    return Shown(recorded, published_record(recorded), explain_site(recorded))


def recorded_site(record: str, reader: Reader) -> RecordedSite:
    """What the catalogue and the disk know of a record's site.

    Raises:
        RecordNotFoundError: the catalogue has none.
    """
    found = reader.find_record(record)
    if not found:
        raise RecordNotFoundError(record)
    ref = found[0]
    ...
