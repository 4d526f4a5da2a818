"""What an audit says of a record: each of its claims with a verdict, the reason, and the right value."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

UNKNOWN_VERDICT: Final = "unknown"


class ClaimCheck(NamedTuple):
    """One claim of a record, and what the source says of it."""

    field: str
    """Of the published form: `messagePattern`."""
    claim: str
    """What is claimed, in short: a name, a value, or what the field says as a whole."""
    level: Level | None
    """`LOCATED`, `EVALUATED` or `RESOLVED` where it is so, `REFUTED` where it is not; `None`: that cannot be told."""
    reason: str = ""
    """Why, for people, in one line; never `""` for what is refuted or cannot be told."""
    right: str = ""
    """What would be right, where that is known."""

    @property
    def verdict(self) -> str:
        """The level's name, `unknown` where there is none."""
        return UNKNOWN_VERDICT if self.level is None else str(self.level)


class Audit(NamedTuple):
    """All checks of one record."""

    id: str
    """As the record gives it."""
    repo: str
    package: str
    """The distribution that it was checked against."""
    version: str
    exact: bool
    """Whether this is the very version that the record is about, as far as both say; otherwise lines may have moved."""
    file: str
    """Where the statement stands there, as `SourceFile.path`; `""`: it was not found."""
    line: int
    """0: it was not found."""
    function: str
    checks: tuple[ClaimCheck, ...]
    """In the order of the form's fields."""

    @property
    def refuted(self) -> tuple[ClaimCheck, ...]:
        """The claims that are false."""
        return tuple(check for check in self.checks if check.level is Level.REFUTED)
