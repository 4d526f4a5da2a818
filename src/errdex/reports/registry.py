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
    """A text without any of these, after a line end put before it, cannot hold it."""


_AT = ("\tat ", *("\n" + " " * width + "at " for width in range(9)))

DIALECTS = (
    Dialect(
        "exception-group", "groups", ("Exception Group Traceback", "+-+---", "+----------------", "| ExceptionGroup: ")
    ),
    Dialect("django-page", "django", ("Exception Type:",)),
    Dialect("rich", "rich", ("\u2500 Traceback (most", "- Traceback (most", "\u2501 Traceback (most")),
    Dialect(
        "ipython",
        "ipython",
        ("-> ", "Cell In[", "<ipython-input-", "Input In [", "\n  File ~", "\n  File /", "\nFile ~"),
    ),
    Dialect("warning", "warned", ("Warning:", ".py:")),
    Dialect("pytest", "pytest", ("\nE   ", "\nE  ", "\nFAILED ", "\nERROR ", "_ _ _ _", ".py:")),
    Dialect("traceback", "python", ("(most recent call last)", '", line ', '" in ')),
    Dialect("faulthandler", "faulthandler", ("Fatal Python error: ", "(most recent call first)", "fatal exception: ")),
    Dialect("home-assistant", "homeassistant", ("\nLogger: ",)),
    Dialect("pip", "pip", ("\u00d7 ", "\nx ")),
    Dialect("crashtest", "crashtest", ("\u2502",)),
    Dialect("go", "go", ("panic: ", "PANIC: ", "runtime error: ", "fatal error: ")),
    Dialect("java", "java", (*_AT, "Caused by: ", "Exception in thread ")),
    Dialect("javascript", "javascript", (*_AT, "Node.js v", "\n    throw ", "node:internal")),
    Dialect("dotnet", "dotnet", (*_AT, "\n   bei ", "\n   \u00e0 ", "\n   \u0432 ", "\n   en ", "\n   em ", "\n   w ")),
    Dialect("rust", "rust", ("panicked at ", "Caused by:")),
    Dialect("ruby", "ruby", (":in `", ":in '")),
    Dialect("php", "php", ("Uncaught ",)),
    Dialect("cpp", "cpp", ("terminate called after throwing",)),
)
"""Where two find the same lines, the one that stands first here is right."""


def possible_dialects(text: str) -> list[Dialect]:
    """The dialects that a text could hold."""
    text = f"\n{text}"
    return [dialect for dialect in DIALECTS if any(hint in text for hint in dialect.hints)]


def load(dialect: Dialect) -> Callable[[Lines], list[Found]]:
    """The `find` of a dialect's module."""
    # What `importlib.import_module` does, without importing `importlib`, which takes as long as all of this.
    module = __import__(f"errdex.reports.dialects.{dialect.module}", fromlist=("find",))
    find: Callable[[Lines], list[Found]] = module.find
    return find
