"""Telling the class of an exception from the words around it, without regular expressions."""

from __future__ import annotations

ENDINGS = (
    "Error",
    "Exception",
    "Warning",
    "Interrupt",
    "Exit",
    "Failure",
    "Fault",
    "Iteration",
    "Violation",
    "Panic",
    "ExceptionGroup",
    "DoesNotExist",
    "MultipleObjectsReturned",
    "NotFound",
    "Timeout",
    "Empty",
    "Full",
    "Http404",
    "error",
)
"""How the names of classes that are raised end, in nearly all packages."""

_WORDS = frozenset(ENDINGS) - {"Exception", "ExceptionGroup", "DoesNotExist", "MultipleObjectsReturned", "Http404"}
"""Endings that tools print alone before a colon: `Error: no such file`."""

MAX_CLASS = 300
"""Characters of the longest class name that is taken for one."""


def is_class_token(token: str) -> bool:
    """Whether a text could be a printed class: dotted names, perhaps with `<locals>` or `(Inner)` as Ray prints."""
    if not token or len(token) > MAX_CLASS or token[0].isdigit() or token[0] == "-":
        return False
    if token.endswith(")"):
        outer, paren, inner = token[:-1].partition("(")
        return bool(paren) and is_class_token(outer) and all(is_class_token(part) for part in inner.split(", "))
    names = token.split(".")
    # Only the last name is a class; modules may be named after a file with hyphens in it.
    return names[-1].isidentifier() and all(_is_module_name(name) for name in names[:-1])


def _is_module_name(name: str) -> bool:
    return (
        name.isidentifier()
        or name == "<locals>"
        or (bool(name) and name.replace("-", "_").replace("+", "_").isalnum())
        or (bool(name) and ("_" + name.replace("-", "_")).isidentifier())
    )


def looks_raised(token: str) -> bool:
    """Whether a name is one that people give to exceptions, so that `name: text` can be split without other evidence."""
    if not is_class_token(token):
        return False
    last = token.partition("(")[0].rpartition(".")[2]
    if last.endswith(ENDINGS):
        return "." in token or last not in _WORDS
    return "." in token and last[:1].isupper() and any(char.islower() for char in last)


def split_exception(line: str) -> tuple[str, str] | None:
    """Class and first line of the message of a line that stands where an exception stands; `None`: it is none."""
    if line.startswith("<class '"):
        name, closed, rest = line[8:].partition("'>")
        if closed and is_class_token(name) and (not rest or rest.startswith(":")):
            return name, rest[1:].removeprefix(" ")
        return None
    head, _, rest = line[: MAX_CLASS + 1].partition(":")
    token = head.rstrip()
    if not is_class_token(token):
        return None
    return token, line[len(head) + 1 :].removeprefix(" ")


def split_raised(line: str) -> tuple[str, str] | None:
    """As `split_exception`, where nothing but the name itself says that an exception stands here."""
    split = split_exception(line)
    return split if split and looks_raised(split[0]) else None
