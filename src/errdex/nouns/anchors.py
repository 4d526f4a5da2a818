"""Words by which a template is found from a text, without looking at other templates.

The catalogue stores a template under its rarest *bounded* word: one that no hole can extend, so that every text the
template prints holds it whole. A text is looked up by all its words. Both sides must agree on what a word is, so it
is said here once. Keys are CRC-32: a collision costs one more candidate, never an answer, since candidates are aligned.
"""

from __future__ import annotations

import re
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORD = re.compile(r"\w+")


def word_key(word: str) -> int:
    """Key of one word, 0 … 2**32-1."""
    return crc32(word.encode("utf-8", "surrogatepass"))


def class_key(exception: str) -> int:
    """Key of an exception class by its last name, for templates that no word leads to."""
    return crc32(b"\0" + exception.rpartition(".")[2].encode("utf-8", "surrogatepass"))


def words_of_text(text: str) -> set[str]:
    """All words of a printed text."""
    return set(WORD.findall(text))


_ENOUGH_WORDS = 5
"""Words of a template's first lines that are enough to find it by: often no more of a message is pasted."""


def bounded_words(parts: Sequence[str | None]) -> list[str]:
    """Words of a template's literal parts that stand whole in every text it prints, in order, repeated ones once.

    Of a template of several lines those of the first ones, where they are enough, so that its beginning leads to it too.
    """
    found: dict[str, None] = {}
    last = len(parts) - 1
    below = False
    for index, part in enumerate(parts):
        if part is None:
            continue
        first_line = part.find("\n")
        for word in WORD.finditer(part):
            began_below = below or 0 <= first_line < word.start()
            if began_below and len(found) >= _ENOUGH_WORDS:
                return list(found)
            open_left = word.start() == 0 and index > 0
            open_right = word.end() == len(part) and index < last
            if not open_left and not open_right:
                found[word.group()] = None
        below = below or first_line >= 0
    return list(found)


def literal_parts(parts: Iterable[object]) -> list[str | None]:
    """Parts as the contract writes them: literal text, and `None` for each hole."""
    return [part if isinstance(part, str) else None for part in parts]
