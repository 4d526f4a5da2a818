"""Listing the source files below a folder, in one pass of `os.scandir`.

A refresh lists every file of an environment, so this loop builds `SourceFile`s directly and resolves nothing. It is
bounded in files and folders, follows a link to a folder once, and never recurses.
"""

from __future__ import annotations

import os

from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import SourceFile, Unread
from errdex.sources.modules import is_importable, module_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    FolderRule = Callable[[str, str, Collection[str]], bool]
    """Path (`""` or ending in `/`), name, and names beside it: whether to list what is in that folder."""
    PrefixRule = Callable[[str, str | None, Collection[str]], str | None]
    """Path of a folder (`""` or ending in `/`), the prefix its parent gives it, names in it: the prefix of its modules."""

SUFFIXES = (".py", ".pyw")
"""Python source: what a target is listed for unless the caller says otherwise."""

FOLDER_LIMIT = 200_000
FILE_LIMIT = 500_000


class Walked(NamedTuple):
    """What a walk found."""

    files: list[SourceFile]
    """In the order of the walk."""
    unread: list[Unread]


class WalkRules(NamedTuple):
    """What to list below a folder."""

    suffixes: tuple[str, ...] = SUFFIXES
    enters: FolderRule | None = None
    """Which folders; `None`: all but `__pycache__`."""
    prefix: PrefixRule | None = None
    """Which module names; `None`: the folder that is walked is the import root."""
    path: str = ""
    """What stands before the paths of the files, ending in `/`."""
    module: str | None = ""
    """What stands before the names of the modules, ending in a dot; `None`: nothing here can be imported."""


def walk_files(root: str, rules: WalkRules) -> Walked:
    """Files below `root` that have one of the suffixes; folders that cannot be listed become `Unread`."""
    found = Walked([], [])
    links = _Links(root)
    pending: list[tuple[str, str, str | None]] = [(root, rules.path, rules.module)]
    folders = 0
    while pending:
        folders += 1
        if folders > FOLDER_LIMIT or len(found.files) > FILE_LIMIT:
            found.unread.append(Unread(rules.path or ".", "too many files: the rest of this folder was not listed"))
            break
        _list_folder(pending, found, rules, links)
    return found


def _list_folder(pending: list[tuple[str, str, str | None]], found: Walked, rules: WalkRules, links: _Links) -> None:
    folder, path, prefix = pending.pop()
    try:
        with os.scandir(folder) as listing:
            entries = {entry.name: entry for entry in listing}
    except OSError as error:
        found.unread.append(Unread(path.rstrip("/") or ".", f"cannot be listed ({error.strerror})"))
        return
    if rules.prefix is not None:
        prefix = rules.prefix(path, prefix, entries.keys())
    suffixes, files = rules.suffixes, found.files
    for name, entry in entries.items():
        try:
            if name.endswith(suffixes):
                if entry.is_file():
                    status = entry.stat()
                    module = "" if prefix is None else module_in(prefix, name)
                    files.append(SourceFile(path + name, entry.path, module, status.st_size, status.st_mtime_ns))
                    continue
                if not entry.is_dir():
                    found.unread.append(Unread(path + name, _why_no_file(entry)))
                    continue
            if name == "__pycache__" or not entry.is_dir():
                continue
            if rules.enters is not None and not rules.enters(path, name, entries.keys()):
                continue
            if entry.is_symlink() and not links.is_new(entry.path):
                continue
        except OSError as error:
            found.unread.append(Unread(path + name, f"cannot be read ({error.strerror})"))
            continue
        inner = prefix + name + "." if prefix is not None and is_importable(name) else None
        pending.append((entry.path, path + name + "/", inner))


def _why_no_file(entry: os.DirEntry[str]) -> str:
    return "is a broken link" if entry.is_symlink() else "is no regular file"


class _Links:
    """Folders reached by links, each entered once, and never one that the walk lists anyway."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._entered: list[str] = []

    def is_new(self, path: str) -> bool:
        real = os.path.realpath(path)
        if not self._entered:
            self._entered.append(os.path.realpath(self._root))
        if any(_is_within(real, known) or _is_within(known, real) for known in self._entered):
            return False
        self._entered.append(real)
        return True


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def readable_names(walked: Walked) -> Walked:
    """Files whose path is text; the others become `Unread`, since no record could name them."""
    kept: list[SourceFile] = []
    unread = list(walked.unread)
    for file in walked.files:
        if file.path.isascii() or _is_text(file.path):
            kept.append(file)
        else:
            shown = os.fsencode(file.path).decode("utf-8", "backslashreplace")
            unread.append(Unread(shown, "the file's name is not UTF-8"))
    return Walked(kept, [Unread(_shown(row.path), row.reason) for row in unread])


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()
