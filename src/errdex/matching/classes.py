"""Whether a class as printed can be what a statement raises.

Printed names may lack their module, may name the module a class pretends to come from (`__module__` is often set to the
public one), and may be those of a subclass made at run time. So last names decide, and equal modules count more.
"""

from __future__ import annotations

import builtins
from enum import IntEnum

from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.matches import SiteRef

BUILTIN_EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
"""Names that Python prints without a module."""

_ALIASES = {
    "builtins.IOError": "builtins.OSError",
    "builtins.EnvironmentError": "builtins.OSError",
    "builtins.WindowsError": "builtins.OSError",
    "socket.error": "builtins.OSError",
    "select.error": "builtins.OSError",
    "socket.timeout": "builtins.TimeoutError",
    "asyncio.TimeoutError": "builtins.TimeoutError",
    "concurrent.futures.TimeoutError": "builtins.TimeoutError",
}
"""Old names that Python prints under the new one."""
_OS_ERROR_NAMES = frozenset({"OSError", "IOError", "EnvironmentError", "WindowsError"})
_MADE_FROM = {
    **{
        name: _OS_ERROR_NAMES
        for name in BUILTIN_EXCEPTIONS
        if issubclass(getattr(builtins, name), OSError) and name not in _OS_ERROR_NAMES
    },
    "ExceptionGroup": frozenset({"BaseExceptionGroup"}),
}
"""Classes of which Python makes an instance when a statement calls another: `OSError(2, …)` is a `FileNotFoundError`."""

VENDOR_FOLDERS = frozenset(
    {"_vendor", "vendor", "vendored", "_vendored", "_distutils", "extern", "externals", "third_party", "thirdparty"}
)
"""Folders in which packages keep copies of others."""


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
    OTHER_PACKAGE = 4
    """The last names are equal, but the modules belong to different packages: a copy, or another class."""
    SAME_NAME = 5
    """The last names are equal; the modules differ inside one package, or one is not known."""
    SAME_BUILTIN = 6
    """The same class of the interpreter, which any package may raise."""
    SAME = 7
    """The qualified names are equal, and they are those of a package."""


def class_agreement(printed: str, ref: SiteRef) -> Agreement:
    """How the class as printed agrees with what a statement raises."""
    if not printed:
        return Agreement.UNSAID
    old = ref.qualified or ref.exception
    if old in _ALIASES:
        ref = ref._replace(exception=_ALIASES[old].rpartition(".")[2], qualified=_ALIASES[old])
    name = printed.rpartition(".")[2]
    site_name = (ref.qualified or ref.exception).rpartition(".")[2]
    if site_name and (name == site_name or name == ref.exception.rpartition(".")[2]):
        return _same_name(printed, name, ref)
    if name in ref.exception.split("."):
        return Agreement.SAME_NAME  # a class method that makes one: `ValidationError.from_cause(…)`
    if not _reads_as_class(site_name, ref) or _may_warn_otherwise(site_name, ref):
        return Agreement.UNKNOWN
    if any(name == base.rpartition(".")[2] for base in ref.bases):
        return Agreement.RELATED if name not in _ROOTS else Agreement.DIFFERENT
    if site_name in _MADE_FROM.get(name, ()):
        return Agreement.RELATED
    return Agreement.DIFFERENT


def _may_warn_otherwise(name: str, ref: SiteRef) -> bool:
    """Whether a warning's category is only the default: `warn(message)` takes the class of a message that is a warning."""
    return ref.kind is SiteKind.WARN and name == "UserWarning"


_ROOTS = frozenset({"object", "BaseException", "Exception"})


def _reads_as_class(name: str, ref: SiteRef) -> bool:
    """Whether the statement can raise only the class of that name: it is none of a variable (`exc`), of a function that
    makes one (`not_found(…)`), of an attribute that a subclass may set (`self.Error`).
    """
    if not name.lstrip("_")[:1].isupper():
        return False
    return bool(ref.qualified) or "." not in ref.exception


def _same_name(printed: str, name: str, ref: SiteRef) -> Agreement:
    """Grades equal last names by their modules."""
    builtin = ref.qualified == f"builtins.{name}"
    if printed in {name, f"builtins.{name}"}:
        if builtin:
            return Agreement.SAME_BUILTIN
        # Python prints other classes with their module, but people leave it out.
        return Agreement.RELATED if ref.qualified and name in BUILTIN_EXCEPTIONS else Agreement.SAME_NAME
    if builtin:
        return Agreement.DIFFERENT
    if printed == ref.qualified:
        return Agreement.SAME
    if (
        not ref.qualified
        or _root(printed) == _root(ref.qualified)
        or _unvendored(printed) == _unvendored(ref.qualified)
    ):
        return Agreement.SAME_NAME
    return Agreement.OTHER_PACKAGE


def _unvendored(name: str) -> str:
    """The name without the packages that a copy was put into: `requests.X` of `pip._vendor.requests.X`."""
    parts = name.split(".")
    folders = [place for place, part in enumerate(parts) if part in VENDOR_FOLDERS]
    return ".".join(parts[folders[-1] + 1 :]) if folders else name


def _root(module: str) -> str:
    """The package a dotted name begins with; `_pytest` is `pytest`."""
    return module.partition(".")[0].lstrip("_")
