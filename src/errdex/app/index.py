"""Adds what is installed, or other targets, to the catalogue: lists, reads what changed, links it, stores it."""

from __future__ import annotations

import time
from contextlib import ExitStack

from errdex.app.binaries import refresh_binaries
from errdex.app.indexing.plan import TreePlan
from errdex.app.indexing.reading import read_files
from errdex.app.indexing.settling import Settling
from errdex.app.indexing.trees import as_asked, chosen_trees
from errdex.app.progress import Progress as Progress
from errdex.app.progress import Silent
from errdex.catalogue.listing import Listing, UnreadFile
from errdex.catalogue.write import Writer
from errdex.nouns.base import NamedTuple
from errdex.sources.environment import read_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.app.options import IndexOptions


class IndexSummary(NamedTuple):
    """What a run came to."""

    catalogue: str
    rows: tuple[int, ...]
    """Rows of the targets' distributions in the catalogue, in the order of the targets."""
    distributions: int
    changed: int
    """Distributions whose sites were made anew."""
    files: int
    analysed: int
    """Distinct files whose text was new to the catalogue."""
    sites: int
    unread: tuple[UnreadFile, ...]
    """Files of the run's distributions that could not be read or analysed, whenever that was found."""
    removed: int
    """Distributions that were taken out because nothing has them installed any more."""
    seconds: float


def index(targets: Sequence[str], options: IndexOptions, progress: Progress | None = None) -> IndexSummary:
    """Brings the catalogue up to date with the targets, or with the whole environment where none are given.

    Raises:
        InterpreterError: `options.python` names none.
        TargetNotFoundError, EmptyTargetError, ArchiveError, DownloadError: a target cannot be used.
        CatalogueError: the catalogue cannot be used; what it held is intact.
    """
    shown = progress or Silent()
    try:
        with ExitStack() as opened:
            return _indexed(targets, options, shown, opened)
    finally:
        shown.end()


def _indexed(targets: Sequence[str], options: IndexOptions, progress: Progress, opened: ExitStack) -> IndexSummary:
    began = time.monotonic()
    environment = read_environment(options.python)
    progress.begin("listing", 0)
    chosen = chosen_trees(targets, environment, opened)
    trees = [as_asked(one, options.repo, options.prefix) for one in chosen] if targets else list(chosen)
    with Writer(options.catalogue) as writer:
        plans = [TreePlan(tree, writer) for tree in trees]
    analysed = read_files(plans, options, progress)
    settling = Settling(plans, environment, options, progress)
    settling.settle(whole=not targets)
    installed = [plan.tree.distribution.name for plan in plans if plan.chosen.installed]
    if installed or not targets:
        refresh_binaries(environment, options.catalogue, progress, installed if targets else None)
    pruned = 0
    with Writer(options.catalogue) as writer:
        if options.prune:
            pruned = len(writer.prune())
        if settling.linked or pruned:
            writer.tidy()
    rows = [settling.rows[number] for number in range(len(plans))]
    with Listing(options.catalogue) as listing:
        unread = listing.unread(set(rows))
        files, sites = listing.sizes(rows)
    return IndexSummary(
        options.catalogue,
        tuple(rows),
        len(rows),
        settling.linked,
        files,
        analysed,
        sites,
        tuple(unread),
        pruned,
        time.monotonic() - began,
    )
