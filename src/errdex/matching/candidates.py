"""From a text to the statements that may have printed it, through the store's words and never by looking at all templates."""

from __future__ import annotations

from errdex.matching.alignment import (
    WHOLE,
    Alignment,
    align_folded,
    align_inside,
    align_truncated,
    align_whole,
    fold,
    literal_of,
)
from errdex.matching.classes import BUILTIN_EXCEPTIONS, Agreement, class_agreement
from errdex.matching.scoring import TIER_POINTS, Candidate, literal_points
from errdex.nouns.anchors import words_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.matching.store import CandidateStore, Parts
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import ReportedError

_MOST_READINGS = 8
_MOST_WORDS = 4_000
_MOST_WORD_TEXT = 60_000
_MOST_LOOSE = 600
_MOST_TEMPLATES = 48
_MOST_COMPARED = 100_000_000
"""Characters that templates are compared with at most, all together."""
_FEWEST_ALIGNED = 300
_MOST_SITES = 250
"""Sites beyond which templates that say less are not looked up any more."""
_BATCH = 6
_MUCH_LESS = 20.0
"""Points by which a template may say less than the best one that fits, and still be worth a lookup of its sites."""
_MOST_WEAK = 30
_LEAST_WEAK = 3.0
"""Literal points without which a statement of a class that everybody raises is not worth naming."""
_LONGEST_LOOSE = 20_000
_MOST_RECASED = 300
"""Words of a text beyond which it is not looked up in other cases too."""
_MOST_FOLDED_PARTS = 40
_SATISFIED = 0.4
"""Share of the message's weight above which a whole alignment makes looser ones pointless."""

Aligned = tuple[float, int, int, "Parts", Alignment]


def readings_of(error: ReportedError) -> tuple[str, ...]:
    """The message and its other readings, without repetitions."""
    return tuple(dict.fromkeys((error.message, *error.alternatives)))[:_MOST_READINGS]


def words_of_readings(readings: Iterable[str]) -> set[str]:
    """Words to look up: of a huge text those at its start and end, where messages stand."""
    words: set[str] = set()
    for text in readings:
        reach = _MOST_WORD_TEXT
        found = words_of_text(_ends_of(text, reach))
        while len(found) > _MOST_WORDS:
            reach //= 2
            found = words_of_text(_ends_of(text, reach))
        words |= found
    return words


def _ends_of(text: str, reach: int) -> str:
    return text if len(text) <= 2 * reach else f"{text[:reach]} {text[-reach:]}"


def text_candidates(error: ReportedError, store: CandidateStore) -> list[Candidate]:
    """Statements whose template fits the text, best templates first; bounded in number."""
    readings = readings_of(error)
    words = words_of_readings(readings)
    templates = list(store.templates_with_words(words))
    templates = _affordable(templates, sum(map(len, readings)))
    aligned = _whole(templates, readings)
    if not aligned or max(aligned)[0] < _SATISFIED * literal_points((readings[0][:_LONGEST_LOOSE],)):
        if len(words) <= _MOST_RECASED:
            templates += store.templates_with_words(words | _recased(words))
        aligned += _loose(templates, readings, {entry[2] for entry in aligned})
    aligned.sort(key=lambda entry: (-entry[0], entry[1], entry[2]))
    return _with_sites(aligned[:_MOST_TEMPLATES], error.exception, store)


def _recased(words: Iterable[str]) -> set[str]:
    """Words as templates that differ in case alone may write them."""
    return {form for word in words for form in (word.lower(), word.capitalize(), word.upper())}


def _affordable(templates: list[tuple[int, Parts]], length: int) -> list[tuple[int, Parts]]:
    """Of more templates than can be laid on a text of this length in bounded time, those with the most literal text."""
    most = max(_FEWEST_ALIGNED, _MOST_COMPARED // (length + 1))
    if len(templates) <= most:
        return templates
    return sorted(templates, key=lambda entry: (-sum(len(part) for part in entry[1] if part), entry[0]))[:most]


def _whole(templates: Sequence[tuple[int, Parts]], readings: Sequence[str]) -> list[Aligned]:
    """Whole alignments, each with its weight, reading and row."""
    found: list[Aligned] = []
    seen: set[int] = set()
    for row, parts in templates:
        if row in seen:
            continue
        first = parts[0]
        for reading, text in enumerate(readings):
            if first is not None and not text.startswith(first):
                continue  # as most do, of the thousands that a large catalogue has for common words
            values = align_whole(parts, text)
            if values is not None:
                seen.add(row)
                literals = literal_of(parts)
                found.append((literal_points(literals), reading, row, parts, Alignment(WHOLE, values, literals)))
                break
    return found


def _loose(templates: Sequence[tuple[int, Parts]], readings: Sequence[str], known: set[int]) -> list[Aligned]:
    """Alignments inside a longer text, of a cut text, or but for case and white space, for the likeliest templates."""
    rest = [(row, parts) for row, parts in dict(templates).items() if row not in known]
    if len(rest) > _MOST_LOOSE:
        rest.sort(key=lambda entry: -sum(len(part) for part in entry[1] if part))
        rest = rest[:_MOST_LOOSE]
    short = [(reading, text[:_LONGEST_LOOSE]) for reading, text in enumerate(readings)]
    folded = [(reading, fold(text)) for reading, text in short]
    found: list[Aligned] = []
    for row, parts in rest:
        best = _best_loose(parts, short, folded)
        if best is not None:
            weight = literal_points(best[1].literal) + TIER_POINTS[best[1].tier]
            found.append((weight, best[0], row, parts, best[1]))
    return found


def _best_loose(
    parts: Parts, readings: Sequence[tuple[int, str]], folded: Sequence[tuple[int, str]]
) -> tuple[int, Alignment] | None:
    """The looser way in which a template fits a reading that says most; of equal ones the likelier reading's."""
    ways = [
        (reading, alignment)
        for reading, text in readings
        for alignment in (align_inside(parts, text), align_truncated(parts, text))
        if alignment is not None
    ]
    if len(literal_of(parts)) <= _MOST_FOLDED_PARTS:
        ways += [
            (reading, alignment) for reading, text in folded if (alignment := align_folded(parts, text)) is not None
        ]
    return max(ways, key=lambda way: literal_points(way[1].literal) + TIER_POINTS[way[1].tier], default=None)


def _with_sites(aligned: Sequence[Aligned], exception: str, store: CandidateStore) -> list[Candidate]:
    """A candidate for each site of each template, until the templates left say much less than a fitting one found."""
    found: list[Candidate] = []
    fitting = 0.0
    for start in range(0, len(aligned), _BATCH):
        batch = {entry[2]: entry for entry in aligned[start : start + _BATCH]}
        if aligned[start][0] < fitting - _MUCH_LESS or len(found) > _MOST_SITES:
            break
        for row, ref in store.sites_of_templates(list(batch)):
            weight, reading, _, parts, alignment = batch[row]
            found.append(Candidate(ref, parts, alignment, reading))
            if alignment.tier == WHOLE and weight > fitting and _ends_the_search(exception, ref):
                fitting = weight
    return found


def _ends_the_search(exception: str, ref: SiteRef) -> bool:
    """Whether a fitting statement of this class makes those that say much less pointless: not for a package's own
    classes, whose other statements may have passed the text on.
    """
    agreement = class_agreement(exception, ref)
    return agreement in {Agreement.UNSAID, Agreement.UNKNOWN, Agreement.SAME_BUILTIN}


def class_candidates(error: ReportedError, store: CandidateStore) -> list[Candidate]:
    """Statements of the printed class whose templates no word leads to; none when there are too many to tell anything."""
    if not error.exception:
        return []
    found = store.weak_sites(error.exception, _MOST_WEAK + 1)
    if len(found) > _MOST_WEAK or error.exception in BUILTIN_EXCEPTIONS:
        found = [(ref, parts) for ref, parts in found if literal_points(literal_of(parts)) >= _LEAST_WEAK]
    readings = readings_of(error)
    return [candidate for ref, parts in found for candidate in aligned_candidates(ref, [parts], readings)]


def aligned_candidates(ref: SiteRef, templates: Iterable[Parts], readings: Sequence[str]) -> list[Candidate]:
    """A candidate for each template of one site that prints a whole reading."""
    found = []
    for parts in templates:
        for reading, text in enumerate(readings):
            values = align_whole(parts, text)
            if values is not None:
                found.append(Candidate(ref, parts, Alignment(WHOLE, values, literal_of(parts)), reading))
                break
    return found


def loose_candidate(ref: SiteRef, parts: Parts, readings: Sequence[str]) -> Candidate | None:
    """One site with a template that fits a reading in a looser way."""
    short = [(reading, text[:_LONGEST_LOOSE]) for reading, text in enumerate(readings)]
    found = _best_loose(parts, short, [(reading, fold(text)) for reading, text in short])
    return None if found is None else Candidate(ref, parts, found[1], found[0])
