"""What a language provides."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from errdex.nouns.facts import FileFacts

    Analyse: TypeAlias = Callable[[bytes], FileFacts | str]
    """Bytes of a file → what it says by itself, or the reason (for people, one line) why it is unread.

    Reads only: nothing of the file is imported or run. Depends on the bytes alone. Whatever the bytes are it returns;
    what is too large or too deep for it becomes facts with located sites and `FileFacts.degraded` set."""


class Language(NamedTuple):
    """One row of the registry."""

    name: str
    """`python`; also the name of the folder under `languages`."""
    suffixes: tuple[str, ...]
    """Of the files it reads, with their dot, lower case."""
    module: str
    """Module that has `analyse`, imported when the first such file is met."""
    analysis_version: int
    """Raised whenever equal bytes may give other facts than before: the catalogue then knows which facts are old."""
    extra: str = ""
    """The optional part of errdex that it needs, or `""`."""
