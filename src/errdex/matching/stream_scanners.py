"""Finds many literals at once in a block of bytes: by `hyperscan`, else `ahocorasick_rs`, else in plain Python.

All give the same hits; they differ in speed alone. The first two come with `errdex[watch]`.
"""

from __future__ import annotations

import re
from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    class Scanner(Protocol):
        """Looks for the literals it was made with."""

        name: str

        def hits(self, block: bytes) -> list[int]:
            """Every place where a literal ends, as `end << SHIFT | index`, in order; overlapping ones too."""


SHIFT = 24
INDEX = (1 << SHIFT) - 1
ENGINES = ("hyperscan", "ahocorasick_rs", "python")
_WORD = re.compile(rb"[0-9A-Za-z_\x80-\xff]+")


def fastest_scanner(literals: Sequence[bytes], engine: str = "") -> Scanner:
    """The fastest scanner that is installed, or the one that `engine` names.

    Raises `ImportError` when the one that is named is not installed.
    """
    made: dict[str, Callable[[Sequence[bytes]], Scanner]] = {
        "hyperscan": HyperscanScanner,
        "ahocorasick_rs": AutomatonScanner,
        "python": WordScanner,
    }
    if engine or not literals:
        return made[engine or "python"](literals)
    for name in ENGINES[:-1]:
        try:
            return made[name](literals)
        except ImportError:
            continue
    return WordScanner(literals)


class HyperscanScanner:
    """By Intel's library, which looks at many bytes at once."""

    name = "hyperscan"

    def __init__(self, literals: Sequence[bytes]) -> None:
        import hyperscan

        ids = list(range(len(literals)))
        try:
            self._database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
            self._database.compile(list(literals), ids=ids, elements=len(ids), flags=0, literal=True)
        except hyperscan.error as error:  # a processor that it does not know: as good as not installed
            raise ImportError(f"hyperscan: {error}") from error

    def hits(self, block: bytes) -> list[int]:
        """As `Scanner` says."""
        found: list[int] = []
        add = found.append

        def on_match(index: int, _start: int, end: int, _flags: int, _context: Any) -> None:
            add(end << SHIFT | index)

        self._database.scan(block, match_event_handler=on_match)
        found.sort()
        return found


class AutomatonScanner:
    """By an Aho-Corasick automaton written in Rust."""

    name = "ahocorasick_rs"

    def __init__(self, literals: Sequence[bytes]) -> None:
        from ahocorasick_rs import BytesAhoCorasick

        self._automaton = BytesAhoCorasick(list(literals))

    def hits(self, block: bytes) -> list[int]:
        """As `Scanner` says."""
        matches = self._automaton.find_matches_as_indexes(block, overlapping=True)
        return sorted([end << SHIFT | index for index, _, end in matches])


class WordScanner:
    """By a dictionary of the rarest whole word of each literal; those without one are looked for one by one."""

    name = "python"

    def __init__(self, literals: Sequence[bytes]) -> None:
        words = [_whole_words(literal) for literal in literals]
        frequency = Counter(word for found in words for word, _ in found)
        self._by_word: dict[bytes, list[tuple[int, bytes, int]]] = {}
        self._wordless: list[tuple[int, bytes]] = []
        for index, (literal, found) in enumerate(zip(literals, words, strict=True)):
            if not found:
                self._wordless.append((index, literal))
                continue
            word, at = min(found, key=lambda one: (frequency[one[0]], -len(one[0]), one))
            self._by_word.setdefault(word, []).append((index, literal, at))

    def hits(self, block: bytes) -> list[int]:
        """As `Scanner` says."""
        found: list[int] = []
        by_word = self._by_word.get
        for word in _WORD.finditer(block):
            for index, literal, at in by_word(word.group(), ()):
                start = word.start() - at
                if start >= 0 and block.startswith(literal, start):
                    found.append(start + len(literal) << SHIFT | index)
        for index, literal in self._wordless:
            start = block.find(literal)
            while start >= 0:
                found.append(start + len(literal) << SHIFT | index)
                start = block.find(literal, start + 1)
        found.sort()
        return found


def _whole_words(literal: bytes) -> list[tuple[bytes, int]]:
    """Words of a literal that no text around it can extend, each with its place."""
    return [
        (word.group(), word.start())
        for word in _WORD.finditer(literal)
        if word.start() > 0 and word.end() < len(literal)
    ]
