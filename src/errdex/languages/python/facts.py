"""Facts that a statement's place implies, and whether they still hold: the clauses of conditions before they are words."""

from __future__ import annotations

import ast

from errdex.languages.python.bindings import captured_names
from errdex.languages.python.compound import statements_within
from errdex.languages.python.effects import CHILD_FIELDS, Effects, effects_of, roots_of
from errdex.languages.python.wording import TEXT_LIMIT, conjuncts, without_walrus, worded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from errdex.languages.python.places import Block
    from errdex.languages.python.source import Source

    State: TypeAlias = dict["Fact", bool]
    """Facts known at some place, in source order, each with whether it is stale. Never changed in place."""

MAX_FACTS = 32
"""Facts kept at once; the oldest that are stale go first, then the oldest."""
MAX_RELATED = 200
"""Names that may stand for the same objects before all names of the function are taken to."""
MAX_ASSERTED = 4
"""Facts of earlier `assert` statements kept at once."""


class Fact:
    """Something that was true when control passed `line`."""

    __slots__ = ("_operands", "asserted", "block", "index", "kind", "line", "test", "text", "trace", "truth")

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
            names, deep = (set[str](), set[str]()) if self.test is None else operands(self.test)
            self._operands = names, deep - self.block.function.plain
        return self._operands

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


class Aliases:
    """Which names of a function may stand for the same object, or for parts of it.

    `b = a.x` and `b = f(a)` make `b` *derive* from `a`: what alters either may show in the other, and in all that derives
    from what they come from; what only went into the same call (`f(a, c)`) does not touch each other.
    """

    __slots__ = ("_derived", "_known", "_sources")

    def __init__(self, statements: list[ast.stmt], source: Source) -> None:
        self._sources: dict[str, set[str]] = {}
        self._derived: dict[str, set[str]] = {}
        self._known: dict[str, set[str]] = {}
        for statement in statements_within(statements):
            for target, value in _bindings(statement):
                self._derive(roots_of(target), roots_of(value))
            if isinstance(statement, ast.Match):
                captured = set().union(*(captured_names(case.pattern) for case in statement.cases))
                self._derive(captured, roots_of(statement.subject))
            if source.may_bind(statement):
                for inner in ast.walk(statement):
                    if isinstance(inner, ast.NamedExpr):
                        self._derive({inner.target.id}, roots_of(inner.value))

    def _derive(self, names: set[str], sources: set[str]) -> None:
        for name in names:
            self._sources.setdefault(name, set()).update(sources)
        for one in sources:
            self._derived.setdefault(one, set()).update(names)

    def of(self, names: set[str]) -> set[str]:
        """These names and all that may show what happens to their objects."""
        found = set(names)
        for name in names:
            known = self._known.get(name)
            if known is None:
                known = self._known[name] = _closed(_closed({name}, self._sources), self._derived)
            if known is EVERYTHING:
                return known
            found |= known
        return found


class _Everything(set[str]):
    """Stands for all names."""

    def isdisjoint(self, other: Iterable[object]) -> bool:
        return not any(True for _ in other)


EVERYTHING = _Everything()


def _closed(names: set[str], step: dict[str, set[str]]) -> set[str]:
    """All names that the steps lead to; too many count as all there are."""
    found, fresh = set(names), list(names)
    while fresh and names is not EVERYTHING:
        if len(found) > MAX_RELATED:
            return EVERYTHING
        new = step.get(fresh.pop(), set()) - found
        found |= new
        fresh.extend(new)
    return EVERYTHING if names is EVERYTHING else found


def _bindings(statement: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    """What a statement itself binds, to what."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.AugAssign(target=target, value=value):
            return [(target, value)]
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            return [(target, value)]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return [(item.optional_vars, item.context_expr) for item in items if item.optional_vars is not None]
    return []
