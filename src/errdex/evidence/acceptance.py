"""Which members of a domain a check lets pass: the check is followed for each member, by reading, never by running it.

A check is what a record gives to run before a call: an assertion, a test whose branch leaves, or a function whose answer
says whether the call is safe. Members stand for themselves, by name; a name that the domain does not have is no member.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_CHECK = 2000
"""Nodes: bounds the recursion."""
MOST_STEPS = 20_000


class Acceptance(NamedTuple):
    """What a check does with the members of a domain."""

    passing: tuple[str, ...]
    rejected: tuple[str, ...]
    undecided: tuple[str, ...]
    reason: str = ""
    """Why nothing is decided at all, `""`: something is."""


class Named(NamedTuple):
    """A member of an enumeration, by name."""

    owner: str
    name: str


class Cannot(Exception):  # noqa: N818 - the answer is "undecided"
    """The value cannot be computed by reading."""


class Left(Exception):  # noqa: N818 - a way out of the check, not an error
    """The check has come to its end."""

    def __init__(self, *, passes: bool) -> None:
        super().__init__(passes)
        self.passes = passes


def acceptance(snippet: str, operand: str, members: Sequence[str]) -> Acceptance:
    """What a check does with each member; `operand` is what ranges over them, as the source writes it."""
    try:
        tree = ast.parse(snippet)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Acceptance((), (), tuple(members), "it does not parse")
    if sum(1 for _ in ast.walk(tree)) > LARGEST_CHECK:
        return Acceptance((), (), tuple(members), "it is too large")
    subject = subject_of(tree, operand, members)
    if not subject:
        return Acceptance((), (), tuple(members), f"it does not ask about {operand}")
    passing: list[str] = []
    rejected: list[str] = []
    undecided: list[str] = []
    for member in members:
        answer = passes(tree, subject, member, members)
        (undecided if answer is None else passing if answer else rejected).append(member)
    reason = "" if passing or rejected else "what it says of a member cannot be read from it"
    return Acceptance(tuple(passing), tuple(rejected), tuple(undecided), reason)


def subject_of(tree: ast.Module, operand: str, members: Sequence[str]) -> str:
    """The name or attribute chain that a check asks about; `""`: none is seen.

    A function's parameter annotated with the domain's class, or its only one; else the operand itself, or what ends alike.
    """
    owner = members[0].rpartition(".")[0] if members else ""
    function = checking_function(tree)
    if function is not None:
        parameters = [
            one for one in (*function.args.posonlyargs, *function.args.args) if one.arg not in ("self", "cls")
        ]
        fitting = [one.arg for one in parameters if one.annotation and owner and owner in ast.unparse(one.annotation)]
        if fitting:
            return fitting[0]
        chains = {ast.unparse(node) for node in ast.walk(function) if isinstance(node, ast.Attribute | ast.Name)}
        last = operand.rpartition(".")[2]
        alike = sorted(one for one in chains if one == operand or one.rpartition(".")[2] == last)
        if alike:
            return alike[0]
        return parameters[0].arg if len(parameters) == 1 else ""
    chains = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)}
    if operand in chains:
        return operand
    last = operand.rpartition(".")[2]
    alike = sorted(one for one in chains if one.rpartition(".")[2] == last)
    return alike[0] if alike else ""


def checking_function(tree: ast.Module) -> ast.FunctionDef | None:
    """The function of a check that is one; a check with statements of its own is none."""
    functions = [one for one in tree.body if isinstance(one, ast.FunctionDef)]
    others = [one for one in tree.body if isinstance(one, ast.Assert | ast.If | ast.Try | ast.Raise)]
    return functions[0] if functions and not others else None


def passes(tree: ast.Module, subject: str, member: str, members: Sequence[str]) -> bool | None:
    """Whether a check lets a member pass; `None`: that cannot be told."""
    reading = _Reading(subject, member_value(member), {member_value(one) for one in members})
    function = checking_function(tree)
    try:
        try:
            reading.follow(tree.body, in_function=False)
            if function is not None:
                reading.follow(function.body, in_function=True)
                return None  # a function that answers nothing
        except Left as end:
            return end.passes
    except (Cannot, RecursionError):
        return None
    return True


def member_value(text: str) -> object:
    """A member as a value: a name of an enumeration, or a constant."""
    owner, dot, name = text.rpartition(".")
    if dot and owner.replace(".", "").isidentifier() and name.isidentifier():
        return Named(owner.rpartition(".")[2], name)
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return Named("", text)
    return value if isinstance(value, str | int | float | bool | bytes | None) else Named("", text)


class _Reading:
    """One member on its way through a check."""

    def __init__(self, subject: str, member: object, domain: set[object]) -> None:
        self.subject, self.member, self.domain = subject, member, domain
        self.values: dict[str, ast.expr] = {}
        self.steps = 0

    def follow(self, body: Sequence[ast.stmt], *, in_function: bool) -> None:
        """Follows statements; raises `Left` where the check ends."""
        for statement in body:
            self.step()
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.values[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.values[name] = value
                case ast.Assert(test=test):
                    self.branch(test, [], [ast.Raise()], in_function=in_function)
                case ast.If(test=test, body=then, orelse=orelse):
                    self.branch(test, then, orelse, in_function=in_function)
                case ast.Return(value=ast.expr() as value):
                    raise Left(passes=self.truth(value))
                case ast.Raise() | ast.Return() | ast.Continue() | ast.Break():
                    raise Left(passes=False)
                case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.Pass() | ast.Expr(value=ast.Constant()):
                    continue
                case ast.Expr() if not in_function:
                    continue  # the call that is guarded
                case _:
                    raise Cannot

    def branch(
        self, test: ast.expr, then: Sequence[ast.stmt], orelse: Sequence[ast.stmt], *, in_function: bool
    ) -> None:
        """Follows the branch that is taken; one that says only what the reader does instead ends the check."""
        holds = self.truth(test)
        self.follow(then if holds else orelse, in_function=in_function)
        if holds and then and not in_function and is_left_open(then):
            raise Left(passes=False)

    def step(self) -> None:
        """Counts."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Cannot

    def truth(self, node: ast.expr) -> bool:
        """Whether an expression is true."""
        value = self.value(node)
        return True if isinstance(value, Named) else bool(value)

    def value(self, node: ast.expr) -> object:
        """The value of an expression; raises `Cannot`."""
        self.step()
        if isinstance(node, ast.Name | ast.Attribute):
            return self.named(ast.unparse(node))
        match node:
            case ast.Constant():
                return node.value
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(operand)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.BoolOp(op=connective, values=values):
                return self.connected(values, isinstance(connective, ast.Or))
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return [self.value(item) for item in items]
            case ast.Dict(keys=keys):
                return [self.value(key) for key in keys if key is not None]
            case ast.Call(func=ast.Name(id="set" | "frozenset" | "tuple" | "list"), args=[inner], keywords=[]):
                return self.value(inner)
            case ast.Call(func=ast.Name(id="bool"), args=[inner], keywords=[]):
                return self.truth(inner)
            case ast.IfExp(test=test, body=then, orelse=orelse):
                return self.value(then if self.truth(test) else orelse)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return compared(op, self.value(left), self.value(right))
            case _:
                raise Cannot

    def named(self, dotted: str) -> object:
        """The value of a name."""
        if dotted == self.subject:
            return self.member
        if dotted in self.values:
            return self.value(self.values[dotted])
        known = member_value(dotted)
        owners = {one.owner for one in self.domain if isinstance(one, Named)}
        if isinstance(known, Named) and known.owner and known.owner in owners:
            return known  # a name that is no member equals none
        raise Cannot

    def connected(self, nodes: Sequence[ast.expr], is_or: bool) -> bool:
        """`and` or `or`: a part that cannot be computed does not hide one that decides."""
        cannot = False
        for node in nodes:
            try:
                if self.truth(node) is is_or:
                    return is_or
            except Cannot:
                cannot = True
        if cannot:
            raise Cannot
        return not is_or


def is_left_open(body: Sequence[ast.stmt]) -> bool:
    """Whether a branch stands for what the reader does instead: `...`, `pass`, or a call."""
    return not any(isinstance(node, ast.Assign | ast.AnnAssign) for node in body)


def compared(op: ast.cmpop, left: object, right: object) -> bool:
    """One comparison; raises `Cannot`."""
    match op:
        case ast.Eq() | ast.Is():
            return same(left, right)
        case ast.NotEq() | ast.IsNot():
            return not same(left, right)
        case ast.In() | ast.NotIn() if isinstance(right, list):
            return any(same(left, one) for one in right) is isinstance(op, ast.In)
        case ast.In() | ast.NotIn() if isinstance(left, str) and isinstance(right, str):
            return (left in right) is isinstance(op, ast.In)
        case _:
            return ordered(op, left, right)


def same(left: object, right: object) -> bool:
    """Whether two values are the same member or equal constants; raises `Cannot` where that cannot be told."""
    if isinstance(left, list) or isinstance(right, list):
        raise Cannot
    if isinstance(left, Named) is not isinstance(right, Named):
        if left is None or right is None:
            return False
        raise Cannot  # members of some enumerations equal their values
    return type(left) is type(right) and left == right if isinstance(left, bool) or left is None else left == right


def ordered(op: ast.cmpop, left: object, right: object) -> bool:
    """`<` and its kind between numbers; raises `Cannot`."""
    if not isinstance(left, int | float) or not isinstance(right, int | float):
        raise Cannot
    match op:
        case ast.Lt():
            return left < right
        case ast.LtE():
            return left <= right
        case ast.Gt():
            return left > right
        case ast.GtE():
            return left >= right
        case _:
            raise Cannot
