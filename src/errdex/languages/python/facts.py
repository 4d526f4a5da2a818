"""Facts that a statement's place implies, and whether they still hold: the clauses of conditions before they are words."""

from __future__ import annotations

import ast
from collections import Counter

from errdex.languages.python.effects import CHILD_FIELDS, Effects, container_of, effects_of
from errdex.languages.python.wording import TEXT_LIMIT, conjuncts, without_walrus, worded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from errdex.languages.python.places import Block
    from errdex.languages.python.source import Source

    State: TypeAlias = dict["Fact", bool]
    """Facts known at some place, in source order, each with whether it is stale. Never changed in place."""

MAX_FACTS = 32
"""Facts kept at once; the oldest that are stale go first, then the oldest."""
MAX_ASSERTED = 4
"""Facts of earlier `assert` statements kept at once."""


class Fact:
    """Something that was true when control passed `line`."""

    __slots__ = (
        "_operands",
        "_shallow",
        "asserted",
        "block",
        "index",
        "kind",
        "line",
        "test",
        "text",
        "trace",
        "truth",
    )

    def __init__(
        self, line: int, block: Block, index: int, kind: str = "test", text: str = "", *, asserted: bool = False
    ) -> None:
        self.line, self.block, self.index = line, block, index
        self.kind = kind
        """As `Clause.kind`."""
        self.text = text
        """Once known."""
        self.asserted = asserted
        self.test: ast.expr | None = None
        self.truth = True
        self._operands: tuple[set[str], set[str]] | None = None
        self._shallow: set[str] | None = None
        self.trace: tuple[str, ...] | None = None
        """As `Clause.trace`, once asked for."""

    def of_test(self, test: ast.expr, truth: bool) -> Fact:
        """Sets what was tested."""
        self.test, self.truth = test, truth
        return self

    @property
    def names(self) -> set[str]:
        """Names that the test reads."""
        return self.operands[0]

    @property
    def deep(self) -> set[str]:
        """Those of them whose objects' content matters, not only which object they are."""
        return self.operands[1]

    @property
    def operands(self) -> tuple[set[str], set[str]]:
        """Names that the test reads, and those whose content matters."""
        if self._operands is None:
            self._operands = (set[str](), set[str]()) if self.test is None else operands(self.test)
        return self._operands

    @property
    def alterable(self) -> set[str]:
        """`deep` without names that hold only what cannot be altered; costs a look at the function."""
        return self.deep - self.block.function.plain

    @property
    def shallow(self) -> set[str]:
        """Containers of which only matters what stands under which key, and how many items there are."""
        if self._shallow is None:
            self._shallow = set() if self.test is None else shallow_names(self.test)
        return self._shallow

    def words(self, source: Source) -> str:
        """The clause's text."""
        if not self.text and self.test is not None:
            self.text = worded(self.test, source, truth=self.truth)
        return self.text

    @property
    def is_cut(self) -> bool:
        """Whether the text is no longer the whole expression."""
        return len(self.text) >= TEXT_LIMIT or self.text.endswith("…")


def facts_of(
    test: ast.expr, line: int, block: Block, index: int, *, truth: bool, asserted: bool = False
) -> list[tuple[Fact, ast.expr]]:
    """What holds when `test` came out as `truth`: facts in the order of evaluation, each with the part of the test."""
    source = block.function.source
    parts = conjuncts(test, truth=truth)
    if not source.has_walrus:
        return [
            (Fact(line, block, index, asserted=asserted).of_test(part, truth=wanted), part) for part, wanted in parts
        ]
    return [
        (Fact(line, block, index, asserted=asserted).of_test(without_walrus(part, source), truth=wanted), part)
        for part, wanted in parts
    ]


def effects_on_itself(fact: Fact, part: ast.expr, effects: Effects) -> Effects:
    """What evaluating a part of a test changes for the fact that it leaves; a name that `:=` binds, and the fact reads, is none."""
    if fact.test is None or fact.test is part:
        return effects
    own = effects_of([fact.test])
    own.assigned |= effects.assigned - (fact.names & walrus_targets(part))
    return own


def walrus_targets(part: ast.expr) -> set[str]:
    """Names that `:=` binds in a test, where they are bound before anything else of the test reads them."""
    targets: set[str] = set()
    read: set[str] = set()
    for inner in ast.walk(part):
        if isinstance(inner, ast.NamedExpr):
            targets.add(inner.target.id)
        elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
            read.add(inner.id)
    return targets - read


def operands(test: ast.expr) -> tuple[set[str], set[str]]:
    """Names that a test reads, and those of them whose content it depends on."""
    names: set[str] = set()
    deep: set[str] = set()
    stack = [test]
    while stack:
        part = stack.pop()
        match part:
            case ast.BoolOp(values=values):
                stack.extend(values)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                stack.append(operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                _compared(left, ops, others, names, deep)
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "callable"), args=[ast.Name(id=name), *types]):
                names.add(name)
                for kind in types:
                    names |= _read(kind)
            case ast.Call(func=ast.Name(id=asked) | ast.Attribute(attr=asked), args=[ast.Name(id=name)]) if (
                asked in TYPE_QUESTIONS
            ):
                names.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in TEXT_QUESTIONS:
                names.add(name)
                for argument in part.args:
                    found = _read(argument)
                    names |= found
                    deep |= found
            case _:
                found = _read(part)
                names |= found
                deep |= found
    return names, deep


TYPE_QUESTIONS = frozenset({"isclass", "isfunction", "ismethod", "isbuiltin", "isroutine", "ismodule", "isgenerator", "iscoroutine",
                            "isgeneratorfunction", "iscoroutinefunction", "issparse"})  # fmt: skip
"""Functions that ask only what kind of object something is."""

TEXT_QUESTIONS = frozenset({"startswith", "endswith", "lower", "upper", "isdigit", "isalpha", "isspace", "isidentifier", "isupper",
                            "islower", "isalnum", "isnumeric", "isdecimal", "isascii", "casefold", "strip", "lstrip", "rstrip"})  # fmt: skip
"""Methods that text has, which cannot be altered."""


def _compared(left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], names: set[str], deep: set[str]) -> None:
    sides = [left, *others]
    by_identity = all(isinstance(op, (ast.Is, ast.IsNot)) for op in ops)
    contained = all(isinstance(op, (ast.In, ast.NotIn)) for op in ops)
    fixed = sum(_is_constant(side, contained) for side in sides) >= len(sides) - 1
    for side in sides:
        subject = side
        match side:
            case ast.Call(func=ast.Name(id="type"), args=[ast.Name() as subject]) if by_identity:
                pass
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[ast.Name() as subject])):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name() as subject, attr=method), args=[]) if (
                method in TEXT_QUESTIONS
            ):
                pass
        if isinstance(subject, ast.Name) and (by_identity or (fixed and not _holds(side, sides, ops))):
            names.add(subject.id)
        else:
            found = _read(side)
            names |= found
            deep |= found


def _holds(side: ast.expr, sides: list[ast.expr], ops: list[ast.cmpop]) -> bool:
    """Whether a side is the container of an `in`."""
    return side is not sides[0] and any(isinstance(op, (ast.In, ast.NotIn)) for op in ops)


def _is_constant(side: ast.expr, contained: bool) -> bool:
    """Whether a side is a constant that nothing alterable is equal to (`contained`: or a display of such ones)."""
    match side:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Tuple(elts=elements):
            return all(isinstance(element, ast.Constant) for element in elements)
        case ast.List(elts=elements) | ast.Set(elts=elements) if contained:
            return all(isinstance(element, ast.Constant) for element in elements)
    return False


def shallow_names(test: ast.expr) -> set[str]:
    """Names that a test asks only for their length, truth, keys, and for items that it compares with constants."""
    shallow: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for node in ast.walk(test):
        match node:
            case ast.Name(id=name):
                read[name] += 1
            case ast.Compare(left=ast.Constant(), ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                shallow[name] += 1
            case ast.Compare(
                left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()], comparators=[ast.Constant()]
            ):
                name = container_of(left) or ""
                shallow[name] += 1
            case (
                ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)])
                | ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name))
            ):
                shallow[name] += 1
    if isinstance(test, ast.Name):
        shallow[test.id] += 1
    return {name for name, count in shallow.items() if read[name] == count}


def _read(expression: ast.expr) -> set[str]:
    """Names that an expression reads; functions it calls by name and variables of its own left out."""
    names: set[str] = set()
    own: set[str] = set()
    stack: list[ast.AST] = [expression]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is ast.Name:
            names.add(node.id)  # type: ignore[attr-defined]
            continue
        if isinstance(node, ast.comprehension):
            own |= {inner.id for inner in ast.walk(node.target) if isinstance(inner, ast.Name)}
        elif isinstance(node, ast.Lambda):
            own |= {arg.arg for arg in node.args.args}
        for field in CHILD_FIELDS[kind]:
            child = getattr(node, field)
            if type(child) is list:
                stack.extend(child if None not in child else filter(None, child))
            elif child is not None and not (field == "func" and type(child) is ast.Name):
                stack.append(child)
    return names - own


def joined(states: list[State | None]) -> State | None:
    """What is known where several ways come together; `None` where control never gets."""
    reached = [state for state in states if state is not None]
    if not reached:
        return None
    first, *others = reached
    if all(other is first for other in others):
        return first
    return {
        fact: stale or any(other[fact] for other in others)
        for fact, stale in first.items()
        if all(fact in other for other in others)
    }


def with_fact(state: State, fact: Fact, *, stale: bool = False) -> State:
    """A state with one fact more, and never more than are kept."""
    if not state:
        return {fact: stale}
    grown = {**state, fact: stale}
    if fact.asserted:
        asserted = [known for known in grown if known.asserted]
        if len(asserted) > MAX_ASSERTED:
            del grown[asserted[0]]
    if len(grown) > MAX_FACTS:
        oldest = next((known for known, is_stale in grown.items() if is_stale), next(iter(grown)))
        del grown[oldest]
    return grown
