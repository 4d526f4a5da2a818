"""Takes claims to `executed`: runs what a package's own code does, shut in, and only because somebody asked."""

from __future__ import annotations

from errdex.app.index import index
from errdex.app.opening import find_reader, interpreter_meant
from errdex.app.options import IndexOptions
from errdex.app.verifying.places import trial_place
from errdex.app.verifying.targets import calls_of_package, verify_targets
from errdex.app.verifying.tests import tests_run
from errdex.catalogue.listing import Listing
from errdex.catalogue.reproductions import keep_reproductions
from errdex.errors import CatalogueMissingError, RecordNotFoundError, SandboxError, SourceUnknownError
from errdex.evidence.sandbox import why_no_sandbox
from errdex.evidence.trials import SearchOptions, confirm, search
from errdex.nouns.base import NamedTuple
from errdex.nouns.reproductions import Reproduction, Verified
from errdex.sources.environment import read_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.app.progress import Progress
    from errdex.app.verifying.targets import VerifyTarget
    from errdex.catalogue.listing import ListedDistribution, ListedSite
    from errdex.catalogue.read import Reader
    from errdex.evidence.trials import Searched, TrialPlace

ID_LENGTH = 16


class VerifyOptions(NamedTuple):
    """How to verify."""

    catalogue: str
    python: str | None = None
    """As `IndexOptions.python`; its interpreter runs the code."""
    calls: int = 400
    """Calls that are tried for each statement."""
    seconds: float = 60.0
    """For each process, which looks for many statements."""
    guards: bool = True
    """Whether guards are compared with the calls."""


def verify(wanted: str, options: VerifyOptions, progress: Progress | None = None) -> Iterator[Verified]:
    """What running comes to for one record (by id) or for each raising statement of a target, in order.

    Found reproductions are kept in the catalogue.

    Raises:
        SandboxError: this machine cannot shut a program in; nothing was run.
        RecordNotFoundError, SourceUnknownError: no such record, or its files are not on this machine.
        TargetNotFoundError, EmptyTargetError, CatalogueError: as `index`.
    """
    reason = why_no_sandbox()
    if reason:
        raise SandboxError(reason)
    record = wanted.strip().lower() if is_id(wanted) else ""
    row = row_of_record(record, options) if record else row_of_target(wanted, options, progress)
    reader = find_reader(options.catalogue, interpreter_meant(options.python, ()))
    if reader is None:
        raise CatalogueMissingError(options.catalogue)
    with reader, Listing(options.catalogue) as listing:
        distribution = next(one for one in listing.distributions() if one.row == row)
        if not distribution.root:
            raise SourceUnknownError(
                distribution.distribution.name, "was read from an archive that is gone, and is not installed"
            )
        sites = [one for one in listing.sites(row) if not record or one.record == record]
        yield from verified(sites, distribution, reader, listing.files(row), options)


def is_id(wanted: str) -> bool:
    """Whether a text is the id of a record."""
    text = wanted.strip().lower()
    return len(text) == ID_LENGTH and set(text) <= set("0123456789abcdef")


def row_of_record(record: str, options: VerifyOptions) -> int:
    """Row of the distribution that holds a record.

    Raises:
        RecordNotFoundError: there is none.
    """
    reader = find_reader(options.catalogue, interpreter_meant(options.python, ()))
    if reader is None:
        raise CatalogueMissingError(options.catalogue)
    with reader, Listing(options.catalogue) as listing:
        found = reader.find_record(record)
        holding = listing.holding(found[0].file_row) if found else None
    if holding is None:
        raise RecordNotFoundError(record)
    return holding.row


def row_of_target(target: str, options: VerifyOptions, progress: Progress | None) -> int:
    """Row of a target's distribution, which is brought up to date first."""
    return index([target], IndexOptions(options.catalogue, options.python), progress).rows[0]


def verified(
    sites: Sequence[ListedSite],
    distribution: ListedDistribution,
    reader: Reader,
    files: Sequence[tuple[int, str, str]],
    options: VerifyOptions,
) -> Iterator[Verified]:
    """Searches for all statements together, then runs each that was found by itself."""
    targets = verify_targets(sites, reader, guards=options.guards)
    environment = read_environment(options.python)
    installed = environment.python in distribution.environments
    place = trial_place(environment, distribution.root, installed=installed)
    known = calls_of_package(reader, files)
    found = search([one.trial for one in targets], known, place, SearchOptions(options.calls, options.seconds))
    tested = tests_run(targets, place, distribution.root, files, reader)
    results = [
        result_of(number, target, found, place)._replace(test=tested.get(number))
        for number, target in enumerate(targets)
    ]
    kept = [
        (target.record, target.content, one.reproduction)
        for target, one in zip(targets, results, strict=True)
        if one.reproduction is not None
    ]
    if kept:
        keep_reproductions(options.catalogue, kept)
    yield from results


def result_of(number: int, target: VerifyTarget, found: Searched, place: TrialPlace) -> Verified:
    """What the search came to for one statement; a program that was found is run again by itself."""
    code = found.codes.get(number)
    outcome = confirm(code, target.trial, place) if code is not None else ""
    site, counts = target.trial.site, found.guards.get(number)
    reason = outcome if isinstance(outcome, str) else ""
    if not reason and not isinstance(outcome, Reproduction):
        gave_up = found.gave_up.get(number)
        reason = f"no call was found: {gave_up}" if gave_up else "none of the calls that were tried ends there"
    return Verified(
        target.record,
        target.path,
        site.line,
        site.function,
        outcome if isinstance(outcome, Reproduction) else None,
        reason,
        guard=counts._replace(must_raise=target.must_raise) if counts is not None else None,
    )
