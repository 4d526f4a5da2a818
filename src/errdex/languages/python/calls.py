"""Calls as nodes: formatting, joins, translation wrappers, exceptions and helpers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from errdex.languages.python.expressions import MAYBE_TEXT, Reader, dotted_name, is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

TEXT_METHODS = frozenset({"strip", "lstrip", "rstrip", "upper", "lower", "title", "capitalize", "replace"})
"""String methods that linking applies to constants."""

_PRINTED = {"str": "s", "repr": "r", "ascii": "a"}

_TYPED = {
    "len": "int", "int": "int", "id": "int", "hash": "int", "ord": "int", "sorted": "list", "list": "list", "tuple": "tuple",
    "set": "set", "dict": "dict", "bool": "bool", "isinstance": "bool", "float": "float", "hex": "str", "oct": "str",
    "bin": "str", "chr": "str", "frozenset": "frozenset", "type": "type", "dir": "list",
}  # fmt: skip
"""Builtin functions by the type of what they return."""

_UNKNOWN = frozenset({
    "getattr", "max", "min", "sum", "abs", "next", "iter", "map", "filter", "zip", "range", "vars", "locals", "globals", "round",
    "enumerate", "reversed", "eval", "divmod", "pow", "open", "callable", "any", "all", "object",
})  # fmt: skip

_TRANSLATE = {
    "_": 0, "gettext": 0, "gettext_lazy": 0, "ugettext": 0, "ugettext_lazy": 0, "gettext_noop": 0, "ugettext_noop": 0,
    "lazy_gettext": 0, "N_": 0, "_lazy": 0, "pgettext": 1, "pgettext_lazy": 1, "lazy_pgettext": 1, "npgettext": 1,
    "npgettext_lazy": 1, "ngettext": 0, "ngettext_lazy": 0, "ungettext": 0, "ungettext_lazy": 0, "lazy_ngettext": 0,
}  # fmt: skip
"""Translation wrappers by the position of the text among their arguments."""

GETTEXT_NAMES = frozenset(_TRANSLATE)
"""Last names of translation wrappers."""

_DEDENT = {"textwrap.dedent": "dedent", "dedent": "dedent", "inspect.cleandoc": "cleandoc", "cleandoc": "cleandoc"}


def call_node(reader: Reader, expression: ast.Call) -> Node:
    """The node of a call."""
    function = expression.func
    if isinstance(function, ast.Attribute):
        found = _METHODS.get(function.attr)
        if found is not None:
            node = found(reader, expression, function)
            if node is not None:
                return node
    elif isinstance(function, ast.IfExp):
        return _called_ways(reader, expression, reader.read(function))
    elif isinstance(function, ast.Name):
        node = _builtin(reader, expression, function.id)
        if node is not None:
            return node
    return _other_call(reader, expression)


def _builtin(reader: Reader, expression: ast.Call, name: str) -> Node | None:
    """Calls of builtin functions that print, measure or list; `None` for any other."""
    if name in _PRINTED or name == "format":
        return _printed(reader, expression, name)
    if name in _TYPED or name in _UNKNOWN:
        return None if reader.lookup(name) is not None else reader.hole(expression, _TYPED.get(name, ""))
    return None


def _printed(reader: Reader, expression: ast.Call, name: str) -> Node | None:
    if expression.keywords or not 1 <= len(expression.args) <= 2 or isinstance(expression.args[0], ast.Starred):
        return None
    value = reader.read(expression.args[0])
    if name == "format":
        spec = reader.read(expression.args[1]) if len(expression.args) == 2 else ["const", ""]
        return ["fmt", value, "", spec]
    return ["fmt", value, _PRINTED[name], ["const", ""]] if len(expression.args) == 1 else None


def _format(reader: Reader, expression: ast.Call, function: ast.Attribute) -> Node | None:
    template = reader.read(function.value)
    if not is_text(template) and template[0] not in MAYBE_TEXT:
        return None
    text = reader.source.segment(expression)
    return ["format", template, reader.read_all(expression.args), _keywords(reader, expression), text]


def _text_method(reader: Reader, expression: ast.Call, function: ast.Attribute) -> Node | None:
    value = reader.read(function.value)
    if expression.keywords or not (is_text(value) or value[0] in MAYBE_TEXT):
        return None
    return ["method", value, function.attr, reader.read_all(expression.args), reader.source.segment(expression)]


def _join(reader: Reader, expression: ast.Call, function: ast.Attribute) -> Node | None:
    separator = reader.read(function.value)
    if (
        len(expression.args) != 1
        or expression.keywords
        or not (is_text(separator) or separator[0] in {"name", "param"})
    ):
        return None
    pieces = reader.read(expression.args[0])
    if pieces[0] == "hole":
        return reader.hole(expression, "str")
    return ["method", separator, "join", [pieces], reader.source.segment(expression)]


def _entry(reader: Reader, expression: ast.Call, function: ast.Attribute) -> Node | None:
    """`table.get("key", default)`."""
    if expression.keywords or not 1 <= len(expression.args) <= 2 or isinstance(expression.args[0], ast.Starred):
        return None
    table = reader.read(function.value)
    if table[0] not in {"name", "param", "dict"}:
        return None
    default = reader.read(expression.args[1]) if len(expression.args) == 2 else None
    return ["entry", table, reader.read(expression.args[0]), default, reader.source.segment(expression)]


def _with_traceback(reader: Reader, _expression: ast.Call, function: ast.Attribute) -> Node | None:
    return reader.read(function.value)


_METHODS: dict[str, Callable[[Reader, ast.Call, ast.Attribute], Node | None]] = {
    "format": _format,
    "join": _join,
    "get": _entry,
    "pop": _entry,
    "with_traceback": _with_traceback,
    **dict.fromkeys(TEXT_METHODS, _text_method),
}


def _other_call(reader: Reader, expression: ast.Call) -> Node:
    callee = _callee(expression.func)
    last = callee.rpartition(".")[2]
    if last in _TRANSLATE and expression.args:
        translated = _translated(reader, expression, last)
        if translated is not None:
            return translated
    if callee in _DEDENT and len(expression.args) == 1:
        text = reader.read(expression.args[0])
        return ["method", text, _DEDENT[callee], [], reader.source.segment(expression)]
    root, _, rest = callee.partition(".")
    local = reader.lookup(root) if root else None
    match local:
        case None | ["param", "self" | "cls" | "mcs"]:
            return _call_of(reader, expression, callee)
        case ["name", str(target)]:
            return _call_of(reader, expression, f"{target}.{rest}" if rest else target)
        case ["alt", _] if not rest:
            return _called_ways(reader, expression, local)
        case ["param", str(name)] if not rest:
            return _call_of(reader, expression, f"({name})")
    if isinstance(expression.func, ast.Attribute) and local[0] == "hole":
        return reader.hole(expression)
    return _call_of(reader, expression, "")


def _callee(function: ast.expr) -> str:
    """Dotted name of what is called; `""` where only run time knows it."""
    if isinstance(function, ast.Subscript):
        # `Generic[T](…)` calls the class; `REGISTRY[key](…)` calls nobody knows what.
        name = dotted_name(function.value) or ""
        last = name.rpartition(".")[2]
        return name if last[:1].isupper() and (len(last) == 1 or not last.isupper()) else ""
    if isinstance(function, ast.Call) and _is_own_type(function):
        return "self.__class__"
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Call):
        inner = function.value.func
        if isinstance(inner, ast.Name) and inner.id == "super":
            return f"super().{function.attr}"
    return dotted_name(function) or ""


def _is_own_type(call: ast.Call) -> bool:
    match call:
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id="self")]):
            return True
    return False


def _call_of(reader: Reader, expression: ast.Call, callee: str) -> Node:
    arguments = reader.read_all(expression.args)
    text = reader.source.segment(expression)
    return ["call", callee, arguments, _keywords(reader, expression), text, expression.lineno]


def _keywords(reader: Reader, expression: ast.Call) -> list[list[object]]:
    return [[keyword.arg or "", reader.read(keyword.value)] for keyword in expression.keywords]


def _called_ways(reader: Reader, expression: ast.Call, callee: Node) -> Node:
    """`(A if c else B)(…)`, and calls of a local that holds one of several classes."""
    if callee[0] == "name":
        return _call_of(reader, expression, str(callee[1]))
    if callee[0] != "alt":
        return _call_of(reader, expression, "")
    ways: Sequence[Sequence[Node]] = callee[1]  # type: ignore[assignment]
    return ["alt", [[way[0], _called_ways(reader, expression, way[1])] for way in ways]]


def _translated(reader: Reader, expression: ast.Call, name: str) -> Node | None:
    """The text given to a translation wrapper; both forms of one that counts."""
    at = _TRANSLATE[name]
    texts = reader.read_all(expression.args[at : at + 3])
    plural = name.startswith(("n", "ung", "lazy_n"))
    if not plural:
        return texts[0] if len(expression.args) == at + 1 and _translatable(texts[0]) else None
    if len(texts) < 2 or not all(map(_translatable, texts[:2])):
        return None
    count = reader.source.segment(expression.args[at + 2]) if len(texts) == 3 else "n"
    return ["alt", [[[f"{count} == 1"], texts[0]], [[f"{count} != 1"], texts[1]]]]


def _translatable(text: Node) -> bool:
    return is_text(text) or text[0] in {"name", "alt"}
