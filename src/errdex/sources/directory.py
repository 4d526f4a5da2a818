"""A directory or a single file as a source tree."""

from __future__ import annotations

import hashlib
import os
from functools import partial

from errdex.errors import TargetNotFoundError, UnreadableFileError
from errdex.nouns.sources import Distribution, SourceFile, SourceTree
from errdex.sources.files import read_bytes
from errdex.sources.metadata import canonical_name
from errdex.sources.modules import module_in
from errdex.sources.project import enters_project, module_prefix, read_project
from errdex.sources.walk import SUFFIXES, WalkRules, readable_names, walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def read_directory(folder: str, suffixes: tuple[str, ...] = SUFFIXES, published_as: str = "") -> SourceTree:
    """The source files of a project's folder.

    Args:
        folder: Where the project is.
        suffixes: What files are listed.
        published_as: Name of what was published or committed and is unpacked here, unless its own files say another.
            Such a folder holds nothing but source, and no part of it is passed over.

    Raises:
        TargetNotFoundError: there is no such folder.
    """
    root = os.path.abspath(folder)
    if not os.path.isdir(root):
        raise TargetNotFoundError(folder)
    enters = None if published_as else partial(enters_project, root)
    above = "" if published_as else _package_above(root)
    rules = WalkRules(suffixes, enters, module_prefix, module=above)
    walked = readable_names(walk_files(root, rules))
    files = tuple(sorted(walked.files))
    project = read_project(root)
    distribution = Distribution(
        "local",
        project.name or canonical_name(published_as or os.path.basename(root)) or "root",
        project.version or version_of_content(files),
        project.repo,
    )
    return SourceTree(distribution, root, files, tuple(walked.unread), "directory")


def read_file(path: str) -> SourceTree:
    """One file as a tree of its own, whatever its name ends in.

    Raises:
        TargetNotFoundError: there is no such file.
    """
    location = os.path.abspath(path)
    try:
        status = os.stat(location)
    except (OSError, ValueError) as error:
        raise TargetNotFoundError(path) from error
    root, name = os.path.split(location)
    file = SourceFile(name, location, module_in(_package_above(root), name), status.st_size, status.st_mtime_ns)
    distribution = Distribution("local", canonical_name(os.path.splitext(name)[0]) or name, version_of_content((file,)))
    return SourceTree(distribution, root, (file,), (), "file")


def version_of_content(files: Iterable[SourceFile]) -> str:
    """`0+` and 12 digits that equal trees share, wherever and whenever they were written."""
    digest = hashlib.sha256()
    for file in files:
        try:
            content = hashlib.sha256(read_bytes(file)).hexdigest()
        except UnreadableFileError:
            content = "unread"
        digest.update(f"{file.path}\0{content}\n".encode("utf-8", "surrogateescape"))
    return f"0+{digest.hexdigest()[:12]}"


def _package_above(folder: str) -> str:
    """Dotted name and a dot of the package that a folder is; `""` when it is none."""
    parts: list[str] = []
    while os.path.isfile(os.path.join(folder, "__init__.py")) and len(parts) < 64:
        folder, name = os.path.split(folder)
        if not name:
            break
        parts.append(name)
    return "".join(part + "." for part in reversed(parts))
