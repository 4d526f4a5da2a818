"""Which calls may be repeated: they change nothing, and give the same answer as long as nothing else changes.

Known functions of the language and of well-known modules, methods of its own types, and calls that are named as
questions (`is_open()`, `has_key(k)`, `mode.is_decode_or_idle()`); everything else may do anything.
"""

from __future__ import annotations

import ast
import re

BUILTINS = frozenset({
    "isinstance", "issubclass", "len", "type", "callable", "hasattr", "getattr", "str", "int", "float", "bool", "repr", "ascii",
    "tuple", "set", "frozenset", "list", "dict", "abs", "min", "max", "sum", "sorted", "any", "all", "id", "range", "ord", "chr",
    "bytes", "bytearray", "complex", "divmod", "pow", "round", "hash", "format", "hex", "oct", "bin", "slice", "vars", "dir", "zip",
    "map", "filter", "enumerate", "reversed", "memoryview", "object", "super", "locals", "globals", "property", "cast",
    "_", "gettext", "ngettext", "pgettext", "gettext_lazy", "ngettext_lazy",
})  # fmt: skip

FRESH = frozenset({
    "isinstance", "issubclass", "len", "type", "callable", "hasattr", "str", "int", "float", "bool", "repr", "ascii", "id", "range",
    "ord", "chr", "bytes", "complex", "hash", "format", "hex", "oct", "bin", "abs", "sum", "round", "divmod", "any", "all",
})  # fmt: skip
"""Builtins whose result is nothing that could be altered."""

METHODS = frozenset({
    "startswith", "endswith", "lower", "upper", "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "partition", "rpartition",
    "join", "format", "encode", "decode", "replace", "find", "rfind", "index", "rindex", "count", "keys", "values", "items", "copy",
    "title", "capitalize", "casefold", "swapcase", "zfill", "ljust", "rjust", "center", "expandtabs", "translate", "removeprefix",
    "removesuffix", "issubset", "issuperset", "isdisjoint", "intersection", "union", "difference", "symmetric_difference", "bit_length",
    "as_integer_ratio", "hex", "conjugate", "all", "any", "total_seconds", "exists", "group", "groups", "groupdict", "span",
    "mro", "most_common", "as_posix", "with_suffix", "with_name", "relative_to", "date", "time", "timestamp", "isoformat",
    "toordinal", "weekday", "tolist", "astype", "nunique", "equals", "duplicated", "ravel", "flatten", "to_numpy", "dirname", "basename", "splitext",
    "abspath", "realpath", "normpath", "normcase", "expanduser", "signature", "fullmatch", "getmodule", "total", "tobytes",
    "__contains__", "__eq__", "__len__", "__repr__", "__str__", "utcoffset", "nonzero", "lineno",
})  # fmt: skip
"""Methods of the language's own types, and of types that are used like them."""

MODULES = frozenset({"np", "numpy", "math", "cmath", "operator", "inspect", "types", "re", "os.path", "osp", "unicodedata", "string",
                     "pd", "keyword", "posixpath", "ntpath", "jnp", "typing", "numbers", "decimal", "fractions", "json", "base64",
                     "binascii", "hashlib", "textwrap", "html", "colorsys", "difflib", "shlex", "fnmatch", "bisect"})  # fmt: skip
"""Modules whose functions only compute."""

_QUESTION = re.compile(
    r"_*(?:is|are|has|have|can|could|should|supports?|needs?|allows?|was|were|does|do|did|will|contains?|matches|equals|exists|requires|"
    r"accepts|include[sd]?|uses|wants|in|issubtype)(?:_\w*)?$|_*(?:is|has)[a-z]+$|_*(?:is|has|can|should|contains|supports)[A-Z]\w*$|"
    r"\w*_(?:is|are|has|exists|equal|equals|p|dtype|like|contains?)$"
)
_BUILDS = re.compile(
    r"_*[A-Z]\w*[a-z]\w*$|\w*(?:[eE]rror|[eE]xception|[wW]arning|fail|msg|message|describe|fmt|format)\w*$"
)
"""Classes, and functions that by their name make a message or an exception."""

_SEARCHES = frozenset({"search", "match", "fullmatch", "sub", "subn", "findall"})
_PATTERN_NAME = re.compile(r"_*[A-Z][A-Z0-9_]*$|\w*_(?:re|rx|regex|regexp|pattern|pat)$")
"""Names that a compiled regular expression has: constants, `_key_re`."""

_questions: dict[str, bool] = {}


def is_repeatable(call: ast.Call) -> bool:
    """Whether the call changes nothing and would give the same answer again."""
    function = call.func
    if isinstance(function, ast.Name):
        name = function.id
        return name in BUILTINS or reads_as_repeatable(name)
    if not isinstance(function, ast.Attribute):
        return False
    name = function.attr
    if name in METHODS:
        return not (isinstance(function.value, ast.Name) and function.value.id in {"self", "cls"})
    if name == "get":
        return bool(call.args) and not any(keyword.arg in {"timeout", "block"} for keyword in call.keywords)
    return (name in _SEARCHES and _is_pattern(function.value)) or reads_as_repeatable(name) or _of_module(function)


def _is_pattern(receiver: ast.expr) -> bool:
    match receiver:
        case ast.Name(id=name):
            return _PATTERN_NAME.match(name) is not None
        case ast.Attribute(value=ast.Name(), attr=name):
            return name == "_match" or _PATTERN_NAME.match(name) is not None
    return False


def reads_as_repeatable(name: str) -> bool:
    """Whether a function's name says that it answers a question, or makes a message or an exception."""
    found = _questions.get(name)
    if found is None:
        if len(_questions) > 20_000:
            _questions.clear()
        found = _questions[name] = bool(_QUESTION.match(name) or _BUILDS.match(name))
    return found


_ALTERS = frozenset({
    "seterr", "shuffle", "seed", "load", "dump", "put", "place", "putmask", "copyto", "fill_diagonal", "put_along_axis", "set_option",
    "reset_option", "option_context", "setitem", "delitem", "iadd", "ior", "iand", "iconcat", "isub", "imul", "setcontext", "insort", "insort_left", "insort_right",
})  # fmt: skip
"""Functions of `MODULES` that alter something."""

_TELLS = frozenset({"warn", "debug", "info", "warning", "error", "exception", "critical"})
_TOLD = frozenset({"warnings", "logging", "log", "logger", "_log", "_logger", "LOG", "LOGGER"})


def only_tells(call: ast.Call) -> bool:
    """Whether a call only hands a message on: a warning or a log call, which leave what they are given as it is."""
    match call.func:
        case ast.Name(id="print"):
            return not any(keyword.arg == "file" for keyword in call.keywords)
        case ast.Attribute(value=ast.Name(id=receiver) | ast.Attribute(attr=receiver), attr=name):
            return name in _TELLS and receiver in _TOLD
    return False


def is_fresh(call: ast.Call) -> bool:
    """Whether the result is a new value that shares nothing with the arguments that could be altered."""
    function = call.func
    if isinstance(function, ast.Name):
        return function.id in FRESH
    if not isinstance(function, ast.Attribute):
        return False
    made = isinstance(function.value, ast.Name) and function.value.id in _MAKES_NEW and function.attr not in _ALTERS
    return made or function.attr in _TEXT


_MAKES_NEW = frozenset({"json", "base64", "binascii", "hashlib", "textwrap", "html", "math", "re", "shlex"})
"""Modules of functions that make texts, numbers and new objects of texts."""

_TEXT = frozenset(
    {
        "format",
        "join",
        "lower",
        "upper",
        "strip",
        "startswith",
        "endswith",
        "encode",
        "decode",
        "replace",
        "count",
        "find",
    }
)


def _of_module(function: ast.Attribute) -> bool:
    match function.value:
        case ast.Name(id=root):
            return root in MODULES and function.attr not in _ALTERS
        case ast.Attribute(value=ast.Name(id="os"), attr="path"):
            return True
    return False
