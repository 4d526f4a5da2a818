"""Which literals of a binary can be a message or a piece of one, and how they are cut into parts."""

from __future__ import annotations

import re

from errdex.languages.compiled.directives import parts_of_braces, parts_of_c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.nouns.compiled import Parts

LITERAL = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{6,}")
"""A stretch of readable text, UTF-8 included."""

_LONGEST = 1_000
_WORD = re.compile(r"[^\W\d_]{2,}")
_DOCUMENTATION = re.compile(
    r"--\n\n|\n\s*\n\s*\S|\n\s*-{3,}|\n\s*(?:Parameters|Returns|Examples?|>>>)|^\s*\n|\$Id|@\(#\)"
)
_CODE = re.compile(r"^\S+/\S+$|^\w+\(.*\) *(?:->|$)|::|^#|^GCC|^-[a-zA-Z]|&&|\|\||==|\(void|\{\n")
_SEAM = re.compile(r"(?<=[a-z0-9.)\]'\"`!?:])(?=[A-Z][a-z ]|[A-Z]{2,} )|(?<=[.!?:)])(?=[a-z])")


def texts_of_strings(literals: Iterable[str]) -> Iterator[Parts]:
    """Texts of strings whose start and end are known."""
    for literal in literals:
        if not looks_like_message(literal):
            continue
        parts = parts_of_c(literal)
        if len(parts) == 1:
            parts = parts_of_braces(literal)
        if has_words(parts):
            yield parts


def texts_of_run(literal: str) -> Iterator[Parts]:
    """Texts of a run into which a compiler glued many strings (Rust): cut where a new one seems to start.

    Only pieces come out: what stands on the two sides of a directive may belong to two messages.
    """
    for sentence in _SEAM.split(literal):
        for piece in parts_of_braces(sentence):
            if piece is not None:
                yield from texts_of_strings((piece,))


def looks_like_message(literal: str) -> bool:
    """Whether people could read this as a sentence or a piece of one."""
    if len(literal) > _LONGEST or " " not in literal:
        return False
    return not _DOCUMENTATION.search(literal) and not _CODE.search(literal)


def has_words(parts: Parts) -> bool:
    """Whether the literal parts hold enough words to be told from chance: two, or one of four letters."""
    words = [word for part in parts if part is not None for word in _WORD.findall(part)]
    return len(words) >= 2 or any(len(word) >= 4 for word in words)
