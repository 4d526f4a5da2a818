"""The calls of a file, by a look at its text.

Visiting every expression would cost more than parsing. So one regular expression passes over the text, strings and
comments skipped as units, and stops at names that are called; what their first part stands for is known from the
statements (`locals`). Packed as `FileFacts.calls` says.
"""

from __future__ import annotations

import builtins
import re

from errdex.languages.python.locals import FREE, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from errdex.languages.python.locals import Locals, Scope
    from errdex.languages.python.outline import Outline
    from errdex.languages.python.source import Source

_TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"""'
    r"|'''(?:[^'\\]++|\\.|'(?!''))*+'''"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'(?:[^'\\\n]++|\\.)*+'"
    r"|\#[^\n]*+"
    r"|(?<![\w.])(?:(?:def|class)[ \t]++\w++|super\((?P<of>[^()\n]*+)\)\.(?P<inherited>\w++)(?=\()"
    r"|(?P<called>[A-Za-z_][\w.]*+)\(|self\.(?P<read>\w++))"
    r"|(?<=[\])])\.(?P<chained>\w++)\(",
    re.DOTALL,
)
_INSIDE_BRACES = re.compile(r"\{(?!\{)[^{}\"']*\(")
_CALLED = re.compile(r"(?<![\w.])([A-Za-z_][\w.]*+)\(")
_FIRST_ARGUMENT = re.compile(r"\s*([A-Za-z_][\w.]*+)\s*[,)]")
_METHOD_OF_IT = re.compile(r"[^()\n]*+\)\.(\w++)\(")
_HANDS_ON = frozenset({"partial", "map", "filter", "starmap", "submit", "run_in_executor", "to_thread", "wraps"})
"""Last names of functions that call their first argument, now or later."""

_KEYWORDS = frozenset({
    "if", "elif", "while", "for", "in", "not", "and", "or", "is", "return", "yield", "await", "assert", "del", "lambda",
    "with", "raise", "print", "else", "except", "from", "import", "match", "case", "async", "as", "super",
})  # fmt: skip
_BUILTIN = frozenset(name for name in dir(builtins))
COMMON = frozenset(
    name for kind in (str, bytes, list, dict, set, int, float, tuple, type, object) for name in dir(kind)
) | frozenset({
    "read", "write", "close", "open", "flush", "seek", "readline", "match", "search", "sub", "group", "groups", "compile",
    "info", "debug", "warning", "error", "exception", "critical", "log", "warn", "is_set", "acquire", "release", "put",
    "start", "stop", "run", "wait", "send", "recv", "connect", "execute", "fetch", "save", "load", "apply", "astype",
    "reshape", "sum", "mean", "min", "max", "any", "all", "add_argument", "parse_args", "exists", "mkdir", "parse", "name",
    "dtype", "shape", "item", "tolist", "view", "filter", "order_by", "create", "delete", "first", "last", "next", "reset",
    "transform", "fit", "predict", "result", "submit", "map", "render", "check", "validate", "build", "register", "set",
})  # fmt: skip
"""Method names that say nothing of whose they are."""


class Defined:
    """Names of a module that calls may begin with."""

    __slots__ = ("_names", "_starred", "methods")

    def __init__(self, outline: Outline) -> None:
        functions = [facts.name for facts in outline.functions]
        classes = [facts.name for facts in outline.classes]
        imports = [local for local, _, _ in outline.all_imports()]
        constants = [name for name, _ in outline.constants.facts()]
        self._names = frozenset([*functions, *classes, *imports, *constants])
        self._starred = "*" in self._names
        self.methods = frozenset(name.rpartition(".")[2] for name in functions if "." in name)
        """Last names of functions inside classes (and functions)."""

    def __contains__(self, name: str) -> bool:
        return name in self._names or (self._starred and name not in _BUILTIN)


def calls_of(source: Source, names: Locals, defined: Defined) -> tuple[str, ...]:
    """The packed calls of a file."""
    found: dict[int, list[str]] = {}
    caller = _Caller(names)
    forms: dict[tuple[int, str], str] = {}
    for line, form in _iter_written(source, names.skipped, defined.methods):
        scope = caller.at(line)
        key = (id(scope), form)
        called = forms.get(key)
        if called is None:
            called = forms[key] = called_as(form, scope, defined)
        if called:
            found.setdefault(scope.index, []).append(f"{line}:{called}")
    return tuple([f"{index} {' '.join(calls)}" for index, calls in found.items()])


def _tokens(source: Source, skipped: Sequence[tuple[int, int]]) -> Iterator[re.Match[str]]:
    """The tokens of all lines but those that are skipped."""
    text, starts = source.text, source.starts
    begin = 0
    for first, last in sorted(skipped):
        if starts[first - 1] >= begin:
            yield from _TOKEN.finditer(text, begin, starts[first - 1])
        begin = max(begin, starts[last])
    yield from _TOKEN.finditer(text, begin)


def _iter_written(
    source: Source, skipped: Sequence[tuple[int, int]], methods: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Line and form of everything in the text that looks like a call."""
    text, starts = source.text, source.starts
    line, following = 1, starts[1]
    for token in _tokens(source, skipped):
        kind = token.lastgroup
        if kind == "called":
            forms = _called(token, text)
        elif kind == "read":
            forms = (f"@self.{token[kind]}",) if token[kind] in methods else ()
        elif kind is None:
            forms = _formatted(token, text)
        elif kind == "inherited" and not token["of"]:
            forms = (f"super.{token[kind]}",)
        else:  # `super(…)` with arguments may mean any class
            forms = (f"?/{token[kind]}",)
        if not forms:
            continue
        at = token.start(kind or 0)
        while at >= following:
            line += 1
            following = starts[line]
        for form in forms:
            yield line, form


def _called(token: re.Match[str], text: str) -> Sequence[str]:
    """A name that is called, and a function that is handed to it to be called."""
    name = token["called"]
    if name in _KEYWORDS:
        return ()
    if name.rpartition(".")[2] in _HANDS_ON:
        argument = _FIRST_ARGUMENT.match(text, token.end())
        if argument is not None:
            return (name, f"&{argument[1]}")
    elif name[name.rfind(".") + 1].isupper():
        on_it = _METHOD_OF_IT.match(text, token.end())
        if on_it is not None:
            return (name, f"={name}/{on_it[1]}")
    return (name,)


def _formatted(token: re.Match[str], text: str) -> Sequence[str]:
    """What a string calls, if it is an f-string."""
    at = token.start()
    if not at or text[at - 1] not in "fF" or text.find("(", at, token.end()) < 0:
        return ()
    return list(_called_inside(token[0]))


def _called_inside(string: str) -> Iterator[str]:
    """Names called inside the braces of an f-string."""
    for piece in _INSIDE_BRACES.finditer(string):
        for called in _CALLED.finditer(piece[0]):
            yield called[1]


def called_as(form: str, scope: Scope, defined: Defined) -> str:
    """How `FileFacts.calls` writes a call; `""`: it leads nowhere."""
    if form[0] == "?":
        return "" if form[2:] in COMMON else form
    if form.startswith(("super.", "@")):
        return form if scope.owner else ""
    if form[0] == "=":
        root = form[1:].partition("/")[0].partition(".")[0]
        return form if root in defined and scope.lookup(root) in (None, FREE) else ""
    mark = "&" if form[0] == "&" else ""
    root, dot, rest = form.removeprefix("&").partition(".")
    if root in ("self", "cls") and scope.owner:
        return form
    bound = scope.lookup(root)
    if bound is None or bound == FREE:
        known = bound is not None or root in defined
        return form if known and not rest.endswith(".") else ""
    last = rest.rpartition(".")[2]
    if bound == UNKNOWN or (bound[0] in "=:" and mark):
        return "" if not last or last in COMMON or mark else f"?/{last}"
    if bound[0] in "=:":
        return f"{bound}/{rest}" if rest else ""
    aliased = bound.partition(".")[0]
    if aliased == root or (aliased not in ("self", "cls") and scope.lookup(aliased) not in (None, FREE)):
        return "" if not last or last in COMMON or mark else f"?/{last}"
    return f"{mark}{bound}{dot}{rest}" if aliased in ("self", "cls") or aliased in defined else ""


class _Caller:
    """Finds the scope of lines that come in rising order."""

    __slots__ = ("_inside", "_next", "_scopes")

    def __init__(self, names: Locals) -> None:
        self._scopes = names.scopes
        self._next = 0
        self._inside = [names.module]

    def at(self, line: int) -> Scope:
        """The innermost scope."""
        inside = self._inside
        while self._next < len(self._scopes) and self._scopes[self._next].first <= line:
            while len(inside) > 1 and inside[-1].last < self._scopes[self._next].first:
                inside.pop()
            inside.append(self._scopes[self._next])
            self._next += 1
        while len(inside) > 1 and inside[-1].last < line:
            inside.pop()
        return inside[-1]
