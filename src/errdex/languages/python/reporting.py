"""Which calls report an error: warnings, log calls at WARNING or above, exits with a message.

A receiver counts as a logger where its name says so (`log`, `logger`, `self._logger`, `LOG`), where it is the `logging`
module or `getLogger(…)` itself, or where the file assigns it from such a call. A name that the file binds to a logger's method
(`error = logger.error`) logs like it. Nothing else named `error` or `warning` does.
"""

from __future__ import annotations

import ast
import re

from errdex.languages.python.expressions import dotted_name
from errdex.nouns.base import NamedTuple
from errdex.nouns.sites import SiteKind

LEVELS = {
    "warning": "WARNING",
    "warn": "WARNING",
    "error": "ERROR",
    "exception": "ERROR",
    "critical": "CRITICAL",
    "fatal": "CRITICAL",
}
"""Log methods at WARNING or above, by the level they log at."""

_LEVEL_NAMES = {"WARNING": "WARNING", "WARN": "WARNING", "ERROR": "ERROR", "CRITICAL": "CRITICAL", "FATAL": "CRITICAL"}
_LEVEL_NUMBERS = {30: "WARNING", 40: "ERROR", 50: "CRITICAL"}

_LOGGER_NAME = re.compile(
    r"_*(?:\w*_?logger|(?:\w*_)?log|logging|\w*Logger|\w*[a-z]Log|(?:\w*_)?LOG)_*$", re.IGNORECASE
)
_NO_LOGGER = frozenset({"catalog", "dialog", "blog", "backlog", "changelog", "prolog", "analog", "weblog"})
_MAKES_LOGGER = re.compile(r"(?:^|\.)(?:getLogger|get_logger|getChild|Logger|LoggerAdapter|bind)$")
_LOGGER_MADE = re.compile(r"([\w.]+)\s*(?::[^=\n]+)?=\s*[\w.]*(?:getLogger|get_logger|LoggerAdapter)\(")
_LOGGER_MAKERS = ("getLogger(", "get_logger(", "LoggerAdapter(")
_PARSER_MADE = re.compile(r"([\w.]+)\s*(?::[^=\n]+)?=\s*[\w.]*(?:ArgumentParser|OptionParser|add_parser)\(")
_WARN_IMPORTED = re.compile(r"^\s*from\s+warnings\s+import\s+([^#\n]*(?:\n[^)]*\))?)", re.MULTILINE)
_EXIT_IMPORTED = re.compile(r"^\s*from\s+sys\s+import\s+[^#\n]*\bexit\b", re.MULTILINE)
_ALIAS = re.compile(r"\b(warn|warn_explicit)(?:\s+as\s+(\w+))?")


class Reported(NamedTuple):
    """What a reporting call reports."""

    kind: SiteKind
    exception: str
    """Category, level, or `SystemExit`."""
    message: ast.expr | None
    arguments: tuple[ast.expr, ...] = ()
    """What a log call puts into its message with `%`."""


class Reporters:
    """Recognises the reporting calls of one file."""

    __slots__ = ("_bound", "_loggers", "_parsers", "_text", "_warners", "names")

    def __init__(self, text: str) -> None:
        self._text = text
        self._warners = _warners(text) if "warnings import" in text else {}
        self._loggers = _assigned(text, _LOGGER_MADE, _LOGGER_MAKERS)
        self._parsers = _assigned(text, _PARSER_MADE, ("ArgumentParser(", "OptionParser(", "add_parser("))
        self._bound = bound_methods(text)
        self.names = frozenset({*LEVELS, *self._warners, *self._bound, "warn_explicit", "log", "exit"})
        """Last parts of the names of all calls that may report."""

    def reported(self, call: ast.Call) -> Reported | None:
        """What a call reports, or `None`."""
        match call.func:
            case ast.Name(id=name) if name in self._warners:
                return _warning(call, self._warners[name])
            case ast.Name(id=name) if name in self._bound:
                return _logged(call, self._bound[name], 0)
            case ast.Name(id="exit") | ast.Attribute(value=ast.Name(id="sys"), attr="exit"):
                return _exit(call)
            case ast.Attribute(value=receiver, attr=name):
                return self._reported_by(call, receiver, name)
        return None

    def _reported_by(self, call: ast.Call, receiver: ast.expr, name: str) -> Reported | None:
        owner = dotted_name(receiver)
        last = owner.rpartition(".")[2] if owner is not None else ""
        if name in {"warn", "warn_explicit"} and last.lstrip("_") == "warnings":
            return _warning(call, name)
        if name == "error" and owner is not None and (last in self._parsers or last.lower().endswith("parser")):
            return self._parser_error(call, last)
        if not self._is_logger(receiver, last):
            return None
        if name == "log":
            return _logged_at_level(call)
        return _logged(call, LEVELS[name], 0) if name in LEVELS else None

    def _is_logger(self, receiver: ast.expr, last: str) -> bool:
        if isinstance(receiver, ast.Call):
            made = dotted_name(receiver.func) or (
                receiver.func.attr if isinstance(receiver.func, ast.Attribute) else ""
            )
            return bool(_MAKES_LOGGER.search(made)) and (not made.endswith("bind") or "log" in made.lower())
        if last in self._loggers:
            return True
        return bool(last) and _LOGGER_NAME.match(last) is not None and last.lower().lstrip("_") not in _NO_LOGGER

    def _parser_error(self, call: ast.Call, last: str) -> Reported | None:
        known = last in self._parsers or "argparse" in self._text or "optparse" in self._text
        if not known or len(call.args) != 1 or isinstance(call.args[0], ast.Starred):
            return None
        return Reported(SiteKind.EXIT, "SystemExit", call.args[0])


def _assigned(text: str, pattern: re.Pattern[str], needles: tuple[str, ...]) -> set[str]:
    """Last parts of the names that lines with one of the needles assign."""
    found: set[str] = set()
    for needle in needles:
        position = text.find(needle)
        while position >= 0:
            start = text.rfind("\n", 0, position) + 1
            found.update(name.rpartition(".")[2] for name in pattern.findall(text, start, position + len(needle)))
            position = text.find(needle, position + 1)
    return found


_BOUND = re.compile(
    r"^[ \t]*(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*=[ \t]*\(?\s*([\w.]+(?:\s*,\s*[\w.]+)*)[,\s]*\)?[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
_METHOD = re.compile(r"(\w+)\.(\w+)$")
_UNCALLED = re.compile(rf"\.(?:{'|'.join(LEVELS)})\b(?![ \t]*[(.=])")


def bound_methods(text: str) -> dict[str, str]:
    """Names that a file binds to methods of loggers (`error = logger.error`), with the levels they log at."""
    found: dict[str, str] = {}
    if _UNCALLED.search(text) is None:
        return found
    loggers = _assigned(text, _LOGGER_MADE, _LOGGER_MAKERS)
    for targets, values in _BOUND.findall(text):
        names, methods = targets.split(","), values.split(",")
        for name, value in zip(names, methods, strict=False) if len(names) == len(methods) else ():
            method = _METHOD.search(value.strip())
            if method is None or method[2] not in LEVELS:
                continue
            if method[1] in loggers or _LOGGER_NAME.match(method[1]):
                found[name.strip()] = LEVELS[method[2]]
    return {name: level for name, level in found.items() if not re.search(rf"\b(?:def|import) +{name}\b", text)}


def _warners(text: str) -> dict[str, str]:
    """Local names of `warn` and `warn_explicit` that a file imports by name."""
    found: dict[str, str] = {}
    for imported in _WARN_IMPORTED.findall(text):
        for name, alias in _ALIAS.findall(imported):
            found[alias or name] = name
    return found


def _argument(call: ast.Call, position: int, keyword: str) -> ast.expr | None:
    """An argument by position or keyword; `None` where it is not given, or hidden behind a `*`."""
    before = call.args[: position + 1]
    if len(before) > position and not any(isinstance(one, ast.Starred) for one in before):
        return before[position]
    return next((one.value for one in call.keywords if one.arg == keyword), None)


def _warning(call: ast.Call, function: str) -> Reported:
    message = _argument(call, 0, "message")
    category = _argument(call, 1, "category")
    if category is None and isinstance(message, ast.Call):
        made = dotted_name(message.func) or ""
        if made.endswith("Warning") and len(message.args) <= 1 and not message.keywords:
            return Reported(SiteKind.WARN, made, message.args[0] if message.args else None)
    if category is None or (isinstance(category, ast.Constant) and category.value is None):
        exact = not any(isinstance(one, ast.Starred) for one in call.args) and all(one.arg for one in call.keywords)
        return Reported(SiteKind.WARN, "UserWarning" if exact and function == "warn" else "", message)
    return Reported(SiteKind.WARN, dotted_name(category) or "", message)


def _logged(call: ast.Call, level: str, position: int) -> Reported:
    message = _argument(call, position, "msg") or _argument(call, position, "event")
    arguments = tuple(call.args[position + 1 :]) if message is not None and len(call.args) > position else ()
    return Reported(SiteKind.LOG, level, message, arguments)


def _logged_at_level(call: ast.Call) -> Reported | None:
    match call.args[0] if call.args else None:
        case ast.Constant(value=int(number)) if number >= 30:
            level = _LEVEL_NUMBERS.get(number, str(number))
        case ast.Attribute(attr=name) | ast.Name(id=name) if name in _LEVEL_NAMES:
            level = _LEVEL_NAMES[name]
        case ast.Attribute(attr=name) | ast.Name(id=name) if name not in {"DEBUG", "INFO", "NOTSET", "TRACE", "NOTICE"}:
            level = ""  # only run time knows: it may be one of those that count
        case _:
            return None
    return _logged(call, level, 1)


def _exit(call: ast.Call) -> Reported | None:
    """An exit with a message: what is shown to be, or by its name is, a status is none."""
    if len(call.args) != 1 or call.keywords:
        return None
    match call.args[0]:
        case ast.Constant(value=value) if not isinstance(value, str):
            return None
        case ast.Constant() | ast.JoinedStr():
            pass
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left) if not _texts(left):
            return None
        case ast.BinOp(op=ast.Add() | ast.Mod()):
            pass
        case ast.Name(id=name) if not re.match(
            r"(?:\w*_)?(?:msg|message|error|err|e|ex|exc|text|usage|help|reason|doc)$", name
        ):
            return None
        case ast.Name():
            pass
        case ast.Call(func=ast.Name(id="str" | "repr" | "_" | "gettext" | "ngettext")):
            pass
        case ast.Call(func=ast.Attribute(attr="format" | "join" | "strip" | "format_help" | "dedent")):
            pass
        case _:
            return None
    return Reported(SiteKind.EXIT, "SystemExit", call.args[0])


def _texts(left: ast.expr) -> bool:
    while isinstance(left, ast.BinOp):
        left = left.left
    return isinstance(left, (ast.JoinedStr, ast.Name, ast.Attribute, ast.Call)) or (
        isinstance(left, ast.Constant) and isinstance(left.value, str)
    )
