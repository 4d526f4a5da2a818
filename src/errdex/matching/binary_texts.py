"""Which binary a message comes from: the texts of extension modules and of the interpreter, laid on the message.

A format string of C prints the message whole, as a template does. Cython, Rust and C++ keep the pieces of a message apart, so
where no text of a binary fits alone, those of its pieces that stand in the message are put together. Either way the answer
is a template whose literal parts the binary holds: that is all that is claimed.
"""

from __future__ import annotations

from errdex.matching.alignment import align_whole
from errdex.matching.scoring import literal_points
from errdex.matching.store import CompiledOrigin
from errdex.nouns.anchors import words_of_text
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Protocol, TypeAlias

    from errdex.matching.store import Parts

    Span: TypeAlias = tuple[int, int]
else:
    Protocol = object

_LEAST_POINTS = 6.0
"""Literal points below which a text says too little to name its binary."""
_LEAST_PIECE = 3.0
_LEAST_COVERED = 0.3
"""Share of the message that pieces must cover between them."""
_LONGEST_MESSAGE = 20_000


class Carrier(NamedTuple):
    """A binary that holds a text."""

    package: str
    """As `CompiledOrigin.package`."""
    version: str
    file: str


class CarriedText(NamedTuple):
    """A text, and the binaries that hold it."""

    parts: tuple[str | None, ...]
    carriers: tuple[Carrier, ...]


class TextStore(Protocol):
    """Lookup of texts by words."""

    def texts_with_words(self, words: Collection[str]) -> Sequence[CarriedText]:
        """Texts that are stored under words which are all in `words`."""


class CompiledTexts:
    """Satisfies `CompiledStore` from a store of texts."""

    def __init__(self, store: TextStore) -> None:
        self._store = store

    def compiled_origins(self, exception: str, message: str) -> Sequence[CompiledOrigin]:
        """As `CompiledStore` says."""
        text = message[:_LONGEST_MESSAGE]
        return rank_origins(self._store.texts_with_words(words_of_text(text)), exception, text)


def rank_origins(texts: Iterable[CarriedText], exception: str, message: str) -> list[CompiledOrigin]:
    """Binaries whose texts print the message, likeliest first."""
    whole: dict[Carrier, tuple[float, Parts]] = {}
    spans: dict[Carrier, set[Span]] = {}
    for text in texts:
        if align_whole(text.parts, message) is not None:
            found = (_points(text.parts), text.parts)
            for carrier in text.carriers:
                whole[carrier] = max(whole.get(carrier, found), found, key=lambda fit: fit[0])
        pieces = _spans_in(text.parts, message)
        for carrier in text.carriers if pieces else ():
            spans.setdefault(carrier, set()).update(pieces)
    for carrier, found_spans in spans.items():
        parts = _parts_of_spans(message, found_spans)
        if _covers(parts, message) and _points(parts) > whole.get(carrier, (0.0, ()))[0]:
            whole[carrier] = (_points(parts), parts)
    ranked = [(_rank(carrier, points, exception), carrier, parts) for carrier, (points, parts) in whole.items()]
    ranked = [entry for entry in ranked if whole[entry[1]][0] >= _least_points(entry[2])]
    ranked.sort(key=lambda entry: (entry[0], entry[1]))
    return [CompiledOrigin(carrier.package, carrier.version, carrier.file, parts) for _, carrier, parts in ranked]


def _least_points(parts: Parts) -> float:
    """Fewer are enough for a text without holes, since all of the message agrees."""
    return _LEAST_PIECE if None not in parts else _LEAST_POINTS


def _points(parts: Parts) -> float:
    return literal_points(part for part in parts if part is not None)


def _rank(carrier: Carrier, points: float, exception: str) -> tuple[float, bool, bool]:
    """Most literal text first; then the package whose class it is; then the interpreter, whose texts others copy."""
    module, _, _ = exception.rpartition(".")
    owns = module.partition(".")[0].lstrip("_") == carrier.package.replace("-", "_").removesuffix("_core")
    return -points, not owns, carrier.file != "cpython"


def _spans_in(parts: Parts, message: str) -> list[Span]:
    """Where the literal parts stand in the message, in order; empty when one is missing or they say too little."""
    spans: list[Span] = []
    at = 0
    for part in parts:
        if part is None:
            continue
        found = message.find(part, at)
        if found < 0:
            return []
        at = found + len(part)
        spans.append((found, at))
    return spans if _points(parts) >= _LEAST_PIECE else []


def _parts_of_spans(message: str, spans: Iterable[Span]) -> tuple[str | None, ...]:
    """The message as a template: what the spans cover is literal, the rest are holes."""
    parts: list[str | None] = []
    at = 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        if start > at:
            parts.append(None)
            parts.append(message[start:end])
        elif parts:
            parts[-1] = f"{parts[-1]}{message[at:end]}"
        else:
            parts.append(message[start:end])
        at = end
    return (*parts, None) if at < len(message) else tuple(parts)


def _covers(parts: Parts, message: str) -> bool:
    return sum(len(part) for part in parts if part is not None) >= _LEAST_COVERED * len(message)
