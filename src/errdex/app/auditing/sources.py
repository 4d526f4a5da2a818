"""The source that a record names: installed, given, or a repository at its commit; brought into the catalogue."""

from __future__ import annotations

from errdex.app.index import index
from errdex.app.options import IndexOptions
from errdex.catalogue.listing import Listing
from errdex.errors import (
    CatalogueMissingError,
    DownloadError,
    EmptyTargetError,
    SourceUnknownError,
    TargetNotFoundError,
)
from errdex.evidence.form import SHA
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.progress import Progress
    from errdex.catalogue.listing import ListedDistribution
    from errdex.evidence.published import Published

ECOSYSTEMS = ("pypi", "stdlib", "local", "git")


class AuditOptions(NamedTuple):
    """How to audit."""

    catalogue: str
    python: str | None = None
    """As `IndexOptions.python`."""
    against: str | None = None
    """The target to check against; `None`: what each record names."""


class SourceFinder:
    """Finds and indexes what records name, each source once."""

    def __init__(self, options: AuditOptions, progress: Progress | None) -> None:
        self.options, self.progress = options, progress
        self._rows: dict[str, int] = {}

    def find(self, published: Published) -> ListedDistribution:
        """The distribution to check a record against.

        Raises:
            SourceUnknownError: the record names none that can be had.
            TargetNotFoundError, EmptyTargetError, ArchiveError, DownloadError, CatalogueError: as `index`.
        """
        tried = []
        for target in [self.options.against] if self.options.against else self.targets(published):
            try:
                return self.indexed(target)
            except (TargetNotFoundError, EmptyTargetError, DownloadError):
                if self.options.against:
                    raise
                tried.append(target)
        reason = f"cannot be had here (tried {', '.join(tried)})" if tried else "names no source"
        raise SourceUnknownError(published.record.repo or "the record", reason)

    def indexed(self, target: str) -> ListedDistribution:
        """A target's distribution in the catalogue."""
        if target not in self._rows:
            options = IndexOptions(self.options.catalogue, self.options.python)
            try:
                self._rows[target] = index([target], options, self.progress).rows[0]
            except TargetNotFoundError:
                kept = self.kept(target)
                if kept is None:
                    raise
                self._rows[target] = kept
        with Listing(self.options.catalogue) as listing:
            return next(one for one in listing.distributions() if one.row == self._rows[target])

    def kept(self, name: str) -> int | None:
        """The newest distribution of this name that the catalogue holds, though it is not installed: an archive, say."""
        try:
            listing = Listing(self.options.catalogue)
        except CatalogueMissingError:
            return None
        with listing:
            return max((one.row for one in listing.distributions() if one.distribution.name == name), default=None)

    def targets(self, published: Published) -> list[str]:
        """What a record may mean, the surest first."""
        record = published.record
        owner, _, name = record.repo.partition("/")
        if published.package:
            ecosystem_is_local = owner in ("local", "stdlib")
            exact = f"{published.package}=={published.version}"
            return ["stdlib"] if owner == "stdlib" else [published.package, *([] if ecosystem_is_local else [exact])]
        if owner == "stdlib":
            return ["stdlib"]
        if owner == "pypi":
            return [name]
        found = self.known(record.repo)
        if record.analyzed_sha and SHA.fullmatch(record.analyzed_sha) and owner and name and owner not in ECOSYSTEMS:
            found.append(f"{record.repo}@{record.analyzed_sha}")
        return found

    def known(self, repo: str) -> list[str]:
        """Installed distributions of a repository: those that the catalogue knows, else the one of the repository's name."""
        try:
            with Listing(self.options.catalogue) as listing:
                known = [one.distribution.name for one in listing.distributions() if one.distribution.repo == repo]
        except CatalogueMissingError:
            known = []
        name = repo.rpartition("/")[2]
        return list(dict.fromkeys([*known, *([name] if name else [])]))
