"""What is known at a place of a function, and what running code leaves of it."""

from __future__ import annotations

import ast
import re
from collections import Counter

from errdex.languages.python.aliases import Aliases
from errdex.languages.python.bindings import bound_names
from errdex.languages.python.compound import statements_within
from errdex.languages.python.effects import Effects, effects_of, without
from errdex.languages.python.exits import calls_no_return, never_ends
from errdex.languages.python.expressions import dotted_name
from errdex.languages.python.facts import Fact, effects_on_itself, facts_of, with_fact
from errdex.languages.python.harmless import Harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.languages.python.facts import State
    from errdex.languages.python.places import Block, Function
    from errdex.languages.python.source import Source

NO_EFFECTS = Effects()


class Knowledge:
    """Keeps the facts of one file's functions true: adds what tests say, marks what may have changed."""

    def __init__(self, source: Source, tree: ast.Module) -> None:
        self.source, self.tree = source, tree
        self.rebound = rebound_names(source.text)
        """Names that some function declares `global` or `nonlocal`: any call may rebind them."""
        self._endless: frozenset[str] | None = None
        self._alterable: frozenset[str] | None = None
        self._aliases: Aliases | None = None
        self._body: list[ast.stmt] = tree.body
        self._function: Function | None = None
        self._harmless = Harmless(source, tree)
        self._kept: dict[str, bool] = {}

    def enter(self, function: Function) -> None:
        """Turns to another function."""
        self._aliases, self._body, self._function = None, function.body, function

    def never_returns(self, node: ast.Expr, block: Block) -> bool:
        """Whether a statement calls something that is known never to return, a function of this module among them."""
        if calls_no_return(node):
            return True
        match node.value:
            case ast.Call(func=ast.Name(id=name)) if not (block.function.is_code and block.function.binds(name)):
                return name in self.endless
        return False

    @property
    def endless(self) -> frozenset[str]:
        """Functions of the module no call of which ends normally."""
        if self._endless is None:
            functions = [one for one in self.tree.body if isinstance(one, ast.FunctionDef)]
            counts = Counter(one.name for one in functions)
            self._endless = frozenset(
                one.name for one in functions if not one.decorator_list and counts[one.name] == 1 and never_ends(one)
            )
        return self._endless

    def after(self, state: State, effects: Effects) -> State:
        """What is still known after some code has run."""
        if not effects or not state:
            return state
        changed = self.changed(state, effects)
        if changed and (less := self.without_harmless(effects)) is not effects:
            changed = self.changed(state, less)
        if not changed:
            return state
        known = {**state, **dict.fromkeys(changed, True)}
        for fact in changed:
            if fact.asserted:
                del known[fact]  # of what an earlier assert said, only what still holds is worth keeping
        return known

    def changed(self, state: State, effects: Effects) -> list[Fact]:
        """Facts that may no longer hold after some code has run."""
        touched = self.aliases_of(effects.touched) if effects.touched else effects.touched
        return [fact for fact, stale in state.items() if not stale and self.changes(effects, touched, fact)]

    def without_harmless(self, effects: Effects) -> Effects:
        """The effects, calls left out of functions that this file shows to change nothing."""
        return without(effects, self.is_harmless)

    def is_harmless(self, name: str) -> bool:
        """Whether a call of a function (`f`) or of a method of the receiver (`.m`) changes nothing, as its body shows."""
        function = self._function
        while function is not None and not name.startswith("."):
            if function.is_code and function.binds(name):
                return False
            function = function.outer[0].function if function.outer is not None else None
        return self._harmless.is_harmless(name, self)

    def changes(self, effects: Effects, touched: set[str], fact: Fact) -> bool:
        """Whether a fact may no longer hold; `touched`: the effects' own, with all their aliases."""
        if not effects.assigned.isdisjoint(fact.names):
            return True
        if not touched.isdisjoint(fact.deep) and not touched.isdisjoint(fact.alterable):
            return True
        if effects.pauses and fact.deep and fact.alterable:
            return True
        if effects.parts and self.reaches_content(effects, fact):
            return True
        if not (effects.opaque or effects.pauses):
            return False
        return not self.rebound.isdisjoint(fact.names) or self.reads_module_state(fact)

    def reaches_content(self, effects: Effects, fact: Fact) -> bool:
        """Whether items that were handed on may be what a fact is about; it may ask their container for its keys."""
        reached = self.aliases_of(effects.parts)
        unharmed = effects.parts & fact.shallow
        return any(name not in unharmed and not reached.isdisjoint({name}) for name in fact.alterable)

    def reads_module_state(self, fact: Fact) -> bool:
        """Whether a fact depends on the content of a module-level variable, which any function may alter."""
        function = fact.block.function
        return any(
            name in self.alterable and not (function.is_code and function.binds(name)) and not self.is_kept(name)
            for name in fact.deep
        )

    def is_kept(self, name: str) -> bool:
        """Whether the module keeps a variable to itself and only reads it."""
        kept = self._kept.get(name)
        if kept is None:
            kept = self._kept[name] = only_read(name, self.source.text)
        return kept

    @property
    def alterable(self) -> frozenset[str]:
        """Module-level variables that hold something that can be altered."""
        if self._alterable is None:
            self._alterable = frozenset(alterable_names(self.tree))
        return self._alterable

    def aliases_of(self, names: set[str]) -> set[str]:
        """Names that may stand for the same objects, in the function that is followed."""
        if self._aliases is None:
            self._aliases = Aliases(self._body, self.source)
        return self._aliases.of(names)

    def assume(
        self,
        state: State | None,
        test: ast.expr,
        place: tuple[Block, int],
        line: int,
        *,
        truth: bool,
        asserted: bool = False,
        whole: Effects | None = None,
    ) -> State | None:
        """What is known where `test` came out as `truth`; `whole`: its effects, where they are known already."""
        if state is None:
            return None
        if isinstance(test, ast.Constant):
            return state if bool(test.value) is truth else None
        whole = self.effects_of_test(test) if whole is None else whole
        for fact, part in facts_of(test, line, *place, truth=truth, asserted=asserted):
            if not whole:
                state = with_fact(state, fact)
                continue
            effects = self.without_harmless(effects_of([part]))
            if effects:
                state = self.after(state, effects)
                effects = self.without_harmless(effects_on_itself(fact, part, effects))
            state = with_fact(state, fact, stale=effects.opaque or effects.pauses or self.hits(effects, fact))
        return state

    def effects_of_test(self, test: ast.expr) -> Effects:
        """What evaluating a test may change."""
        return effects_of([test]) if self.source.may_act(test) else NO_EFFECTS

    def hits(self, effects: Effects, fact: Fact) -> bool:
        """Whether effects may change a fact."""
        return bool(effects) and self.changes(effects, self.aliases_of(effects.touched), fact)


_REBOUND = re.compile(r"^\s*(?:global|nonlocal)\s+([\w, \t]+)", re.MULTILINE)


def rebound_names(text: str) -> frozenset[str]:
    """Names that some function declares `global` or `nonlocal`."""
    if "global " not in text and "nonlocal " not in text:
        return frozenset()
    return frozenset(name.strip() for names in _REBOUND.findall(text) for name in names.split(","))


_READ = re.compile(
    r"(?:\[[^\[\]\n]*\](?![ \t]*(?:[-+*/|&^%@]?=(?!=)|[.\[(,]))|\.(?:get|items|keys|values|copy|index|count)\()"
)
_IN = re.compile(r"\bin[ \t]+$")


def only_read(name: str, text: str) -> bool:
    """Whether a module keeps a variable to itself (`_table`) and, but for one assignment, only looks things up in it."""
    if not name.startswith("_") or name.startswith("__"):
        return False
    assigned = 0
    for found in re.finditer(rf"\b{name}\b", text):
        start, end = found.span()
        if start == text.rfind("\n", 0, start) + 1:
            assigned += 1  # at the start of a line nothing else but an assignment is plain
            if not re.match(r"[ \t]*(?::[^=\n]*)?=(?!=)", text[end : end + 200]):
                return False
        elif _IN.search(text[max(0, start - 12) : start]):
            if text[end : end + 1] in {".", "[", "("} and _READ.match(text, end) is None:
                return False
        elif _READ.match(text, end) is None or re.search(r"\bdel[ \t]+$", text[max(0, start - 12) : start]):
            return False
    return assigned == 1


_MAKES_FIXED = frozenset({"frozenset", "TypeVar", "namedtuple", "re.compile", "object", "MappingProxyType", "types.MappingProxyType",
                          "str", "int", "float", "tuple"})  # fmt: skip
"""Calls whose result cannot be altered."""


def alterable_names(tree: ast.Module) -> Iterator[str]:
    """Names that module-level statements assign something other than a constant, a tuple or a function's text."""
    for statement in statements_within(tree.body):
        match statement:
            case ast.Assign(value=ast.Constant() | ast.Tuple() | ast.JoinedStr() | ast.Lambda()):
                continue
            case ast.Assign(value=ast.Call(func=function)) | ast.AnnAssign(value=ast.Call(func=function)) if (
                dotted_name(function) in _MAKES_FIXED
            ):
                continue
            case ast.AnnAssign(value=ast.Constant() | ast.JoinedStr() | ast.Lambda() | None):
                continue
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                yield from bound_names([statement])


def is_live(state: State) -> bool:
    """Whether something is known that code may change."""
    return any(not stale and fact.test is not None for fact, stale in state.items())


def assigning(name: str) -> Effects:
    """The effect of binding a name."""
    effects = Effects()
    effects.assigned.add(name)
    return effects
