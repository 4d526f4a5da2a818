"""Does every name in a snippet exist in the analysed version? Each is resolved, refuted, or left open with the reason."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from errdex.evidence.namespaces import BUILTIN_NAMES
from errdex.evidence.things import Instance, Klass, Things, Unknown
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from errdex.evidence.namespaces import ModuleTexts
    from errdex.evidence.things import Thing

LONGEST_SNIPPET = 64 * 1024
MOST_NAMES = 2000
NEAR = 3


class NameCheck(NamedTuple):
    """What is known of one name of a snippet."""

    name: str
    """Dotted, as the snippet writes it: `ForwardMode.DRAFT`."""
    line: int
    level: Level | None
    """`RESOLVED`: it exists there; `REFUTED`: it does not; `None`: that cannot be told."""
    reason: str = ""
    """Why, for people; `""` for a resolved one."""
    near: tuple[str, ...] = ()
    """Names that exist and look alike."""


class SnippetNames(NamedTuple):
    """All names of a snippet that it does not bind itself."""

    fault: str
    """Why it does not parse, `""`: it does."""
    checks: tuple[NameCheck, ...]
    """In order of lines, each name once."""

    @property
    def resolve(self) -> bool:
        """Whether it parses and every name that can be told exists."""
        return not self.fault and all(check.level is not Level.REFUTED for check in self.checks)


class NameScope(NamedTuple):
    """What a snippet may use without binding it."""

    module: str = ""
    """Module whose names it sees, as the code around the site does; `""`: none."""
    given: Mapping[str, str] = {}
    """Names that the reader has, with the annotation of each as written in `module`, or `""`: parameters of the function."""
    sees_module: bool = True
    """Whether the names of `module` are seen; otherwise only annotations are looked up there, and the rest must be imported."""


def check_names(snippet: str, texts: ModuleTexts | Things, scope: NameScope = NameScope()) -> SnippetNames:  # noqa: B008 - frozen
    """Looks up every name of a snippet that it does not bind itself, and the names that it imports.

    `Things` in place of texts remembers what it has read, for many snippets of one version.
    """
    if len(snippet) > LONGEST_SNIPPET:
        return SnippetNames("the snippet is too long", ())
    try:
        tree = ast.parse(snippet)
    except SyntaxError as error:
        return SnippetNames(f"line {error.lineno}: {error.msg}", ())
    except (ValueError, RecursionError, MemoryError) as error:
        return SnippetNames(str(error) or type(error).__name__, ())
    checker = _Checker(tree, texts if isinstance(texts, Things) else Things(texts), scope)
    found: dict[str, NameCheck] = {}
    for check in checker.checks():
        if len(found) >= MOST_NAMES:
            break
        if check.name not in found or found[check.name].level is Level.RESOLVED:
            found[check.name] = check
    return SnippetNames("", tuple(sorted(found.values(), key=lambda check: check.line)))


class _Checker:
    """The walk over one snippet."""

    def __init__(self, tree: ast.Module, things: Things, scope: NameScope) -> None:
        self.tree, self.things, self.scope = tree, things, scope
        self.bound = dict(bound_names(tree))
        self.imported: dict[str, Thing] = {}

    def checks(self) -> Iterator[NameCheck]:
        """Every name, imports first."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from self.imports(node)
        inner: set[int] = set()
        for node in ast.walk(self.tree):  # outer attributes come before the expressions inside them
            if id(node) in inner:
                continue
            chain = chain_of(node)
            if chain is None:
                continue
            names, parts = chain
            inner.update(map(id, parts))
            if isinstance(parts[-1], ast.Name) and isinstance(parts[-1].ctx, ast.Load):
                yield from self.chain(names, node.lineno)  # type: ignore[attr-defined]  # a Name or an Attribute

    def imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[NameCheck]:
        """The names that one statement imports."""
        for alias in node.names:
            if isinstance(node, ast.Import):
                thing = self.things.module(alias.name)
                local, shown = alias.asname or alias.name.partition(".")[0], alias.name
                if not alias.asname:
                    self.imported[local] = self.things.module(local)
                else:
                    self.imported[local] = thing
            elif node.level or alias.name == "*":
                yield NameCheck(ast.unparse(node), node.lineno, None, "relative and star imports are not followed")
                continue
            else:
                thing = self.things.member(self.things.module(node.module or ""), alias.name)
                local, shown = alias.asname or alias.name, f"{node.module}.{alias.name}"
                self.imported[local] = thing
            yield self.judged(shown, node.lineno, thing)

    def chain(self, names: list[str], line: int) -> Iterator[NameCheck]:
        """A name, then each attribute of it, as far as it can be followed."""
        thing = self.root(names[0])
        yield self.judged(names[0], line, thing)
        for length in range(1, len(names)):
            if isinstance(thing, Unknown):
                return
            thing = self.things.member(thing, names[length])
            yield self.judged(".".join(names[: length + 1]), line, thing)

    def root(self, name: str) -> Thing:
        """What a free name stands for."""
        if name in self.imported:
            return self.imported[name]
        if name in self.bound:
            return self.annotated(self.bound[name])
        if name in self.scope.given:
            return self.annotated(self.scope.given[name])
        if self.scope.module and self.scope.sees_module:
            thing = self.things.member(self.things.module(self.scope.module), name)
            if not (isinstance(thing, Unknown) and thing.absent):
                return thing
        if name in BUILTIN_NAMES:
            return Unknown("")
        seen = self.scope.module if self.scope.sees_module else ""
        where = f"neither {seen or 'an import'} nor the snippet nor Python has it"
        home = self.things.names_of(self.things.module(seen)) if seen else ()
        return Unknown(where, absent=True, among=(*home, *self.scope.given))

    def annotated(self, annotation: str) -> Thing:
        """An object of the class that an annotation names."""
        klass = self.things.annotated(annotation, self.scope.module) if annotation and self.scope.module else None
        return Instance(klass) if klass is not None else Unknown("")

    def judged(self, name: str, line: int, thing: Thing) -> NameCheck:
        """The verdict on one name."""
        if not isinstance(thing, Unknown) or not thing.reason:
            return NameCheck(name, line, Level.RESOLVED)
        if not thing.absent:
            return NameCheck(name, line, None, thing.reason)
        return NameCheck(name, line, Level.REFUTED, thing.reason, near_names(name.rpartition(".")[2], thing.among))


def near_names(name: str, among: Collection[str]) -> tuple[str, ...]:
    """Names that look like `name`, best first."""
    folded = {one.lower(): one for one in among}
    return tuple(folded[one] for one in difflib.get_close_matches(name.lower(), folded, NEAR, 0.6))


def chain_of(node: ast.AST) -> tuple[list[str], list[ast.expr]] | None:
    """`a.b.c` as names and as the expressions inside, outermost first; `None` for what is no such chain."""
    names, parts = [], []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        parts.append(node)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return [node.id, *reversed(names)], [*parts, node]


def bound_names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that a snippet binds anywhere, each with its annotation or `""`."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(ctx=ast.Store() | ast.Del()):
                yield node.id, ""
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, ""
            case (
                ast.ExceptHandler(name=str() as name)
                | ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
            ):
                yield name, ""
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg, ast.unparse(node.annotation) if node.annotation is not None else ""


__all__ = ["Instance", "Klass", "NameCheck", "NameScope", "SnippetNames", "check_names", "near_names"]
