"""Which source trees a run is about."""

from __future__ import annotations

import os

from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import SourceTree
from errdex.sources.installed import find_installed, iter_installed
from errdex.sources.stdlib import read_stdlib
from errdex.sources.targets import open_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from contextlib import ExitStack

    from errdex.nouns.sources import Environment


class Chosen(NamedTuple):
    """A tree of a run."""

    tree: SourceTree
    installed: bool
    """Whether it belongs to the environment."""
    asked: bool
    """Whether somebody named it, and it belongs to no environment."""
    stays: bool
    """Whether its files will still be there after the run."""


def chosen_trees(targets: Sequence[str], environment: Environment, opened: ExitStack) -> Iterator[Chosen]:
    """The trees of the targets, or of the whole environment where there are none. Archives are open as long as `opened`.

    Raises:
        TargetNotFoundError, EmptyTargetError, ArchiveError, DownloadError: as `sources.targets` says.
    """
    if not targets:
        for tree in iter_installed(environment):
            yield Chosen(tree, installed=True, asked=False, stays=True)
        yield Chosen(read_stdlib(environment), installed=True, asked=False, stays=True)
        return
    for target in targets:
        found = _find_installed(target, environment)
        if found is not None:
            yield Chosen(found, installed=True, asked=False, stays=True)
        else:
            tree = opened.enter_context(open_target(target, environment))
            yield Chosen(tree, installed=False, asked=True, stays=_stays(target))


def _find_installed(target: str, environment: Environment) -> SourceTree | None:
    """The installed distribution that a target names; an existing path goes first."""
    if os.path.exists(target) or not target.replace("-", "").replace("_", "").replace(".", "").isalnum():
        return None
    return read_stdlib(environment) if target == "stdlib" else find_installed(environment, target)


def _stays(target: str) -> bool:
    """Whether a target is on the disk as it is, not in an archive or elsewhere."""
    return os.path.isdir(target) or (os.path.isfile(target) and target.endswith((".py", ".pyw")))


def as_asked(chosen: Chosen, repo: str | None, prefix: str | None) -> Chosen:
    """A tree under the repository and prefix that were asked for, which record ids are made of."""
    distribution = chosen.tree.distribution
    if repo is not None:
        distribution = distribution._replace(repo=repo)
    if prefix is not None:
        distribution = distribution._replace(prefix=normal_prefix(prefix))
    return chosen._replace(tree=chosen.tree._replace(distribution=distribution))


def normal_prefix(prefix: str) -> str:
    """A folder inside a repository, with one `/` behind it; `""` for its root."""
    folder = prefix.replace("\\", "/").removeprefix("./").strip("/")
    return f"{folder}/" if folder and folder != "." else ""
