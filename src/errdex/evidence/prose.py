"""Checks the names in a record's prose, and says which members of a domain get to the statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.evidence.names import near_names
from errdex.evidence.snippets import alike, listed
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.explanations import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.evidence.vocabulary import Vocabulary
    from errdex.nouns.conditions import ReachingSet
    from errdex.nouns.records import PublishedRecord
    from errdex.nouns.sites import Site

MOST_NAMES = 60
QUOTED = re.compile(r"`([^`\n]{1,200})`")
DOTTED = re.compile(r"(?<![\w./\\-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w/\\])")
CALL = re.compile(r"(?<![\w./\\])([A-Za-z_]\w*)\(\)?")
HUMPS = re.compile(r"(?<![\w./\\])(?:[A-Z][a-z0-9]+){2,}\b(?!\.\w)")
SNAKE = re.compile(r"(?<![\w./\\-])_*[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b(?![./\\]\w)")
OPTION = re.compile(r"(?<![\w-])--[A-Za-z][\w-]+")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
FILE_ENDINGS = frozenset(
    {"py", "md", "toml", "cfg", "json", "txt", "ini", "yaml", "yml", "rst", "com", "org", "io", "js", "sh"}
)
ABBREVIATIONS = frozenset({"e.g", "i.e"})


def prose_of(claimed: PublishedRecord) -> list[tuple[str, str]]:
    """Field and text of each piece of prose."""
    pieces = [
        ("documentation", claimed.documentation),
        ("triggerScenarios", claimed.trigger_scenarios),
        ("commonSituations", claimed.common_situations),
        *(("solutions", text) for text in claimed.solutions or ()),
        *(("preventionTips", text) for text in claimed.prevention_tips or ()),
    ]
    return [(field, text) for field, text in pieces if text]


def check_prose(claimed: PublishedRecord, own: PublishedRecord, site: Site, words: Vocabulary) -> Iterator[ClaimCheck]:
    """The names in every piece of prose, and whether errdex writes the same from the source."""
    known = set(prose_of(own))
    for field, text in prose_of(claimed):
        seen: set[str] = set()
        for name, marked in names_in(text):
            if name not in seen and len(seen) < MOST_NAMES:
                seen.add(name)
                yield from check_name(field, name, marked, site, words)
        if (field, text) in known:
            yield ClaimCheck(field, shortened(text), Level.EVALUATED)
        else:
            yield ClaimCheck(
                field, shortened(text), None, "only the names in a sentence of somebody else's are checked"
            )
    yield from check_reach(claimed, site, known)


def names_in(text: str) -> Iterator[tuple[str, bool]]:
    """The names in prose, and whether their mark-up or form says that they are code."""
    for quoted in QUOTED.finditer(text):
        inner = quoted[1].strip().removesuffix("()")
        if IDENTIFIER.fullmatch(inner):
            yield inner, True
        else:
            yield from ((found[0], True) for found in OPTION.finditer(inner))
            yield from ((found[0], False) for found in DOTTED.finditer(without_strings(inner)))
    plain = QUOTED.sub(" ", text)
    for found in DOTTED.finditer(plain):
        if found[0] not in ABBREVIATIONS and found[0].rpartition(".")[2] not in FILE_ENDINGS:
            yield found[0], True
    for pattern in (CALL, HUMPS, SNAKE, OPTION):
        for found in pattern.finditer(plain):
            name = found[0].rstrip("()")
            yield name, pattern is not HUMPS and ("(" in found[0] or pattern is not CALL)


def without_strings(text: str) -> str:
    """Code with its string literals taken out, roughly: what they say are no names."""
    return re.sub(r"'[^']*'|\"[^\"]*\"", "''", text)


def check_name(field: str, name: str, marked: bool, site: Site, words: Vocabulary) -> Iterator[ClaimCheck]:
    """What is known of one name."""
    if name.startswith("--"):
        if words.has_option(name):
            yield ClaimCheck(field, name, Level.RESOLVED)
        else:
            yield ClaimCheck(field, name, Level.REFUTED, "no option of this name stands in the source")
        return
    if "." in name:
        yield from check_dotted(field, name, site, words)
        return
    if name in words.given or words.defined([name]) or name in members_of(site) or words.occurs(name):
        yield ClaimCheck(field, name, Level.RESOLVED)
    elif marked and name != name.upper():
        near = alike(near_names(name, words.names))
        yield ClaimCheck(field, name, Level.REFUTED, f"nothing in this version has this name{near}")
    elif marked or name != name.lower():
        yield ClaimCheck(field, name, None, "the source has no such name; it may mean something else")


def check_dotted(field: str, name: str, site: Site, words: Vocabulary) -> Iterator[ClaimCheck]:
    """What is known of a chain of names."""
    checks = list(words.check_dotted(field, name))
    if checks:
        yield from checks
        return
    if name in (site.function, site.exception, site.qualified, site.public_path) or is_known_operand(name, site):
        yield ClaimCheck(field, name, Level.RESOLVED)
        return
    unknown = [part for part in name.split(".") if not words.occurs(part)]
    if unknown and name.split(".")[0] != unknown[0]:
        yield ClaimCheck(field, name, Level.REFUTED, f"nothing in this version has the name {unknown[0]}")
    else:
        yield ClaimCheck(field, name, None, "where its first name comes from is not known")


def is_known_operand(name: str, site: Site) -> bool:
    """Whether a chain stands in the condition or in the holes of the message."""
    texts = [clause.text for clause in site.condition]
    texts += [part.expression for template in site.templates for part in template.parts if not isinstance(part, str)]
    return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) for text in texts)


def members_of(site: Site) -> set[str]:
    """Last names of all members of the site's domains."""
    return {member.rpartition(".")[2] for reaching in site.reaching for member in reaching.members}


def check_reach(claimed: PublishedRecord, site: Site, known: set[tuple[str, str]]) -> Iterator[ClaimCheck]:
    """Which members get to the statement, and whether the record says so."""
    fields = ("documentation", "triggerScenarios")
    told = {(field, text) for field, text in prose_of(claimed) if field in fields}
    text = "\n".join(text for _, text in told)
    for reaching in site.reaching:
        yield reach_claim(reaching, text, is_own=bool(told) and told <= known)


def reach_claim(reaching: ReachingSet, text: str, *, is_own: bool) -> ClaimCheck:
    """The verdict on what a record says of one reaching set; `is_own`: errdex itself writes this prose."""
    right = f"of its {len(reaching.members)} members only {listed(reaching.reaching)}"
    if not reaching.reaching:
        right = "none of its members, only other values"
    claim = f"which values of {reaching.operand} get there"
    named = [one for one in reaching.members if re.search(rf"(?<!\w){re.escape(one.rpartition('.')[2])}(?!\w)", text)]
    if is_own:
        return ClaimCheck("triggerScenarios", claim, Level.EVALUATED)
    says = f"names {listed(named)}" if named else "does not say"
    return ClaimCheck("triggerScenarios", claim, None, f"the record {says}; by evaluation it is {right}", right)


def shortened(text: str, most: int = 80) -> str:
    """The beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
