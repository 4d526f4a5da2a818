"""Texts of extension modules and of the interpreter: read where they changed, and handed to matching."""

from __future__ import annotations

import os

from errdex.catalogue.write import Writer
from errdex.languages.compiled.binary import read_binary
from errdex.nouns.base import NamedTuple
from errdex.sources.binaries import iter_binaries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from errdex.app.progress import Progress
    from errdex.nouns.compiled import Binary, BinaryFacts
    from errdex.nouns.sources import Environment

FLUSH_TEXTS = 20_000
"""Texts after which what was read is written."""


class BinarySummary(NamedTuple):
    """What reading binaries came to."""

    binaries: int
    read: int
    """Those that were new or changed."""
    unread: tuple[tuple[str, str], ...]
    """Location and reason of each that could not be read."""


def refresh_binaries(
    environment: Environment, catalogue: str, progress: Progress, names: Collection[str] | None = None
) -> BinarySummary:
    """Brings the binaries of an environment up to date: all, or those of some distributions and the interpreter's.

    The environment is in the catalogue already; of one that is not, nothing is stored.

    Raises:
        CatalogueError: the catalogue cannot be written.
    """
    with Writer(catalogue) as writer:
        known = writer.known_binaries(environment)
        found = list(iter_binaries(environment, names))
        changed = [binary for binary in found if known.get(binary.location) != (binary.size, binary.mtime_ns)]
        gone = set(known).difference(binary.location for binary in found) if names is None else set()
        unread = _read(changed, gone, environment, writer, progress)
    return BinarySummary(len(found), len(changed), tuple(unread))


def _read(
    changed: Collection[Binary], gone: set[str], environment: Environment, writer: Writer, progress: Progress
) -> list[tuple[str, str]]:
    if changed:
        progress.begin("reading", sum(binary.size for binary in changed))
    waiting: list[tuple[Binary, BinaryFacts | str]] = []
    unread: list[tuple[str, str]] = []
    texts = 0
    for binary in changed:
        # the interpreter, and a library that a module loads, start no module themselves
        is_module = os.path.basename(binary.location) == binary.path.rpartition("/")[2]
        facts = read_binary(binary.location, module=is_module)
        waiting.append((binary, facts))
        if isinstance(facts, str):
            unread.append((binary.location, facts))
        else:
            texts += len(facts.texts)
        if texts >= FLUSH_TEXTS:
            writer.put_binaries(environment, waiting, ())
            waiting, texts = [], 0
        progress.advance(binary.size, binary.package)
    if waiting or gone:
        writer.put_binaries(environment, waiting, sorted(gone))
    return unread
