"""The dialects: which text could hold which, and where it is read.

A dialect's module is imported when one of its hints stands in the text: a cold one-shot answer pays only for what it reads.
A new dialect is one module with `find(lines: Lines) -> list[Found]`, one row here, and examples under
`tests/reports/examples/`.
"""

from __future__ import annotations

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from errdex.reports.found import Found, Lines


class Dialect(NamedTuple):
    """One form in which errors are printed."""

    name: str
    """As `Report.dialect` gives it."""
    module: str
    """Below `errdex.reports.dialects`."""
    hints: tuple[str, ...]
    """A text without any of these cannot hold it."""


DIALECTS = (Dialect("traceback", "python", ("(most recent call last)", '", line ')),)
"""Where two find the same lines, the one that stands first here is right."""


def load(dialect: Dialect) -> Callable[[Lines], list[Found]]:
    """The `find` of a dialect's module."""
    from importlib import import_module

    find: Callable[[Lines], list[Found]] = import_module(f"errdex.reports.dialects.{dialect.module}").find
    return find
