"""Conditions in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.nouns.conditions import Clause, ReachingSet

NAME = r"[A-Za-z_][\w.]*(?:\[[^\[\]]{1,40}\])?"
MOST_MEMBERS = 8
FORMS = (
    (re.compile(rf"not isinstance\(({NAME}), ({NAME})\)"), "`{0}` is no `{1}`"),
    (re.compile(rf"isinstance\(({NAME}), ({NAME})\)"), "`{0}` is a `{1}`"),
    (re.compile(rf"not isinstance\(({NAME}), \(([\w., ]+)\)\)"), "`{0}` is none of `{1}`"),
    (re.compile(rf"isinstance\(({NAME}), \(([\w., ]+)\)\)"), "`{0}` is one of `{1}`"),
    (re.compile(rf"not callable\(({NAME})\)"), "`{0}` cannot be called"),
    (re.compile(rf"not hasattr\(({NAME}), ['\"](\w+)['\"]\)"), "`{0}` has no attribute `{1}`"),
    (re.compile(rf"({NAME}) is None"), "`{0}` is `None`"),
    (re.compile(rf"({NAME}) is not None"), "`{0}` is not `None`"),
    (re.compile(rf"({NAME}) is not ({NAME})"), "`{0}` is not `{1}`"),
    (re.compile(rf"({NAME}) is ({NAME})"), "`{0}` is `{1}`"),
    (re.compile(rf"({NAME}) not in (.+)"), "`{0}` is not in `{1}`"),
    (re.compile(rf"({NAME}) in (.+)"), "`{0}` is in `{1}`"),
    (re.compile(rf"({NAME}) != ([^=<>]+)"), "`{0}` is not `{1}`"),
    (re.compile(rf"({NAME}) == ([^=<>]+)"), "`{0}` is `{1}`"),
    (re.compile(rf"not ({NAME})"), "`{0}` is false or empty"),
    (re.compile(rf"({NAME})"), "`{0}` is true or not empty"),
)
JOINED = re.compile(r" (?:and|or|if|for|not) ")


def clause_words(clause: Clause) -> str:
    """A clause as part of a sentence."""
    text = clause.text
    if clause.kind == "except":
        return handled_words(text)
    if clause.kind != "test":
        return f"{text[:1].lower()}{text[1:]}"
    if len(text) <= 200:
        for form, words in FORMS:
            found = form.fullmatch(text)
            if found and not JOINED.search(" ".join(found.groups())):
                return words.format(*found.groups())
    return f"`{text}`"


def handled_words(text: str) -> str:
    """A handler as part of a sentence: `Except KeyError raised by d[k]` is read as "`d[k]` raised `KeyError`"."""
    caught, raised_by, source = text.removeprefix("Except ").partition(" raised by ")
    return f"`{source}` raised `{caught}`" if raised_by else f"`{caught}` was caught"


def listed(items: Sequence[str], word: str = "and") -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{item}`" for item in items[:MOST_MEMBERS]]
    if len(items) > MOST_MEMBERS:
        quoted.append(f"{len(items) - MOST_MEMBERS} more")
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}"


def reaching_words(reaching: ReachingSet) -> str:
    """What a reaching set says, as part of a sentence: who gets there."""
    count = len(reaching.members)
    among = f"of the {count} members of {reaching.domain.partition(' (')[0]}"
    if len(reaching.reaching) == 1:
        words = f"`{reaching.operand}` is `{reaching.reaching[0]}`, the only one {among} that gets here"
    else:
        words = f"`{reaching.operand}` is one of {listed(reaching.reaching, 'or')} ({len(reaching.reaching)} {among})"
    return f"{words}, or no member at all" if reaching.outside else words


def first_sentence(text: str, longest: int = 160) -> str:
    """A quote's first sentence, white space folded."""
    folded = " ".join(text.split())
    end = folded.find(". ")
    sentence = folded if end < 0 else folded[: end + 1]
    return sentence if len(sentence) <= longest else sentence[: longest - 1].rpartition(" ")[0] + " …"
