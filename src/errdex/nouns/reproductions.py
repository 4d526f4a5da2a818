"""What was run: calls that end at a statement, tests that reach it, guards against real calls."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class Reproduction(NamedTuple):
    """A program that was run, by itself, and ended at the statement."""

    code: str
    """The whole program: imports, and one call."""
    exception: str
    """Qualified name of the class that it ended with."""
    message: str
    output: str
    """The traceback that it printed, cut where it is long."""
    python: str
    """Version of the interpreter that ran it."""


class RanTests(NamedTuple):
    """Tests of the package that were run."""

    tests: tuple[str, ...]
    """As pytest names them."""
    raised: bool
    """Whether the statement raised while they ran."""
    passed: bool
    message: str = ""
    """What the statement raised."""


class GuardRun(NamedTuple):
    """A guard against real calls of its function."""

    held_raised: int
    """Calls for which it held and that raised at the statement."""
    held_else: int
    not_held_raised: int
    """Calls for which it did not hold and that raised at the statement all the same."""
    not_held_else: int
    must_raise: bool = False
    """As `Guard.must_raise`: whether it is claimed that the call raises wherever it holds."""


class Verified(NamedTuple):
    """What running came to for one statement."""

    record: str
    file: str
    line: int
    function: str
    reproduction: Reproduction | None
    """`None`: no call was found that ends there."""
    reason: str = ""
    """Why there is none, for people."""
    test: RanTests | None = None
    guard: GuardRun | None = None
