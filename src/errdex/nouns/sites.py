"""A site: one statement that reports an error, with everything that reading the source says of it."""

from __future__ import annotations

from enum import StrEnum

from errdex.nouns.base import NamedTuple
from errdex.nouns.conditions import Clause, ReachingSet
from errdex.nouns.templates import Template


class SiteKind(StrEnum):
    """What a statement does to report an error."""

    RAISE = "raise"
    ASSERT = "assert"
    WARN = "warn"
    LOG = "log"
    EXIT = "exit"
    THROW = "throw"
    PANIC = "panic"
    RETURN_ERROR = "return-error"


class Handler(NamedTuple):
    """A statement that catches what a site raises."""

    file: str
    line: int
    text: str
    """The `except` clause as the source writes it."""


class Call(NamedTuple):
    """One step of a call chain."""

    function: str
    """Qualified name of the caller: `pandas.core.frame.DataFrame.merge`."""
    file: str
    line: int
    """Of the call."""
    sure: bool
    """Whether name resolution leaves one callee; `False`: the receiver's class is not known and the name alone fits."""


class EntryPoint(NamedTuple):
    """A public callable from which the site can be reached."""

    name: str
    """Shortest public dotted name: `pandas.merge`."""
    chain: tuple[Call, ...]
    """From the entry point to the function that holds the site; empty when the entry point is that function."""
    also: int = 0
    """Other statements in the functions of the chain that raise the same class or one that inherits from it."""


class Evidence(NamedTuple):
    """What people wrote about this error: quoted, with its place."""

    kind: str
    """`docstring`, `comment` or `test`."""
    file: str
    line: int
    text: str


class Site(NamedTuple):
    """One statement that reports an error."""

    kind: SiteKind
    line: int
    """First line of the whole statement, from 1."""
    end_line: int
    function: str
    """Qualified name inside the module (`Class.method`, `outer.<locals>.inner` as `outer.inner`); `<module>` at the top."""
    exception: str
    """Class as the source names it (`exc.ArgumentError`), category of a warning, level of a log call (`WARNING`);
    `""` where the source names none (`raise err`)."""
    qualified: str = ""
    """Qualified name where imports show it: `sqlalchemy.exc.ArgumentError`, `builtins.ValueError`; `""`: not known."""
    bases: tuple[str, ...] = ()
    """Qualified names of the classes it inherits from, nearest first, as far as they are known."""
    public_path: str = ""
    """Shortest public import path of the class: `pandas.errors.MergeError`; `""`: not known."""
    templates: tuple[Template, ...] = ()
    written: str = ""
    """The message as written in the source, placeholders kept (`bad {mode!r}`, `bad %s`); `""`: the source writes none."""
    condition: tuple[Clause, ...] = ()
    """Conjunction, in source order; empty: control gets here whenever the function runs, or nothing is known."""
    reaching: tuple[ReachingSet, ...] = ()
    cause: str = ""
    """What follows `from`, or the exception that the enclosing handler caught."""
    entry_points: tuple[EntryPoint, ...] = ()
    handlers: tuple[Handler, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    degraded: str = ""
    """Why less than usual is known (`file too large: sites located only`), or `""`."""
    error_code: str = ""
    """A code the source gives (`E1101`), or `""`."""
    at_import: bool = False
    """Whether code at the top of a module can lead here, so that importing alone may raise it."""
