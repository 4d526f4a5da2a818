"""Whether a class as printed can be what a statement raises.

Printed names may lack their module, may name the module a class pretends to come from (`__module__` is often set to the
public one), and may be those of a subclass made at run time. So last names decide, and equal modules count more.
"""

from __future__ import annotations

import builtins
from enum import IntEnum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.matches import SiteRef

BUILTIN_EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
"""Names that Python prints without a module."""

_MADE_INTO_SUBCLASSES = frozenset({"OSError", "IOError", "EnvironmentError", "WindowsError", "ExceptionGroup", "BaseExceptionGroup"})
_OS_ERRORS = frozenset(
    name for name in BUILTIN_EXCEPTIONS if issubclass(getattr(builtins, name), OSError) and name not in _MADE_INTO_SUBCLASSES
)


class Agreement(IntEnum):
    """How the printed class and the statement's class stand to each other."""

    DIFFERENT = 0
    """Both are known, and they differ."""
    UNSAID = 1
    """The report prints no class."""
    UNKNOWN = 2
    """The source does not show what the statement raises."""
    RELATED = 3
    """One inherits from the other, or run time may make one of the other."""
    SAME_NAME = 4
    """The last names are equal; the modules differ or one is not known."""
    SAME = 5
    """The qualified names are equal."""


def class_agreement(printed: str, ref: SiteRef) -> Agreement:
    """How the class as printed agrees with what a statement raises."""
    if not printed:
        return Agreement.UNSAID
    name = printed.rpartition(".")[2]
    site_name = (ref.qualified or ref.exception).rpartition(".")[2]
    if site_name and (name == site_name or name == ref.exception.rpartition(".")[2]):
        return _same_name(printed, name, ref)
    if not (ref.qualified or _reads_as_class(ref.exception)):
        return Agreement.UNKNOWN
    if any(name == base.rpartition(".")[2] for base in ref.bases):
        return Agreement.RELATED if name not in _ROOTS else Agreement.DIFFERENT
    if site_name in _MADE_INTO_SUBCLASSES and name in _OS_ERRORS:
        return Agreement.RELATED
    return Agreement.DIFFERENT


_ROOTS = frozenset({"object", "BaseException", "Exception"})


def _reads_as_class(written: str) -> bool:
    """Whether a name that imports do not resolve can only be that class: not a variable (`exc`), not an attribute that a
    subclass may set (`self.Error`)."""
    return "." not in written and written.lstrip("_")[:1].isupper()


def _same_name(printed: str, name: str, ref: SiteRef) -> Agreement:
    """Grades equal last names by their modules."""
    if "." not in printed:
        builtin = name in BUILTIN_EXCEPTIONS
        if not ref.qualified:
            return Agreement.SAME_NAME
        return Agreement.SAME if builtin == (ref.qualified == f"builtins.{name}") and builtin else _bare(builtin)
    if printed == ref.qualified or printed == f"builtins.{name}" == ref.qualified:
        return Agreement.SAME
    if ref.qualified.startswith("builtins."):
        return Agreement.DIFFERENT
    return Agreement.SAME_NAME


def _bare(builtin: bool) -> Agreement:
    """A name printed without module: of a builtin it would be another class; else people leave modules out."""
    return Agreement.RELATED if builtin else Agreement.SAME_NAME


def same_root(printed: str, ref: SiteRef) -> bool:
    """Whether the module of the printed class and the statement's class begin with the same package."""
    return "." not in printed or printed.partition(".")[0] == (ref.qualified or ref.file).replace("/", ".").partition(".")[0]
