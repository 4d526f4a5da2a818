"""A guard: what a caller can test before a call, and what was checked of it."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class GuardImport(NamedTuple):
    """A name that a guard needs."""

    module: str
    """Where it comes from."""
    name: str
    """The name there; `""`: the module itself."""
    alias: str = ""
    """What the test calls it, `""`: `name`, or the module's own name."""

    @property
    def line(self) -> str:
        """The statement that imports it."""
        alias = f" as {self.alias}" if self.alias else ""
        return f"from {self.module} import {self.name}{alias}" if self.name else f"import {self.module}{alias}"


class Guard(NamedTuple):
    """A test over what the caller has, true where the call raises at the site.

    It always holds where the call raises here (*only-when*). Where `must_raise` is set, the call raises whenever it holds.
    """

    test: str
    """An expression over the parameters of the function, and for a method over its object."""
    passes: str
    """The opposite of `test`."""
    call: str
    """The call it stands before, as one writes it: `backend.init(batch)`, `pick(mode)`."""
    function: str
    """As `Site.function`."""
    given: tuple[tuple[str, str], ...]
    """Names of the function's parameters (and its object) that the test uses, each with its annotation or `""`."""
    imports: tuple[GuardImport, ...] = ()
    """What else it uses, besides builtins."""
    must_raise: bool = False
    """Whether the call raises wherever the test is true."""
    obstacles: tuple[str, ...] = ()
    """Why that cannot be said, in words; empty with `must_raise`."""
    operand: str = ""
    """The operand of the finite domain that the test was checked on, as the test writes it; `""`: none."""
    accepted: tuple[str, ...] = ()
    """Members of that domain that do not get to the site, as the source writes them."""
    accepted_values: tuple[str, ...] = ()
    """Where the test is that a parameter is none of some constants: these, as the source writes them."""
    agrees: int = 0
    """On how many members of the domain the test and the reaching set were compared, and agree."""


class NoGuard(NamedTuple):
    """Why a site has none."""

    reason: str
    """In words, for people."""


class Snippets(NamedTuple):
    """Code of a record; `""`: there is none."""

    validation: str = ""
    type_guard: str = ""
    try_catch: str = ""
    example_fix: str = ""


class Guarded(NamedTuple):
    """A site's guard, or why it has none, and the code of its record."""

    guard: Guard | NoGuard
    snippets: Snippets = Snippets()
