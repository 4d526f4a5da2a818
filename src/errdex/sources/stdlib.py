"""The standard library of an environment."""

from __future__ import annotations

from errdex.nouns.sources import Distribution, SourceTree
from errdex.sources.walk import SUFFIXES, WalkRules, readable_names, walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from errdex.nouns.sources import Environment

STDLIB_NAME = "cpython-stdlib"
_NOT_OURS = frozenset({"site-packages", "dist-packages"})
_EXTENSIONS = "lib-dynload/"


def read_stdlib(environment: Environment, suffixes: tuple[str, ...] = SUFFIXES) -> SourceTree:
    """The standard library's files, without what is installed below it."""
    rules = WalkRules(suffixes, _enters, _prefix)
    walked = readable_names(walk_files(environment.stdlib, rules))
    distribution = Distribution("stdlib", STDLIB_NAME, environment.version, "python/cpython", "Lib/")
    files = tuple(sorted(walked.files))
    return SourceTree(distribution, environment.stdlib, files, tuple(walked.unread), "standard library")


def _enters(path: str, name: str, beside: Collection[str]) -> bool:  # noqa: ARG001 - a rule's signature
    return bool(path) or name not in _NOT_OURS


def _prefix(path: str, prefix: str | None, names: Collection[str]) -> str | None:  # noqa: ARG001 - a rule's signature
    # The folder of extension modules is an import root of its own.
    return "" if path == _EXTENSIONS else prefix
