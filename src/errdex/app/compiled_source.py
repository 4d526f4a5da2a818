"""Where a project's source archive writes the message of compiled code."""

from __future__ import annotations

from errdex.errors import UnreadableFileError
from errdex.languages.compiled.source_search import SOURCE_SUFFIXES, find_in_sources
from errdex.sources.environment import read_environment
from errdex.sources.files import read_bytes
from errdex.sources.targets import open_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.nouns.compiled import SourceHit
    from errdex.nouns.explanations import Explained
    from errdex.nouns.sources import SourceTree

MOST_SHOWN = 5
"""Places that are named: beyond that the message is too common to tell anything."""


def find_written(target: str, python: str | None, parts: Sequence[str | None]) -> tuple[SourceHit, ...]:
    """Places in a target's C, C++, Cython and Rust files that write these parts of a message, in order; empty: nowhere.

    Raises:
        TargetNotFoundError, EmptyTargetError, ArchiveError, DownloadError: the target cannot be used.
        InterpreterError: `python` names none.
    """
    with open_target(target, read_environment(python), SOURCE_SUFFIXES) as tree:
        return tuple(find_in_sources(_contents(tree), parts))


def _contents(tree: SourceTree) -> Iterator[tuple[str, bytes]]:
    for file in tree.files:
        try:
            yield file.path, read_bytes(file)
        except UnreadableFileError:
            continue  # a broken link or a file without permission holds no message that could be shown


def written_remarks(explained: Explained, target: str, python: str | None) -> tuple[str, ...]:
    """Says where the target writes the message that ended the program, for one that compiled code printed.

    Raises:
        As `find_written`.
    """
    if not explained.explanations:
        return ()
    match = explained.explanations[explained.final].match
    if match is None or match.kind != "compiled" or not match.template:
        return ()
    hits = find_written(target, python, parts_of_shown(match.template))
    if not hits:
        return (f"{target} holds no source that writes this message",)
    shown = tuple(f"{target} writes it at {hit.file}:{hit.line}: {hit.text}" for hit in hits[:MOST_SHOWN])
    left = len(hits) - len(shown)
    return (*shown, f"and at {left} more places") if left else shown


def parts_of_shown(template: str) -> tuple[str | None, ...]:
    """A template as a match shows it, `{}` for each hole, as parts."""
    parts: list[str | None] = []
    for number, piece in enumerate(template.split("{}")):
        if number:
            parts.append(None)
        if piece:
            parts.append(piece)
    return tuple(parts)
