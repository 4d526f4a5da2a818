"""Extension modules of an environment, and the interpreter's own binary."""

from __future__ import annotations

import os

from errdex.nouns.compiled import CPYTHON, Binary
from errdex.sources.installed import find_installed, iter_installed
from errdex.sources.loaded import loaded_libraries
from errdex.sources.stdlib import STDLIB_NAME, read_stdlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from errdex.nouns.sources import Environment, SourceTree

BINARY_SUFFIXES = (".so", ".pyd", ".dylib")


def iter_binaries(environment: Environment, names: Collection[str] | None = None) -> Iterator[Binary]:
    """Every binary that may print a message of this environment: the interpreter, its modules, those of distributions.

    With `names`, of distributions only those.
    """
    yield from _interpreter(environment)
    stdlib = read_stdlib(environment, BINARY_SUFFIXES)
    yield from _binaries_of(stdlib)
    yield from _loaded(stdlib)
    if names is None:
        for tree in iter_installed(environment, BINARY_SUFFIXES):
            yield from _binaries_of(tree)
        return
    for name in names:
        found = find_installed(environment, name, BINARY_SUFFIXES) if name != STDLIB_NAME else None
        if found is not None:
            yield from _binaries_of(found)


def _binaries_of(tree: SourceTree) -> Iterator[Binary]:
    distribution = tree.distribution
    for file in tree.files:
        yield Binary(distribution.name, distribution.version, file.path, file.location, file.size, file.mtime_ns)


def _loaded(stdlib: SourceTree) -> Iterator[Binary]:
    """Libraries that the interpreter's own modules load: what they say, the module says."""
    for module, location in loaded_libraries(stdlib.files, os.path.dirname(stdlib.root)):
        distribution = stdlib.distribution
        try:
            status = os.stat(location)
        except OSError:
            continue
        yield Binary(distribution.name, distribution.version, module.path, location, status.st_size, status.st_mtime_ns)


def _interpreter(environment: Environment) -> Iterator[Binary]:
    """The executable, and the library beside it that holds all of the interpreter where it was built as one."""
    executable = os.path.realpath(environment.python)
    major, _, minor = environment.version.partition(".")
    minor = minor.partition(".")[0]
    folder = os.path.dirname(executable)
    above = os.path.dirname(environment.stdlib)
    places = [
        executable,
        os.path.join(above, f"libpython{major}.{minor}.so.1.0"),
        os.path.join(above, f"libpython{major}.{minor}.dylib"),
        os.path.join(os.path.dirname(above), "Python"),  # a framework build of macOS
        os.path.join(folder, f"python{major}{minor}.dll"),
    ]
    for place in dict.fromkeys(places):
        try:
            status = os.stat(place)
        except OSError:
            continue
        if os.path.isfile(place):
            yield Binary(CPYTHON, environment.version, CPYTHON, place, status.st_size, status.st_mtime_ns)
