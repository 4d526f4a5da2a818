"""A site's condition as a test that a caller can make before the call."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from errdex.guards.entry import decorator_name, start_of
from errdex.guards.finite import Checked, with_sets
from errdex.guards.operands import Home, NotForCallers, conjuncts, in_callers_words, negated
from errdex.guards.paths import enclosing_function, own_nodes, path_to
from errdex.guards.writing import call_text, folded
from errdex.nouns.base import NamedTuple
from errdex.nouns.guards import Guard, GuardImport, NoGuard
from errdex.nouns.sites import SiteKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.guards.entry import Start
    from errdex.guards.finite import ClassPlaces
    from errdex.guards.operands import Rewritten
    from errdex.guards.paths import Enclosing, Path
    from errdex.nouns.sites import Site

LARGEST_SOURCE = 4 * 1024 * 1024
MOST_TESTS = 6
TRANSPARENT = frozenset({
    "staticmethod", "abstractmethod", "override", "final", "property", "lru_cache", "cache", "setter", "deleter", "doc",
    "Appender", "Substitution", "set_module", "cached_property", "typing_extensions", "public", "docs",
})  # fmt: skip
"""Decorators that hand all arguments on as they are."""
NOT_BEFORE = frozenset({"__init__", "__new__", "__post_init__", "__setstate__"})
"""Methods whose object the caller does not have before the call."""


class ModuleSource(NamedTuple):
    """The module that a site stands in."""

    module: str
    """Dotted name under which it is imported."""
    tree: ast.Module


def module_source(text: str, module: str) -> ModuleSource | None:
    """A module's source, parsed once for all its sites; `None`: it cannot be parsed."""
    if len(text) > LARGEST_SOURCE:
        return None
    try:
        return ModuleSource(module, ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def derive_guard(site: Site, source: ModuleSource, places: ClassPlaces) -> Guard | NoGuard:
    """The guard of a site, or why it has none."""
    if site.kind not in (SiteKind.RAISE, SiteKind.ASSERT):
        return NoGuard("the statement raises nothing")
    enclosing = enclosing_function(source.tree, site.line)
    reason = why_unguarded(enclosing, site)
    if enclosing is None or reason:
        return NoGuard(reason or "no function stands around it")
    found = path_to(enclosing.node, site.line)
    if found is None:
        return NoGuard("the way to it cannot be followed")
    path, _ = found
    if path.nearest or not path.steps:
        return NoGuard(path.nearest or "no test stands before it")
    return guard_of_path(site, source, places, enclosing, path)


def why_unguarded(enclosing: Enclosing | None, site: Site) -> str:
    """What makes tests before the call say nothing about the call; `""`: nothing."""
    if enclosing is None:
        return "no function stands around it"
    if enclosing.nested:
        return f"{site.function} is made anew in each call of the function around it"
    if isinstance(enclosing.node, ast.AsyncFunctionDef):
        return "other code may run between the call and the raise"
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(enclosing.node.body)):
        return "it raises when the generator is used, not when it is made"
    odd = [name for one in enclosing.node.decorator_list if (name := decorator_name(one)) not in TRANSPARENT]
    return f"the decorator {odd[0] or 'before it'} may change the arguments" if odd else ""


def guard_of_path(
    site: Site, source: ModuleSource, places: ClassPlaces, enclosing: Enclosing, path: Path
) -> Guard | NoGuard:
    """The guard from the tests on the way to a site."""
    start = start_of(enclosing)
    home = home_of(source, enclosing, start)
    kept, left_out = callers_tests(path, start, home)
    if left_out.nearest:
        return NoGuard(left_out.nearest)
    checked = with_sets([one.test for one in kept], site, home.receiver, start, places)
    tests = folded(checked.tests)
    if len(tests) > MOST_TESTS:
        return NoGuard("it takes too many tests to say")
    obstacles = (*path.obstacles, *left_out.reasons)
    given = frozenset().union(*(one.given for one in kept))
    whole = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0]
    return Guard(
        passes=ast.unparse(negated(whole)),
        test=ast.unparse(whole),
        call=call_text(enclosing, home, start, given),
        function=site.function,
        given=tuple(sorted((name, start.parameters.get(name, "")) for name in given)),
        imports=tuple(sorted(set(checked.imports).union(*(one.imports for one in kept)))) if not checked.only
        else tuple(sorted(checked.imports)),
        must_raise=not obstacles,
        obstacles=tuple(dict.fromkeys(obstacles)),
        operand=checked.operand,
        accepted=checked.accepted,
        accepted_values=accepted_values(tests),
    )  # fmt: skip


def accepted_values(tests: Sequence[ast.expr]) -> tuple[str, ...]:
    """The constants of a lone `parameter not in (…)`."""
    match tests:
        case [ast.Compare(left=ast.Name(), ops=[ast.NotIn()], comparators=[ast.Tuple(elts=items)])]:
            constants = [item for item in items if isinstance(item, ast.Constant)]
            return tuple(ast.unparse(item) for item in constants) if len(constants) == len(items) else ()
        case _:
            return ()


class LeftOut(NamedTuple):
    """Tests that the caller cannot make."""

    reasons: tuple[str, ...]
    nearest: str
    """Why the caller cannot make the one next to the site, `""`: it can."""


def callers_tests(path: Path, start: Start, home: Home) -> tuple[list[Rewritten], LeftOut]:
    """The tests on a way that a caller can make as well, and what is lost with the others."""
    kept: list[Rewritten] = []
    reasons: list[str] = []
    nearest = "no test stands before it"
    for step in path.steps:
        lost = ""
        for one in conjuncts(step.test, holds=step.holds):
            try:
                kept.append(in_callers_words(one, step.line, start, path, home))
            except NotForCallers as left_out:
                lost = str(left_out)
                reasons.append(f"line {step.line}: {lost}")
        nearest = lost
    if not any(one.given for one in kept):
        nearest = nearest or "it depends on nothing that the caller gives"
    return kept, LeftOut(tuple(reasons), nearest)


def home_of(source: ModuleSource, enclosing: Enclosing, start: Start) -> Home:
    """The module around a function."""
    bound: dict[str, list[ast.stmt]] = {}
    for statement in own_nodes(source.tree.body):
        for name in module_names(statement):
            bound.setdefault(name, []).append(statement)  # type: ignore[arg-type]  # only statements bind here
    rebound = {name for node in ast.walk(source.tree) if isinstance(node, ast.Global) for name in node.names}
    constants = {
        name: statements[0].value
        for name, statements in bound.items()
        if len(statements) == 1
        and isinstance(statements[0], ast.Assign)
        and name not in rebound
        and is_literal(statements[0].value)
    }
    origins = {
        name: imported
        for name, statements in bound.items()
        if len(statements) == 1 and (imported := import_of(statements[0], name)) is not None
    }
    owner = enclosing.owner.name if enclosing.owner is not None else ""
    knows_object = enclosing.node.name not in NOT_BEFORE and not is_class_method(enclosing)
    receiver = receiver_name(owner, start) if owner and start.receiver and knows_object else ""
    return Home(source.module, constants, frozenset(bound), origins, receiver)


def import_of(statement: ast.stmt, name: str) -> GuardImport | None:
    """How one writes the import of a name, as the module does it; `None`: it is relative, from a private place, or none."""
    match statement:
        case ast.Import():
            for alias in statement.names:
                if alias.asname == name:
                    return GuardImport(alias.name, "", name)
                if alias.name == name:
                    return GuardImport(name, "")
        case ast.ImportFrom(level=0, module=str() as module) if not any(
            part.startswith("_") for part in module.split(".")
        ):
            for alias in statement.names:
                if (alias.asname or alias.name) == name and not alias.name.startswith("_"):
                    return GuardImport(module, alias.name, alias.asname or "")
    return None


def module_names(node: ast.AST) -> Sequence[str]:
    """Names that a statement binds at the top of a module."""
    match node:
        case ast.Assign():
            return [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
            return [name]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Import():
            return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
        case ast.ImportFrom():
            return [alias.asname or alias.name for alias in node.names if alias.name != "*"]
        case _:
            return []


def is_literal(node: ast.expr) -> bool:
    """Whether an expression is a constant or a flat collection of constants."""
    if isinstance(node, ast.Dict):
        return bool(node.keys) and all(isinstance(key, ast.Constant) for key in node.keys)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(isinstance(one, ast.Constant) for one in node.elts)
    return isinstance(node, ast.Constant)


def is_class_method(enclosing: Enclosing) -> bool:
    """Whether the first parameter is the class."""
    names = {decorator_name(one) for one in enclosing.node.decorator_list}
    return "classmethod" in names or enclosing.node.name in {"__init_subclass__", "__class_getitem__"}


def receiver_name(owner: str, start: Start) -> str:
    """A name for the object of a method: `data_frame` for a `DataFrame`."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", owner).lower().strip("_") or "instance"
    taken = name in start.parameters or name in start.bound or name in {"class", "global", "lambda", "import", "from"}
    return f"the_{name}" if taken else name


__all__ = ["Checked", "ModuleSource", "derive_guard", "module_source"]
