"""Statements that catch errors: `except` clauses and `with suppress(…)`."""

from __future__ import annotations

import ast

from errdex.languages.python.compound import statements_within
from errdex.languages.python.expressions import dotted_name
from errdex.nouns.facts import Caught

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.languages.python.source import Source

MAX_CLASSES = 20


def caught_by_try(node: ast.Try | ast.TryStar, source: Source) -> Iterator[Caught]:
    """The handlers of a `try`, each with the lines of its body."""
    first, last = node.body[0].lineno, node.body[-1].end_lineno or node.lineno
    star = "*" if isinstance(node, ast.TryStar) else ""
    for handler in node.handlers:
        kind = handler.type
        name = f" as {handler.name}" if handler.name else ""
        text = "except" if kind is None else f"except{star} {source.segment(kind)}{name}"
        classes = () if kind is None else tuple(_classes(kind))
        yield Caught(first, last, handler.lineno, classes, text, _passes_on(handler))


def caught_by_with(node: ast.With | ast.AsyncWith, source: Source) -> Iterator[Caught]:
    """`with suppress(A, B)`."""
    for item in node.items:
        match item.context_expr:
            case ast.Call(func=ast.Name(id="suppress") | ast.Attribute(attr="suppress"), args=[_, *_] as classes):
                last = node.body[-1].end_lineno or node.lineno
                text = f"with {source.segment(item.context_expr)}"
                names = tuple(dotted_name(each) or "" for each in classes[:MAX_CLASSES])
                yield Caught(node.body[0].lineno, last, node.lineno, names, text, passes_on=False)


def _classes(kind: ast.expr) -> list[str]:
    elements = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return [dotted_name(element) or "" for element in elements[:MAX_CLASSES]]


def _passes_on(handler: ast.ExceptHandler) -> bool:
    """Whether some `raise` in it raises what it caught."""
    for statement in statements_within(handler.body):
        match statement:
            case ast.Raise(exc=None):
                return True
            case ast.Raise(exc=ast.Name(id=name)) if name == handler.name:
                return True
            case ast.Raise(exc=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="with_traceback"))) if (
                name == handler.name
            ):
                return True
    return False
