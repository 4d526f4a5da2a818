"""Tests as clauses read them: split into conjuncts, negations pushed inward.

What is turned, because it stays true on any object that behaves as the language expects: `is`, `in`, `==` and `!=`
into their opposites, `and`/`or` by De Morgan's rule (which keeps the order and the short cuts of evaluation), and order
comparisons with a `len(…)` on one side and a `len(…)` or a whole number on the other. Other order comparisons keep
their `not`: `not a < b` does not mean `a >= b` where NaN, sets or arrays may come.
"""

from __future__ import annotations

import ast
import copy

from errdex.languages.python.source import forget_positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.source import Source

TEXT_LIMIT = 1000
"""Longer clauses are cut, and then no longer an expression."""
MAX_DEPTH = 40
"""Nested deeper, a negation stays in front of its parentheses."""

_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Compare, ast.Starred)

_OPPOSITE: dict[type[ast.cmpop], str] = {
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Eq: "!=",
    ast.NotEq: "==",
}
_OPPOSITE_ORDER: dict[type[ast.cmpop], str] = {ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">"}


def conjuncts(test: ast.expr, *, truth: bool) -> list[tuple[ast.expr, bool]]:
    """The parts that all hold when `test` came out as `truth`, in the order in which they are evaluated."""
    if not isinstance(test, (ast.BoolOp, ast.UnaryOp)):
        return [(test, truth)]
    found: list[tuple[ast.expr, bool]] = []
    stack: list[tuple[ast.expr, bool]] = [(test, truth)]
    while stack:
        part, wanted = stack.pop()
        match part:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                stack.append((operand, not wanted))
            case ast.BoolOp(op=ast.And(), values=values) if wanted:
                stack.extend((value, True) for value in reversed(values))
            case ast.BoolOp(op=ast.Or(), values=values) if not wanted:
                stack.extend((value, False) for value in reversed(values))
            case _:
                found.append((part, wanted))
    return found


def worded(test: ast.expr, source: Source, *, truth: bool) -> str:
    """Text of a Python expression that is true when `test` came out as `truth`."""
    return _worded(without_walrus(test, source), source, 0, truth=truth)[:TEXT_LIMIT]


def _worded(test: ast.expr, source: Source, depth: int, *, truth: bool) -> str:
    if truth:
        return text_of(test, source)
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return text_of(operand, source)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            opposite = _opposite(op, left, right)
            if opposite:
                return f"{operand_text(left, source)} {opposite} {operand_text(right, source)}"
            return f"not {text_of(test, source)}"
        case ast.Compare():
            return f"not {text_of(test, source)}"
        case ast.BoolOp(op=op, values=values) if depth < MAX_DEPTH:
            joiner = " or " if isinstance(op, ast.And) else " and "
            return joiner.join(_piece(value, source, depth + 1) for value in values)
        case ast.Constant(value=bool(value)):
            return str(not value)
    return f"not {operand_text(test, source)}"


def _piece(value: ast.expr, source: Source, depth: int) -> str:
    """The opposite of one operand of `and`/`or`, in parentheses where it needs them."""
    text = _worded(value, source, depth, truth=False)
    inner = value.operand if isinstance(value, ast.UnaryOp) else value
    return f"({text})" if isinstance(inner, (ast.BoolOp, ast.IfExp, ast.Lambda)) else text


def _opposite(op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
    found = _OPPOSITE.get(type(op), "")
    if not found and (_is_len(left) or _is_len(right)) and _is_whole(left) and _is_whole(right):
        found = _OPPOSITE_ORDER.get(type(op), "")
    return found


def _is_len(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Call) and isinstance(expression.func, ast.Name) and expression.func.id == "len"


def _is_whole(expression: ast.expr) -> bool:
    return _is_len(expression) or (isinstance(expression, ast.Constant) and type(expression.value) is int)


def operand_text(expression: ast.expr, source: Source) -> str:
    """Text of an expression as operand of `not` or a comparison."""
    text = text_of(expression, source)
    loose = isinstance(expression, _LOOSE) or (
        isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not)
    )
    return f"({text})" if loose and not text.startswith("…") else text


def text_of(expression: ast.expr, source: Source) -> str:
    """Text of an expression."""
    return source.segment(expression, TEXT_LIMIT)


def without_walrus(expression: ast.expr, source: Source) -> ast.expr:
    """The expression with each `name := value` replaced by the name, which holds the value by then; itself if it has none."""
    if not source.may_bind(expression) or not any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(expression)):
        return expression
    try:
        plain: ast.expr = _Named().visit(copy.deepcopy(expression))
    except RecursionError:
        return expression
    forget_positions(plain)
    return plain


class _Named(ast.NodeTransformer):
    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.Name:
        return ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
