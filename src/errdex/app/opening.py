"""Which interpreter a report is about, and the catalogue as seen from it."""

from __future__ import annotations

import os
import sys

from errdex.catalogue.read import Reader
from errdex.errors import CatalogueMissingError
from errdex.sources.environment import interpreter_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_FRAMES = 200
"""Frames that are looked at for the interpreter's place."""
INTERPRETERS = ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe")


def find_reader(catalogue: str, interpreter: str) -> Reader | None:
    """The catalogue, opened; `None`: there is none yet.

    Where the interpreter was never indexed, everything in the catalogue counts alike.
    """
    try:
        reader = Reader(catalogue, interpreter)
    except CatalogueMissingError:
        return None
    if reader.knows_environment:
        return reader
    reader.close()
    return Reader(catalogue)


def interpreter_meant(python: str | None, files: Iterable[str]) -> str:
    """The interpreter that is named, else the one whose libraries the frames lie in, else the active one.

    Raises:
        InterpreterError: `python` names none.
    """
    if python is not None:
        return interpreter_of(python)
    return interpreter_of_frames(files) or interpreter_of()


def interpreter_of_frames(files: Iterable[str]) -> str:
    """The interpreter on this machine in whose environment a printed path lies, `""` when there is none."""
    tried = set()
    for _, file in zip(range(MOST_FRAMES), files, strict=False):
        prefix = prefix_of(file)
        if not prefix or prefix in tried:
            continue
        tried.add(prefix)
        if prefix == sys.prefix:
            return sys.executable
        for name in INTERPRETERS:
            path = os.path.join(prefix, *name.split("/"))
            if os.path.isfile(path):
                return path
    return ""


def prefix_of(file: str) -> str:
    """The environment's folder in a printed path: `/venv` of `/venv/lib/python3.11/site-packages/x.py`."""
    head, found, _ = file.replace("\\", "/").partition("/site-packages/")
    if not found or "\0" in head:
        return ""
    before, library, version = head.rpartition("/lib/")
    if library and version.startswith("python"):
        return before
    return head[: -len("/Lib")] if head.endswith("/Lib") else ""
