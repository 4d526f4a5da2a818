"""What a report names and the catalogue lacks: found, and indexed, before the report is matched."""

from __future__ import annotations

import os

from errdex.matching.frames import files_of
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.app.index import Progress
    from errdex.catalogue.read import Reader
    from errdex.nouns.reports import Report, ReportedError

MOST_ERRORS = 20
"""Errors of a report whose statements are looked for."""
LIBRARIES = ("/site-packages/", "/dist-packages/")


class Lacking(NamedTuple):
    """What to index before a report can be explained."""

    files: tuple[str, ...]
    """Printed paths of raising frames that lie in an environment or the standard library, or may by their end: in a zip,
    a frozen program, a folder on another machine, behind three dots."""
    own: tuple[str, ...]
    """Files on this machine that lie outside: the reader's own."""


def what_is_lacking(report: Report, reader: Reader | None) -> Lacking:
    """The files of raising frames that the catalogue does not have."""
    files: dict[str, None] = {}
    own: dict[str, None] = {}
    for error in report.errors[-MOST_ERRORS:]:
        file = raising_file(error)
        if not file or (reader is not None and is_known(file, reader)):
            continue
        if is_library(file):
            files[file] = None
        elif file.endswith(".py") and os.path.isfile(file):
            own[os.path.abspath(file)] = None
        elif may_be_library(file) and (reader is None or not reader.environment_is_complete):
            files[file] = None
    return Lacking(tuple(files), tuple(own))


def raising_file(error: ReportedError) -> str:
    """The file of the innermost frame that has one; `""`: none has."""
    for frame in reversed(error.frames):
        if frame.file and not frame.file.startswith("<") and "\0" not in frame.file:
            return frame.file
    return ""


def is_known(file: str, reader: Reader) -> bool:
    """Whether the catalogue has this file, of the environment asked about or, for the reader's own, at this very place."""
    path = file.replace("\\", "/")
    if is_library(path):
        return any(ref.active for ref in reader.files_ending(tail_of(path)))
    here = os.path.abspath(file)
    if may_be_library(file) and not os.path.isfile(here):
        return any(ref.active for ref in files_of(file, reader))
    return any(
        os.path.abspath(reader.location(ref.file_row)[0]) == here
        for ref in reader.files_ending(path.rpartition("/")[2])
    )


def is_library(file: str) -> bool:
    """Whether a printed path lies in an environment's libraries or the standard library, as paths look."""
    path = file.replace("\\", "/")
    return any(folder in path for folder in LIBRARIES) or "/lib/python3." in path or "/Lib/" in path


def may_be_library(file: str) -> bool:
    """Whether a printed path that is not on this machine has enough of an end to be told by it: a folder and a module."""
    folder, _, name = file.replace("\\", "/").rpartition("/")
    return name.endswith((".py", ".pyc")) and bool(folder.strip("./"))


def tail_of(path: str) -> str:
    """The part of a library's path that does not depend on the machine."""
    for folder in LIBRARIES:
        _, found, after = path.rpartition(folder)
        if found:
            return after
    _, found, after = path.rpartition("/lib/python3.")
    return after.partition("/")[2] if found else path.rpartition("/Lib/")[2]


def index_lacking(lacking: Lacking, catalogue: str, interpreter: str, progress: Progress | None) -> tuple[str, ...]:
    """Indexes the distributions that own the files, and the reader's own files; names of what was indexed.

    Imported work: nothing of this is needed when the catalogue has everything, so a cold explain does not pay for it.
    """
    targets = [*owners_of(lacking.files, interpreter), *lacking.own]
    return index_targets(targets, catalogue, interpreter, progress)


def index_targets(
    targets: Sequence[str], catalogue: str, interpreter: str, progress: Progress | None
) -> tuple[str, ...]:
    """Indexes some targets; their names. A target that is no longer there is left out."""
    if not targets:
        return ()
    from errdex.app.index import index
    from errdex.app.options import IndexOptions
    from errdex.errors import InputError

    done = []
    for target in targets:
        try:
            index([target], IndexOptions(catalogue, interpreter), progress)
        except InputError:
            continue
        done.append(os.path.basename(target))
    return tuple(done)


def index_environment(catalogue: str, interpreter: str, progress: Progress | None) -> None:
    """Indexes everything that is installed for the interpreter."""
    from errdex.app.index import index
    from errdex.app.options import IndexOptions

    index([], IndexOptions(catalogue, interpreter), progress)


def owners_of(files: Sequence[str], interpreter: str) -> list[str]:
    """Names of the distributions that own printed paths, each once."""
    if not files:
        return []
    from errdex.sources.environment import read_environment
    from errdex.sources.installed import distributions_of_files

    found = distributions_of_files(read_environment(interpreter), files)
    return list(dict.fromkeys(found[file] for file in files if file in found))
