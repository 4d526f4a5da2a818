"""Does a pattern match what the statement prints, all of it, and nothing else?"""

from __future__ import annotations

import re

from errdex.evidence.linear import LinearPattern, Refused, read_pattern
from errdex.evidence.printed import printed_texts
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.explanations import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from errdex.evidence.linear import Found
    from errdex.evidence.printed import Printed
    from errdex.nouns.templates import Template

    Model: TypeAlias = LinearPattern | Refused | None

FIELD = "messagePattern"
PUNCTUATION = re.compile(r"[^\w\s]")
WORD = re.compile(r"\w[\w.=']*")
LONGEST_TEXT = 600
MOST_OTHERS = 150
UNRELATED = ("", "x", "No such file or directory: 'data.csv'", "unexpected keyword argument", "division by zero")


def check_pattern(
    pattern: str, templates: Sequence[Template], right: str, others: Sequence[Template] = ()
) -> ClaimCheck:
    """The verdict on a pattern; `right` is one that is known to be right, `others` are what other statements print."""
    claim = shortened(pattern)
    compiled = read_pattern(pattern)
    if isinstance(compiled, Refused):
        return ClaimCheck(FIELD, claim, Level.REFUTED, compiled.reason, right)
    if pattern == right:
        return ClaimCheck(FIELD, claim, Level.EVALUATED)
    known = [text for text in printed_texts(templates) if len(text.text) <= LONGEST_TEXT]
    if not known:
        return ClaimCheck(FIELD, claim, None, "what the statement prints shows only when it runs", right)
    model = read_pattern(right) if right else None
    known = [text._replace(holes=()) if is_misread(model, text) else text for text in known]
    reasons = list(
        dict.fromkeys(reason for text in known if not text.numeric for reason in faults(compiled, text, model))
    )
    if reasons and fits_numbers(compiled, known, model):
        reason = "it fits only where the values are numbers, which the source does not say"
        return ClaimCheck(FIELD, claim, None, reason, right)
    reasons += unrelated(compiled, model, others)
    if reasons:
        return ClaimCheck(FIELD, claim, Level.REFUTED, "; ".join(reasons[:4]), right)
    loose = looser(compiled, known)
    if loose:
        reason = f"it matches what is printed, and also what differs a little from it: `{shortened(loose)}`"
        return ClaimCheck(FIELD, claim, None, reason, right)
    return ClaimCheck(FIELD, claim, Level.EVALUATED)


def is_misread(model: Model, printed: Printed) -> bool:
    """Whether even the right pattern takes other values out of a text: it can be split in several ways."""
    if model is None or isinstance(model, Refused):
        return False
    found = model.search(printed.text)
    return found is None or [span for span in found.groups if span is not None] != list(printed.holes)


def fits_numbers(pattern: LinearPattern, known: Sequence[Printed], model: Model) -> bool:
    """Whether a pattern is right as long as every value is a number."""
    asked = [text for text in known if text.numeric or not text.holes]
    return any(text.numeric for text in asked) and not any(list(faults(pattern, text, model)) for text in asked)


def looser(pattern: LinearPattern, known: Sequence[Printed]) -> str:
    """A text that no statement with these literals prints, and that the pattern matches; `""`: none was found."""
    for printed in known:
        text = printed.text
        for start, end in printed.literals:
            for mark in PUNCTUATION.finditer(text, start, end):
                other = text[: mark.start()] + "#" + text[mark.end() :]
                if pattern.search(other) is not None:
                    return other
        for start, end in ((0, 0), (len(text), len(text))):
            other = f"# {text}" if end == 0 else f"{text} #"
            at_hole = any(start in hole for hole in printed.holes)
            if not at_hole and pattern.search(other) is not None:
                return other
    return ""


def faults(pattern: LinearPattern, printed: Printed, model: Model) -> Iterator[str]:
    """What is wrong with a pattern on a text that the statement prints."""
    found = pattern.search(printed.text)
    if found is None:
        yield f"it does not match what the statement prints, such as `{shortened(printed.text)}`"
        return
    missed = missed_literals(pattern, printed, model)
    if missed:
        yield "it misses the literal text " + ", ".join(f"`{text}`" for text in missed[:3])
    yield from captures(found, printed)
    ends_in_hole = not printed.literals or printed.literals[-1][1] < len(printed.text)
    if found.span[0] != 0 or (found.span[1] != len(printed.text) and not ends_in_hole):
        rest = printed.text[: found.span[0]] + printed.text[found.span[1] :]
        yield f"it leaves `{shortened(rest)}` of the message unmatched"


def captures(found: Found, printed: Printed) -> Iterator[str]:
    """What is wrong with what the groups capture; a pattern without groups claims no values."""
    spans = [span for span in found.groups if span is not None]
    if not spans:
        return
    for hole in printed.holes:
        if hole in spans:
            continue
        value = printed.text[slice(*hole)]
        over = [span for span in spans if span[0] < hole[1] and hole[0] < span[1]]
        near = over or [span for span in spans if span[0] <= hole[1] and hole[0] <= span[1] + 1]
        caught = printed.text[slice(*near[0])] if near else ""
        if over and over[0][0] <= hole[0] and hole[1] <= over[0][1]:
            yield f"it captures `{shortened(caught)}` where the value is `{shortened(value)}`"
        elif spans_one_character(spans, printed):
            yield "it captures one character of a value"
        else:
            yield f"it does not capture the value `{shortened(value)}`"


def spans_one_character(spans: Sequence[tuple[int, int]], printed: Printed) -> bool:
    """Whether the last group takes one character, or none, of a longer rest."""
    start, end = spans[-1]
    return end - start <= 1 and end < len(printed.text)


def missed_literals(pattern: LinearPattern, printed: Printed, model: Model) -> list[str]:
    """Words of the literal text without which the pattern matches all the same; neighbours as one text."""
    missed: list[tuple[int, int]] = []
    for start, end in printed.literals:
        for word in WORD.finditer(printed.text, start, end):
            other = printed.text[: word.start()] + "#" * len(word.group()) + printed.text[word.end() :]
            if pattern.search(other) is None or (isinstance(model, LinearPattern) and model.search(other) is not None):
                continue
            if missed and not WORD.search(printed.text, missed[-1][1], word.start()):
                missed[-1] = (missed[-1][0], word.end())
            else:
                missed.append((word.start(), word.end()))
    return [printed.text[start:end] for start, end in missed]


def unrelated(pattern: LinearPattern, known: Model, others: Sequence[Template]) -> Iterator[str]:
    """Texts that the pattern matches and the right one does not."""
    texts = [*UNRELATED, *(text.text for text in printed_texts(others[:MOST_OTHERS]) if not text.numeric)]
    for text in texts:
        if len(text) > LONGEST_TEXT or pattern.search(text) is None:
            continue
        if known is None or isinstance(known, Refused) or known.search(text) is None:
            yield f"it also matches `{shortened(text)}`, which the statement does not print"
            return


def shortened(text: str, most: int = 90) -> str:
    """The beginning of a text."""
    return text if len(text) <= most else text[: most - 1] + "…"
