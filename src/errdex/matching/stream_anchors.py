"""Chooses the literal by which a template is looked for: the one that the fewest other texts hold.

What is rare is told from the templates themselves: logs are made of the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log2

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    ByteParts: TypeAlias = tuple[bytes | None, ...]

LONGEST_ANCHOR = 200
"""Bytes of a literal that are looked for: many templates share what is shorter, longer ones find nothing less."""
_WORD = re.compile(rb"[0-9A-Za-z_\x80-\xff]+")
_SIGN_BITS = 3.0
_LINE_END_BITS = 5.0
_CUT_WORD_BITS = 1.5
"""For each letter of a word that a hole may extend."""
_ENOUGH_BITS = 40.0


class Anchor(NamedTuple):
    """What stands in every first line that a template prints."""

    literal: bytes
    """Ends with a line end where the line ends with it."""
    lead: int
    """Bytes from the start of the message to the end of the literal; -1: a hole stands between."""


def chosen_anchors(lines: Sequence[ByteParts]) -> list[Anchor]:
    """An anchor for each first line of a template, which has some literal text."""
    counts: Counter[bytes] = Counter()
    for parts in lines:
        counts.update({word for part in parts if part for word in _WORD.findall(part)})
    candidates = [list(dict.fromkeys(_candidates(parts))) for parts in lines]
    sharing = Counter(anchor.literal for found in candidates for anchor in found)
    total = len(lines) + 1
    bits: dict[bytes, float] = {}
    for literal, shared in sharing.items():
        bits[literal] = min(_bits(literal, counts, total), _ENOUGH_BITS) - log2(shared)
    return [max(found, key=lambda anchor: (bits[anchor.literal], anchor.lead >= 0, anchor)) for found in candidates]


def _candidates(parts: ByteParts) -> Iterator[Anchor]:
    """Both ends of each literal, the line's end with the last one."""
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if not part:
            continue
        whole = part + b"\n" if index == last else part
        for start in {0, max(len(whole) - LONGEST_ANCHOR, 0)}:
            literal = whole[start : start + LONGEST_ANCHOR]
            yield Anchor(literal, start + len(literal) if index == 0 else -1)


def _bits(literal: bytes, counts: Mapping[bytes, int], total: int) -> float:
    """How rare a literal is: each bit halves the number of texts that hold it."""
    bits, letters = 0.0, 0
    for word in _WORD.finditer(literal):
        letters += len(word.group())
        if word.start() > 0 and word.end() < len(literal):
            bits += log2(total / (counts[word.group()] or 0.5))
        else:
            bits += min(_CUT_WORD_BITS * len(word.group()), log2(total / (counts[word.group()] or 1)))
    signs = len(literal) - letters - literal.count(b" ") - literal.endswith(b"\n")
    return bits + _SIGN_BITS * signs + (_LINE_END_BITS if literal.endswith(b"\n") else 0.0)
