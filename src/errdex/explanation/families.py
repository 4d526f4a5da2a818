"""Families of errors across libraries: a vocabulary, each word with a test over class, condition and template.

`docs/families.md` is written from the table. A site's first family in the table is its `backgroundTag`, all are among its
`tags`; a site that no test fits has none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.nouns.base import NamedTuple
from errdex.nouns.sites import SiteKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from errdex.nouns.conditions import ReachingSet
    from errdex.nouns.sites import Site

LONGEST = 2000
"""Characters of a clause or text that are looked at."""
IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError"})
DEPRECATIONS = frozenset({"DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"})
NETWORK_ERRORS = frozenset({"URLError", "HTTPError", "ConnectionError", "RequestException", "ContentTooShortError"})
ARGUMENT_ERRORS = frozenset({"TypeError", "ValueError"})


class Traits(NamedTuple):
    """What the tests look at."""

    kind: SiteKind
    classes: frozenset[str]
    """Last names of the class and its bases."""
    tests: tuple[str, ...]
    """Clauses that are expressions."""
    near: tuple[str, ...]
    """Those of the line that decides last, where it is known and still holds."""
    handled: tuple[str, ...]
    """Clauses that are handlers: the error that was caught before."""
    text: str
    """All templates, in lower case."""
    parameters: frozenset[str]
    """Names that the clauses' origins call parameters."""
    enumeration: bool
    """Whether members of an enumeration are told apart, and some do not get there."""
    choices: bool
    """Whether other constants are."""
    method: bool
    """Whether it stands in a method that is no constructor."""
    bare: bool
    """Whether no clause is known."""


class Family(NamedTuple):
    """One word of the vocabulary."""

    tag: str
    meaning: str
    test: str
    """The test in words."""
    fits: Callable[[Traits], bool]


def traits_of(site: Site) -> Traits:
    """What the tests of the families look at."""
    classes = {name.rpartition(".")[2] for name in (site.exception, site.qualified, *site.bases) if name}
    sets = [one for one in site.reaching if one.reaching and len(one.reaching) < len(one.members)]
    last = site.condition[-1] if site.condition else None
    near = [
        one.text[:LONGEST] for one in site.condition if last is not None and one.line == last.line and not last.stale
    ]
    unhandled = [one for one in sets if "(enum" in one.domain and is_left_over(one, site)]
    return Traits(
        site.kind,
        frozenset(classes),
        tuple(one.text[:LONGEST] for one in site.condition if one.kind == "test" and not one.stale),
        tuple(near) if last is not None and last.kind == "test" else (),
        tuple(one.text[:LONGEST] for one in site.condition if one.kind == "except"),
        " ".join(template.text for template in site.templates)[:LONGEST].lower(),
        frozenset(
            origin.partition(":")[0] for one in site.condition for origin in one.trace if ": parameter" in origin
        ),
        bool(unhandled),
        any("(enum" not in one.domain and not set(one.members) <= {"True", "False", "None"} for one in sets),
        "." in site.function and not site.function.endswith(("__init__", "__new__")),
        not site.condition,
    )


def is_left_over(reaching: ReachingSet, site: Site) -> bool:
    """Whether members get there because no test takes them, and not because one names them."""
    about = [one.text for one in site.condition if one.kind == "test" and reaching.operand in one.text]
    last = site.condition[-1] if site.condition else None
    decides = last is not None and reaching.operand in last.text
    return decides and all(text.startswith("not ") or re.search(r" (is not|!=|not in) ", text) for text in about)


def excludes_constants(traits: Traits) -> bool:
    """Several tests in a row that one value is none of some constants."""
    operands = [
        found[1] for test in traits.tests if (found := re.fullmatch(r"([\w.]+) != (?:['\"].*['\"]|-?\d+)", test))
    ]
    return len(operands) > 1 and operands[-1] == operands[-2]


def some(pattern: str, texts: tuple[str, ...]) -> bool:
    """Whether a pattern is found in one of some texts."""
    return any(re.search(pattern, text) for text in texts)


def lacks_import(traits: Traits) -> bool:
    """An import error, or an error that answers one."""
    if some(r"\b(ImportError|ModuleNotFoundError)\b", traits.handled):
        return True
    return bool(traits.classes & IMPORT_ERRORS) and bool(
        re.search(r"install|requir|depend|need|missing|not available", traits.text)
    )


def is_abstract(traits: Traits) -> bool:
    """A method that only says that it is not there."""
    return "NotImplementedError" in traits.classes and traits.bare and traits.method


def wants_argument(traits: Traits) -> bool:
    """A parameter that is `None` where it must not be."""
    return bool(traits.classes & ARGUMENT_ERRORS) and any(
        re.fullmatch(rf"{re.escape(name)} is None", test) for name in traits.parameters for test in traits.near
    )


def conflicts(traits: Traits) -> bool:
    """Two parameters given that exclude each other."""
    given = {
        name
        for name in traits.parameters
        for test in traits.tests
        if re.fullmatch(rf"{re.escape(name)}( is not None)?", test)
    }
    return len(given) > 1 and bool(traits.classes & ARGUMENT_ERRORS)


FAMILIES = (
    Family(
        "unhandled-enum-value-dispatch", "A chain of tests over an enumeration takes some members; the others end here.",
        "members of an enumeration get there that no test names", lambda one: one.enumeration),
    Family(
        "optional-dependency-missing", "A package that this feature needs is not installed.",
        "it answers an ImportError, or is one whose text speaks of installing or requiring", lacks_import),
    Family(
        "deprecated-use", "It still works, and will not for ever.",
        "a warning of a deprecation category, or a text that says deprecated", lambda one: one.kind is SiteKind.WARN
        and (bool(one.classes & DEPRECATIONS) or "deprecated" in one.text)),
    Family(
        "abstract-method", "A subclass has to define this method.",
        "a NotImplementedError in a method, with no test before it", is_abstract),
    Family(
        "not-implemented", "This case is not supported yet.",
        "a NotImplementedError", lambda one: "NotImplementedError" in one.classes),
    Family(
        "unsupported-platform", "This system or this version of Python cannot do it.",
        "a clause asks sys.platform, sys.version_info, os.name or platform", lambda one: some(
            r"\bsys\.(platform|version_info)\b|\bos\.name\b|\bplatform\.(system|machine|python_version)\b", one.tests)),
    Family(
        "file-missing", "A file or folder is not where it is looked for.",
        "a FileNotFoundError, or a clause says that a path does not exist", lambda one: "FileNotFoundError" in one.classes
        or some(r"^not .*(\.exists\(|\.isfile\(|\.isdir\(|\.is_file\(|\.is_dir\()", one.tests)),
    Family(
        "failed-download", "Something could not be fetched.",
        "a network error, raised or answered", lambda one: bool(one.classes & NETWORK_ERRORS)
        or some(r"\b(URLError|HTTPError|RequestException|ConnectionError)\b", one.handled)),
    Family(
        "timed-out", "It took longer than it was allowed to.",
        "a TimeoutError or a subclass", lambda one: "TimeoutError" in one.classes),
    Family(
        "missing-key", "A mapping has no such key.",
        "a KeyError, raised or answered", lambda one: "KeyError" in one.classes or some(r"\bKeyError\b", one.handled)),
    Family(
        "missing-attribute", "An object has no such attribute.",
        "an AttributeError", lambda one: "AttributeError" in one.classes),
    Family(
        "conflicting-arguments", "Two arguments exclude each other.",
        "a TypeError or ValueError where two parameters are both given", conflicts),
    Family(
        "shape-mismatch", "Sizes or dimensions do not fit.",
        "a clause compares shape, ndim, or two lengths", lambda one: some(
            r"\.(shape|ndim)\b.*(!=|<|>|not in)|len\(.*\) != len\(|^not .*\.(shape|ndim)\b.*==", one.near)),
    Family(
        "argument-of-wrong-type", "A value is of a type that is not taken here.",
        "the clause that decides says not isinstance, and the class is an argument error", lambda one: some(
            r"^not isinstance\(|^not issubclass\(|^not callable\(", one.near)
        and bool(one.classes & ARGUMENT_ERRORS)),
    Family(
        "value-not-among-choices", "A value is none of those that are known.",
        "a clause says not in some constants, or a reaching set over constants leaves some out", lambda one: one.choices
        or excludes_constants(one) or some(r"^[\w.]+ not in [\[({]|^[\w.]+ not in [A-Z_][A-Z_0-9.]+$", one.near)),
    Family(
        "value-out-of-range", "A number is too small or too large.",
        "the clause that decides compares a value's order with a number", lambda one: some(
            r"^(not )?[\w.]+ (<|>|<=|>=) -?[\d.]+$|^not -?[\d.]+ <=? [\w.]+ <=? -?[\d.]+$", one.near)),
    Family(
        "missing-argument", "An argument that is needed here was not given.",
        "a TypeError or ValueError where a parameter is None", wants_argument),
    Family(
        "state-not-entered", "The object is not in the state that the call needs.",
        "the last clause is about the method's own object alone, in a RuntimeError or an error of the library", lambda one: one.method
        and some(r"^(not )?self\.\w+( is (not )?None)?$", one.near) and not one.classes & ARGUMENT_ERRORS),
    Family(
        "wrapped-error", "Another error is answered with this one.",
        "it stands in a handler", lambda one: bool(one.handled)),
)  # fmt: skip
"""The vocabulary, most telling first."""


def families_of(site: Site) -> tuple[str, ...]:
    """Tags of the families that a site belongs to, most telling first."""
    traits = traits_of(site)
    return tuple(family.tag for family in FAMILIES if family.fits(traits))
