"""Which literals of a binary can be a message or a piece of one, and how they are cut into parts."""

from __future__ import annotations

import re

from errdex.languages.compiled.directives import joined, parts_of_braces, parts_of_c
from errdex.nouns.compiled import BinaryText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LITERAL = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{6,}")
"""A stretch of readable text, UTF-8 included."""

_LONGEST = 1_000
_WORD = re.compile(r"[^\W\d_]{2,}")
_DOCUMENTATION = re.compile(
    r"--\n\n|\n\s*\n\s*\S|\n\s*-{3,}|\n\s*(?:Parameters|Returns|Examples?|>>>)|^\s*\n|\$Id|@\(#\)"
)
_CODE = re.compile(r"^\S+/\S+$|^\w+\(.*\) *(?:->|$)|::|^#|^GCC|^-[a-zA-Z]|&&|\|\||;\n|==|\(void|\{\n")
_SEAM = re.compile(r"(?<=[a-z0-9.)\]'\"`!?:])(?=[A-Z][a-z ]|[A-Z]{2,} )|(?<=[.!?:)])(?=[a-z])")


def texts_of_strings(literals: Iterable[str], *, whole: bool = True) -> Iterator[BinaryText]:
    """Texts of strings that stand alone in the binary."""
    for literal in literals:
        if not looks_like_message(literal):
            continue
        parts = parts_of_c(literal)
        if len(parts) == 1:
            parts = parts_of_braces(literal)
        if has_words(parts):
            yield BinaryText(parts, whole)


def texts_of_run(literal: str) -> Iterator[BinaryText]:
    """Texts of a run into which a compiler glued many strings (Rust): cut where a new one seems to start."""
    for piece in _SEAM.split(literal):
        if len(piece) <= _LONGEST:
            yield from texts_of_strings((piece,), whole=False)


def looks_like_message(literal: str) -> bool:
    """Whether people could read this as a sentence or a piece of one."""
    if len(literal) > _LONGEST or " " not in literal:
        return False
    return not _DOCUMENTATION.search(literal) and not _CODE.search(literal)


def has_words(parts: tuple[str | None, ...]) -> bool:
    """Whether the literal parts hold enough words to be told from chance: two, or one of four letters."""
    words = [word for part in parts if part is not None for word in _WORD.findall(part)]
    return len(words) >= 2 or any(len(word) >= 4 for word in words)


def text_from_pieces(pieces: Iterable[str | None]) -> BinaryText:
    """A text of the given pieces, `None` for holes."""
    return BinaryText(joined(pieces), whole=True)
