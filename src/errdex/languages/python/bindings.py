"""Which names statements bind."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from errdex.languages.python.compound import COMPOUND, inner_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def bound_names(statements: Iterable[ast.AST]) -> set[str]:
    """Names that these statements and the blocks inside them bind, delete or declare; bodies of definitions left out."""
    names: set[str] = set()
    stack: list[ast.AST] = list(statements)
    while stack:
        statement = stack.pop()
        collect = _COLLECT.get(type(statement))
        if collect is not None:
            collect(statement, names)
        if isinstance(statement, COMPOUND):
            for _, owner, inner in inner_blocks(statement):
                stack.extend(inner)
                if isinstance(owner, ast.ExceptHandler) and owner.name:
                    names.add(owner.name)
                elif isinstance(owner, ast.match_case):
                    names.update(captured_names(owner.pattern))
    return names


def walrus_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Names bound by `:=` anywhere in these nodes."""
    return {
        inner.target.id for node in nodes for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)
    }  # every expression is visited: asked only where the file has a `:=`


def captured_names(pattern: ast.pattern) -> set[str]:
    """Names that a `match` pattern binds."""
    names: set[str] = set()
    for inner in ast.walk(pattern):
        match inner:
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                names.add(name)
    return names


def target_names(target: ast.expr, names: set[str]) -> None:
    """Adds the names that an assignment target binds (`a.b` and `a[b]` bind none)."""
    stack = [target]
    while stack:
        current = stack.pop()
        if isinstance(current, ast.Name):
            names.add(current.id)
        elif isinstance(current, (ast.Tuple, ast.List)):
            stack.extend(current.elts)
        elif isinstance(current, ast.Starred):
            stack.append(current.value)


def _targets(targets: Sequence[ast.expr], names: set[str]) -> None:
    for target in targets:
        target_names(target, names)


def _imported(statement: ast.Import | ast.ImportFrom, names: set[str]) -> None:
    names.update(alias.asname or alias.name.partition(".")[0] for alias in statement.names)


def _managed(statement: ast.With | ast.AsyncWith, names: set[str]) -> None:
    _targets([item.optional_vars for item in statement.items if item.optional_vars is not None], names)


def _assigned(statement: ast.Assign | ast.Delete, names: set[str]) -> None:
    _targets(statement.targets, names)


def _annotated(statement: ast.AnnAssign, names: set[str]) -> None:
    if statement.value is not None:
        target_names(statement.target, names)


def _stepped(statement: ast.AugAssign | ast.For | ast.AsyncFor, names: set[str]) -> None:
    target_names(statement.target, names)


def _defined(statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, names: set[str]) -> None:
    names.add(statement.name)


_COLLECT: dict[type[ast.AST], Callable[[Any, set[str]], None]] = {
    ast.Assign: _assigned,
    ast.Delete: _assigned,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _stepped,
    ast.For: _stepped,
    ast.AsyncFor: _stepped,
    ast.With: _managed,
    ast.AsyncWith: _managed,
    ast.Import: _imported,
    ast.ImportFrom: _imported,
    ast.FunctionDef: _defined,
    ast.AsyncFunctionDef: _defined,
    ast.ClassDef: _defined,
}
