"""Which binary a message comes from: the texts of extension modules and of the interpreter, laid on the message.

A format string of C prints the message whole, as a template does. Cython, Rust and C++ keep the pieces of a message apart, so
where no text of a binary fits alone, those of its pieces that stand in the message are put together. Either way the answer
is a template whose literal parts the binary holds: that is all that is claimed.
"""

from __future__ import annotations

import re
import sys

from errdex.matching.alignment import align_whole
from errdex.matching.scoring import literal_points
from errdex.matching.store import CompiledOrigin
from errdex.nouns.anchors import WORD, words_of_text
from errdex.nouns.compiled import CPYTHON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Protocol, TypeAlias

    from errdex.matching.store import MatchOptions, Parts
    from errdex.nouns.compiled import CarriedText, Carrier

    Span: TypeAlias = tuple[int, int]
else:
    Protocol = object

_LEAST_POINTS = 9.0
"""Literal points below which a text with holes says too little to name its binary."""
_LEAST_EXACT = 3.0
"""The same for a text without holes: all of the message agrees."""
_LEAST_COMMON = 15
"""Literal characters that are enough where there are three words, however common."""
_OUTWEIGHING = 2.0
"""How much more pieces must say than the interpreter's own format, for a message that it prints whole."""
_LEAST_PIECE = 3.0
_LEAST_SHARE = 0.12
"""Share of the message that a whole text's literals must make up."""
_LEAST_COVERED = 0.3
"""Share of the message that pieces must cover between them."""
_MOST_PROSE = 0.4
"""Words of the holes, to words of the pieces, that may read like prose: values seldom do, a sentence of someone else's does."""
_PROSE = r"(?<![\w'\"./])[A-Za-z][a-z]{2,}(?![\w'\"./(=])"
_PYTHONS_OWN = (CPYTHON, "cpython-stdlib")
_ANYTHING = "\0"
"""Stands for a value when one format is laid on another."""
_LONGEST_MESSAGE = 20_000
_MOST_PLACES = 8


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


def with_texts(options: MatchOptions, store: object) -> MatchOptions:
    """The options, with the texts of binaries that a store holds, if it holds any and the options name no other."""
    if options.compiled is not None or not hasattr(store, "texts_with_words"):
        return options
    return options._replace(compiled=CompiledTexts(store))


def rank_origins(texts: Iterable[CarriedText], exception: str, message: str) -> list[CompiledOrigin]:
    """Binaries whose texts print the message, likeliest first."""
    whole: dict[Carrier, list[Parts]] = {}
    spans: dict[Carrier, set[Span]] = {}
    for text in texts:
        carriers = [carrier for carrier in text.carriers if may_raise(carrier, exception)]
        fits = bool(carriers) and _is_said_by(text.parts, message)
        pieces = _spans_in(text.parts, message) if carriers else ()
        for carrier in carriers:
            if fits:
                whole.setdefault(carrier, []).append(text.parts)
            if pieces:
                spans.setdefault(carrier, set()).update(pieces)
    pieced = {carrier: _parts_of_spans(message, found) for carrier, found in spans.items()}
    pieced = {carrier: parts for carrier, parts in pieced.items() if _is_pieced_together(parts, message)}
    if any(carrier.package in _PYTHONS_OWN for carrier in whole):
        whole, pieced = _left_to_the_interpreter(whole, pieced)
    best = {
        carrier: max([*whole.get(carrier, ()), *filter(None, (pieced.get(carrier),))], key=_points)
        for carrier in {**whole, **pieced}
    }
    ranked = sorted((*_rank(carrier, _points(parts), exception), carrier) for carrier, parts in best.items())
    return [CompiledOrigin(*carrier, best[carrier]) for *_, carrier in ranked]


def _left_to_the_interpreter(
    whole: dict[Carrier, list[Parts]], pieced: dict[Carrier, Parts]
) -> tuple[dict[Carrier, list[Parts]], dict[Carrier, Parts]]:
    """Without the binaries that only repeat what a format of the interpreter's own prints, for a message that one prints.

    What Cython and mypyc make holds such copies (`'NoneType' object is not iterable`), and pieces are found everywhere;
    from the message alone they are never likelier than the original.
    """
    formats = [parts for carrier, found in whole.items() if carrier.package in _PYTHONS_OWN for parts in found]
    others = {
        carrier: found
        if carrier.package in _PYTHONS_OWN
        else [parts for parts in found if not _repeats(parts, formats)]
        for carrier, found in whole.items()
    }
    enough = _OUTWEIGHING * max(map(_points, formats))
    left = {
        carrier: parts
        for carrier, parts in pieced.items()
        if carrier.package in _PYTHONS_OWN or (_points(parts) > enough and not _repeats(parts, formats))
    }
    return {carrier: found for carrier, found in others.items() if found}, left


def _repeats(parts: Parts, formats: Sequence[Parts]) -> bool:
    """Whether all that a format prints, one of the formats prints too."""
    printed = "".join(_ANYTHING if part is None else part for part in parts)
    return any(align_whole(format_, printed) is not None for format_ in formats)


def is_made_from(binary: str, source: str) -> bool:
    """Whether an extension module's file is made from this source, as a traceback prints it (`pandas/_libs/lib.pyx`).

    What is included (`.pxi`, `.pxd`) may be part of any module beside it.
    """
    stem, _, suffix = source.replace("\\", "/").rpartition(".")
    folder, _, name = binary.rpartition("/")
    made = f"{folder}/{name.partition('.')[0]}" if folder else name.partition(".")[0]
    if suffix.lower() in {"pxi", "pxd"}:
        return bool(folder) and f"/{stem}".rpartition("/")[0].endswith(f"/{folder}")
    return f"/{stem}".endswith(f"/{made}")


def may_raise(carrier: Carrier, exception: str) -> bool:
    """Whether a binary may raise a class of this printed name: Python's own, or one of its own package."""
    root, has_module, _ = exception.partition(".")
    if not has_module or root == "builtins" or root == carrier.file.partition("/")[0]:
        return True
    if carrier.package in _PYTHONS_OWN:
        return root in sys.stdlib_module_names
    return root == carrier.package.replace("-", "_")


def _is_said_by(parts: Parts, message: str) -> bool:
    """Whether a text prints the whole message, and says enough of it."""
    if align_whole(parts, message) is None:
        return False
    if None not in parts:
        return _points(parts) >= _LEAST_EXACT
    words, length = len(_words(parts)), _literal_length(parts)
    tells = words >= 2 and _points(parts) >= _LEAST_POINTS
    # common words tell as well where there are several of them
    return (tells or (words >= 3 and length >= _LEAST_COMMON)) and length >= _LEAST_SHARE * len(message)


def _is_pieced_together(parts: Parts, message: str) -> bool:
    """Whether pieces that stand in the message make it up, but for what may be values."""
    if None not in parts:
        return _points(parts) >= _LEAST_EXACT
    if _points(parts) < _LEAST_POINTS or _literal_length(parts) < _LEAST_COVERED * len(message):
        return False
    words = len(_words(parts))
    prose = _prose_words(message) - sum(_prose_words(part) for part in parts if part is not None)
    return words >= 2 and prose <= _MOST_PROSE * words


def _prose_words(text: str) -> int:
    return len(re.findall(_PROSE, text))  # compiled when first needed: few cold starts get here


def _words(parts: Parts) -> list[str]:
    return [word for part in parts if part is not None for word in WORD.findall(part)]


def _literal_length(parts: Parts) -> int:
    return sum(len(part) for part in parts if part is not None)


def _points(parts: Parts) -> float:
    return literal_points(part for part in parts if part is not None)


def _rank(carrier: Carrier, points: float, exception: str) -> tuple[float, bool, bool]:
    """Most literal text first; then the package whose class it is; then the interpreter, whose texts others copy."""
    owns = exception.partition(".")[0] in {carrier.package.replace("-", "_"), carrier.file.partition("/")[0]}
    return -points, not owns, carrier.file != CPYTHON


def _spans_in(parts: Parts, message: str) -> list[Span]:
    """Where the literal parts stand in the message, in order; empty when one is missing or they say too little."""
    spans: list[Span] = []
    at = 0
    for part in parts:
        if part is None:
            continue
        found = _find_at_bounds(part, message, at)
        if found < 0:
            return []
        at = found + len(part)
        spans.append((found, at))
    return spans if _points(parts) >= _LEAST_PIECE else []


def _find_at_bounds(piece: str, message: str, start: int) -> int:
    """Where a piece stands without cutting a word in two; -1: nowhere (only the first places are looked at)."""
    at = start - 1
    for _ in range(_MOST_PLACES):
        at = message.find(piece, at + 1)
        if at < 0:
            return -1
        end = at + len(piece)
        cuts_left = at > 0 and piece[0].isalnum() and message[at - 1].isalnum()
        cuts_right = end < len(message) and piece[-1].isalnum() and message[end].isalnum()
        if not cuts_left and not cuts_right:
            return at
    return -1


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
