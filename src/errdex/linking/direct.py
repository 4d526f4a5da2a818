"""The short path: messages that stand whole at the statement, which most do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.evaluation import PLAIN_TYPES
from errdex.linking.modules import is_builtin_class
from errdex.nouns.templates import Hole, Template, template_from_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.definitions import Module
    from errdex.nouns.facts import Node

_LAID_OUT = frozenset({"KeyError", "OSError", "BaseExceptionGroup", "ExceptionGroup"})
"""Builtin classes that print one argument otherwise than as it is, or fail on it."""


def direct_class(node: Node, module: Module) -> str:
    """Name of the builtin exception that a raised value makes; `""`: it takes more to tell."""
    if node[0] not in {"call", "name"}:
        return ""
    name = str(node[1])
    if name in module.own_names or module.stars or not name.isidentifier() or not is_builtin_class(name):
        return ""
    return name


def direct_template(node: Node, name: str) -> Template | None:
    """Template of a builtin exception made with at most one argument; `None`: it takes more to tell."""
    if node[0] == "name":
        return None if name in _LAID_OUT or name == "SyntaxError" else EMPTY
    arguments: Sequence[Node] = node[2]  # type: ignore[assignment]
    if node[3] or name in _LAID_OUT:
        return None
    if not arguments:
        return None if name == "SyntaxError" else EMPTY
    return direct_text(arguments[0]) if len(arguments) == 1 else None


EMPTY = Template(("",))


def direct_text(node: Node) -> Template | None:
    """Template of a text of literals and unknown pieces only; `None`: it takes more to tell."""
    if node[0] == "const":
        return Template((node[1] if isinstance(node[1], str) else str(node[1]),))
    if node[0] != "cat":
        return None
    parts: list[str | Hole] = []
    pieces: Sequence[Node] = node[1]  # type: ignore[assignment]
    for piece in pieces:
        part = _part(piece)
        if part is None:
            return None
        parts.append(part)
    return template_from_parts(parts)


def _part(piece: Node) -> str | Hole | None:
    form = piece[0]
    if form == "const":
        return piece[1] if isinstance(piece[1], str) else str(piece[1])
    if form != "fmt":
        return _hole(piece, "", "")
    spec: Node = piece[3]  # type: ignore[assignment]
    inner: Node = piece[1]  # type: ignore[assignment]
    return _hole(inner, str(piece[2]), str(spec[1])) if spec[0] == "const" else None


def _hole(node: Node, conversion: str, spec: str) -> Hole | None:
    match node[0]:
        case "param":
            return Hole(str(node[1]), conversion, spec)
        case "hole" if node[2] in PLAIN_TYPES:
            return Hole(str(node[1]), conversion, spec, str(node[2]))
        case "name" if str(node[1]).startswith("self."):
            return Hole(str(node[1]), conversion, spec, "str" if str(node[1]).endswith(".__name__") else "")
    return None
