"""Any TARGET of the command line as a source tree."""

from __future__ import annotations

import difflib
import os
from contextlib import contextmanager

from errdex.errors import EmptyTargetError, TargetNotFoundError
from errdex.sources.archive import ARCHIVE_SUFFIXES, open_archive
from errdex.sources.directory import read_directory, read_file
from errdex.sources.git import find_revision, open_revision
from errdex.sources.index import find_requirement, open_requirement
from errdex.sources.installed import find_installed, installed_names
from errdex.sources.metadata import canonical_name
from errdex.sources.stdlib import STDLIB_NAME, read_stdlib
from errdex.sources.walk import SUFFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from errdex.nouns.sources import Environment, SourceTree
    from errdex.sources.index import Requirement


@contextmanager
def open_target(text: str, environment: Environment, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[SourceTree]:
    """The source tree that a target names; what is unpacked or downloaded for it is gone when the context ends.

    Args:
        text: A directory, a file, a wheel, a source archive, the name of an installed distribution, `stdlib`,
            `NAME==VERSION`, `OWNER/NAME@REV`, a git URL, or `PATH@REV`. A path that exists wins over the others.
        environment: Where distributions are installed and whose pip is asked.
        suffixes: What files are listed.

    Raises:
        TargetNotFoundError: it names nothing.
        EmptyTargetError: it holds no file with one of the suffixes.
        ArchiveError: it is an archive that cannot be read safely.
        DownloadError: the package index, pip or git did not deliver.
    """
    with _opened(text, environment, suffixes) as tree:
        if not tree.files:
            raise EmptyTargetError(text)
        yield tree


@contextmanager
def _opened(text: str, environment: Environment, suffixes: tuple[str, ...]) -> Iterator[SourceTree]:
    context = _context_of_path(text, suffixes) or _context_of_name(text, environment, suffixes)
    if context is not None:
        with context as tree:
            yield tree
        return
    yield _read_local(text, environment, suffixes)


def _context_of_path(text: str, suffixes: tuple[str, ...]) -> AbstractContextManager[SourceTree] | None:
    return open_archive(text, suffixes) if os.path.isfile(_plain(text)) and _is_archive(text) else None


def _context_of_name(
    text: str, environment: Environment, suffixes: tuple[str, ...]
) -> AbstractContextManager[SourceTree] | None:
    if os.path.exists(_plain(text)):
        return None
    requirement = find_requirement(text)
    if requirement is not None and _find_same(requirement, environment, suffixes) is None:
        return open_requirement(requirement, environment, suffixes)
    revision = find_revision(text)
    return open_revision(revision, suffixes) if revision is not None else None


def _read_local(text: str, environment: Environment, suffixes: tuple[str, ...]) -> SourceTree:
    path = _plain(text)
    if os.path.isdir(path):
        return read_directory(path, suffixes)
    if os.path.isfile(path):
        if not path.endswith(suffixes):
            raise EmptyTargetError(text)
        return read_file(path)
    requirement = find_requirement(text)
    tree = (
        _find_same(requirement, environment, suffixes)
        if requirement is not None
        else _find_named(text, environment, suffixes)
    )
    if tree is None:
        raise TargetNotFoundError(text, _near(text, environment))
    return tree


def _find_named(text: str, environment: Environment, suffixes: tuple[str, ...]) -> SourceTree | None:
    if canonical_name(text) in {"stdlib", STDLIB_NAME}:
        return read_stdlib(environment, suffixes)
    return find_installed(environment, text, suffixes)


def _find_same(requirement: Requirement, environment: Environment, suffixes: tuple[str, ...]) -> SourceTree | None:
    """The installed distribution when it is that version: nothing needs to be downloaded then."""
    tree = find_installed(environment, requirement.name, suffixes)
    if tree is None or tree.distribution.version != requirement.version or tree.origin == "editable install":
        return None
    return tree


def _near(text: str, environment: Environment) -> tuple[str, ...]:
    names = [*installed_names(environment), "stdlib"]
    return tuple(difflib.get_close_matches(canonical_name(text[:200]), names, n=3, cutoff=0.6))


def _plain(text: str) -> str:
    """A path as the shell would have given it; one with a null byte names nothing."""
    return os.path.expanduser(text) if "\0" not in text else ""


def _is_archive(text: str) -> bool:
    return text.lower().endswith(ARCHIVE_SUFFIXES)
