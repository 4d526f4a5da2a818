"""What must hold for control to be at a site, and which members of a domain make it hold."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class Clause(NamedTuple):
    """One conjunct of a condition."""

    text: str
    """As the source writes it, negations pushed inward. A clause that is no Python expression (an `except`, a `for` that
    ran out) starts with a capital letter and has `kind` set."""
    line: int
    """Of the statement that imposes it, from 1."""
    stale: bool = False
    """An operand may have been reassigned before the site."""
    kind: str = "test"
    """`test`: a Python expression that is true at the site; `except`: the handler of that exception was entered;
    `loop`: a loop ran out without `break`; `case`: a `match` pattern that fitted; `no-case`: one that did not."""
    trace: tuple[str, ...] = ()
    """Where its operands come from, in words: `mode: parameter, default 'r'`, `size: result of len(data)`."""


class Branch(NamedTuple):
    """Where the members of a domain go that do not reach the site."""

    line: int
    """Of the test that takes them."""
    text: str
    """The test as the source writes it."""
    members: tuple[str, ...]
    """Which it takes."""


class ReachingSet(NamedTuple):
    """The members of a finite domain for which the condition holds, found by evaluating it on each."""

    operand: str
    """Expression that ranges over the domain: `forward_batch.forward_mode`."""
    domain: str
    """What the domain is: `ForwardMode (enum)`, `Literal`, `bool`, the name of a constant collection."""
    members: tuple[str, ...]
    """All of the domain, as the source writes them: `ForwardMode.DECODE`, `'left'`."""
    reaching: tuple[str, ...]
    """Those that get to the site."""
    branches: tuple[Branch, ...] = ()
    """Who takes the others, in source order."""
    outside: bool = False
    """Whether values that are no member of the domain get there as well, as far as the clauses tell."""
    undecided: tuple[str, ...] = ()
    """Members among `reaching` for which a clause could not be decided: they get there, or another branch takes them."""
