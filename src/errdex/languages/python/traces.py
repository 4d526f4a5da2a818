"""Where the operands of a clause come from, in words."""

from __future__ import annotations

import ast

from errdex.languages.python.places import FUNCTIONS
from errdex.languages.python.scopes import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.definitions import Definition
    from errdex.languages.python.facts import Fact
    from errdex.languages.python.places import Block

MAX_OPERANDS = 4
MAX_TEXT = 80


def trace_of(fact: Fact) -> tuple[str, ...]:
    """One line for each operand that is a local name: `mode: parameter, default 'r'`; `size: result of len(data), line 9`."""
    if fact.trace is None and fact.block.function.is_test:
        fact.trace = ()
    if fact.trace is None:
        scope = Scope(fact.block, fact.index)
        lines = (_traced(name, scope, fact.block) for name in sorted(fact.names)[:MAX_OPERANDS])
        fact.trace = tuple(line for line in lines if line)
    return fact.trace


def _traced(name: str, scope: Scope, block: Block) -> str:
    if name in {"self", "cls"}:
        return ""
    definition = scope.definition(name)
    if definition is None:
        return ""
    if definition.kind == "param":
        return _parameter(name, block)
    if definition.expression is None or isinstance(definition.expression, ast.Constant):
        return f"{name}: the caught {definition.type}" if definition.type else ""
    return _value(name, definition, block)


def _value(name: str, definition: Definition, block: Block) -> str:
    expression = definition.expression
    if expression is None:
        return ""
    text = block.function.source.segment(expression, MAX_TEXT)
    called = "result of " if isinstance(expression, ast.Call) else ""
    return f"{name}: {called}{text}, line {expression.lineno}"


def _parameter(name: str, block: Block) -> str:
    default = _default(name, block)
    said = "" if default is None else f", default {block.function.source.segment(default, MAX_TEXT)}"
    return f"{name}: parameter{said}"


def _default(name: str, block: Block) -> ast.expr | None:
    node = block.function.node
    if not isinstance(node, FUNCTIONS):
        return None
    positional = [*node.args.posonlyargs, *node.args.args]
    defaults = dict(zip(reversed(positional), reversed(node.args.defaults), strict=False))
    defaults |= {
        arg: one for arg, one in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if one is not None
    }
    return next((default for arg, default in defaults.items() if arg.arg == name), None)
