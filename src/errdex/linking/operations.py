"""Values that reading can know, and what Python's operators say of them.

A value is a Python constant, a member of an analysed enumeration, a class, a small function, or a tuple, frozen set or
dictionary of these; `UNKNOWN` stands for everything else. An operator whose result does not certainly follow answers `None`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be told, perhaps with a truth that can."""

    truth: bool | None = None


UNKNOWN = Unknown()


@dataclass(frozen=True, slots=True)
class ClassRef:
    """A class of the analysed source, or a builtin one."""

    qualified: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an analysed enumeration."""

    owner: ClassRef
    name: str
    value: object = field(default=UNKNOWN, compare=False)
    """`UNKNOWN` when its definition is not a constant."""
    mixin: str = field(default="", compare=False)
    """`str` or `int` when members compare equal to such values, else `""`."""

    def __str__(self) -> str:
        return f"{self.owner.qualified.rpartition('.')[2]}.{self.name}"


@dataclass(frozen=True, slots=True)
class Outsider:
    """Some value that is none of a domain's members."""

    members: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Growing:
    """A list, set or dictionary with a name: what its definition lists is in it, and more may be added at run time."""

    items: tuple[object, ...] | dict[object, object] = field(hash=False)


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A small pure function, with the module whose names it sees."""

    module: str
    tree: ast.FunctionDef
    kind: str
    """`function`, `method`, `property`, `classmethod` or `staticmethod`."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A function with the object it is called on."""

    function: FunctionSource
    receiver: object


def truth(value: object) -> bool | None:
    """Truth of a value, `None` when it is not known."""
    match value:
        case Unknown(truth=known):
            return known
        case Member(mixin="str" | "int", value=underlying):
            return truth(underlying)
        case Member():
            return True
        case tuple() | frozenset() | dict() | str() | bytes() | int() | float() | None:
            return bool(value)
        case _:
            return None


def is_plain(value: object) -> bool:
    """Whether a value is hashable and compares as Python's would."""
    return value is None or isinstance(value, Member | str | bytes | int | float | bool)


def compare(op: ast.cmpop, left: object, right: object) -> bool | None:
    """One comparison, `None` when it cannot be told."""
    match op:
        case ast.Eq():
            return _equal(left, right)
        case ast.NotEq():
            return _negated(_equal(left, right))
        case ast.Is():
            return _identical(left, right)
        case ast.IsNot():
            return _negated(_identical(left, right))
        case ast.In():
            return _contained(left, right)
        case ast.NotIn():
            return _negated(_contained(left, right))
        case _:
            return _ordered(op, left, right)


def _negated(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _underlying(value: object) -> object:
    """What a member of a `str` or `int` enumeration compares as."""
    return value.value if isinstance(value, Member) and value.mixin else value


def _equal(left: object, right: object) -> bool | None:
    """Equality of two values."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Outsider):
            return False if any(_equal(member, other) for member in one.members) else None
    if isinstance(left, Member) and isinstance(right, Member) and left.owner == right.owner:
        return left.name == right.name
    left, right = _underlying(left), _underlying(right)
    if not (is_plain(left) and is_plain(right)):
        return None
    if isinstance(left, Member) or isinstance(right, Member):
        return False
    return left == right


def _identical(left: object, right: object) -> bool | None:
    """Identity, where it follows from the values: members, `None`, `True`, `False`."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Outsider):
            return False if any(_identical(member, other) for member in one.members) else None
        if one is None or isinstance(one, bool | Member):
            if one is None or isinstance(one, bool):
                return one is other if is_plain(other) else None
            return _equal(one, other) if isinstance(other, Member) else (False if is_plain(other) else None)
    return None


def _contained(left: object, container: object) -> bool | None:
    """Membership in a tuple, set or dictionary of known values."""
    unknown = isinstance(container, Growing)
    if isinstance(container, Growing):
        container = container.items
    if isinstance(container, str) and isinstance(_underlying(left), str):
        return _underlying(left) in container  # type: ignore[operator]  # both are texts
    if not isinstance(container, tuple | frozenset | dict):
        return None
    for one in container:
        answer = _equal(left, one)
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown else False


def _ordered(op: ast.cmpop, left: object, right: object) -> bool | None:
    """`<` and its kind, between numbers or between strings."""
    match _underlying(left), _underlying(right):
        case (int() | float()) as one, (int() | float()) as other:
            return _order_holds(op, one < other, one == other, one > other)
        case str() as text, str() as another:
            return _order_holds(op, text < another, text == another, text > another)
        case _:
            return None


def _order_holds(op: ast.cmpop, less: bool, equal: bool, greater: bool) -> bool:
    """Whether an ordering follows from the three; NaN is neither less nor equal nor greater."""
    match op:
        case ast.Lt():
            return less
        case ast.LtE():
            return less or equal
        case ast.Gt():
            return greater
        case _:
            return greater or equal


def as_set(value: object) -> object:
    """A set of the elements, `UNKNOWN` when one of them is."""
    if not isinstance(value, tuple | frozenset | dict):
        return UNKNOWN
    return frozenset(value) if all(is_plain(one) for one in value) else UNKNOWN


def union(left: object, right: object) -> object:
    """`|` of two sets."""
    return left | right if isinstance(left, frozenset) and isinstance(right, frozenset) else UNKNOWN


def item(container: object, key: object) -> object:
    """`container[key]`, `UNKNOWN` where it would fail or cannot be told."""
    if isinstance(container, Growing):
        container = container.items if isinstance(container.items, dict) else ()
    if isinstance(container, dict):
        for name, value in container.items():
            answer = _equal(name, key)
            if answer is None:
                return UNKNOWN
            if answer:
                return value
        return UNKNOWN
    if isinstance(container, tuple) and isinstance(key, int) and -len(container) <= key < len(container):
        return container[key]
    return UNKNOWN
