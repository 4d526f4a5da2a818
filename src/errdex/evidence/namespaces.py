"""What names a module and its classes hold, from their source alone. Nothing is imported or run.

A namespace is *closed* where its source shows every name that it can have; otherwise it says why it is *open*, and a
name that is not found in it may still exist.
"""

from __future__ import annotations

import ast
import builtins
from collections import deque
from typing import TYPE_CHECKING, Protocol

from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

LARGEST_MODULE = 4 * 1024 * 1024
MOST_STEPS = 40
"""Imports, bases and aliases that are followed for one name."""
BUILTIN_NAMES = frozenset(dir(builtins))
MODULE_NAMES = frozenset({"__name__", "__file__", "__doc__", "__path__", "__package__", "__spec__", "__dict__", "__all__", "__version__",
                          "__loader__", "__builtins__"})  # fmt: skip
DYNAMIC = ("setattr(", "__dict__", "vars(", "globals(", "exec(")
"""Text by which a module may add names to what its source shows."""
HARMLESS_DECORATORS = frozenset({"dataclass", "unique", "final", "total_ordering", "runtime_checkable", "verify"})
HARMLESS_METACLASSES = frozenset({"ABCMeta", "EnumMeta", "EnumType", "type"})


class ModuleTexts(Protocol):
    """Where the source of modules comes from, as they are in the analysed version."""

    def text_of_module(self, module: str) -> str | None:
        """Its source; `None`: it cannot be had (there is no such module, or it is compiled)."""

    def has_module(self, module: str) -> bool | None:
        """Whether there is such a module, compiled ones included; `None`: not known."""

    def is_package(self, module: str) -> bool:
        """Whether the module is a package: its relative imports start at itself."""


class Binding(NamedTuple):
    """What a name is bound to, as far as the statement that binds it shows."""

    node: ast.AST
    """The definition, the import, or the statement that assigns."""
    annotation: ast.expr | None = None


class Namespace(NamedTuple):
    """The names of one module."""

    module: str
    """Absolute name, with `.__init__` behind that of a package."""
    names: dict[str, list[Binding]]
    stars: tuple[str, ...]
    """Modules whose public names it takes over."""
    open: str
    """Why it may have more names, `""`: it has no others."""
    text: str


def namespace_of(text: str, module: str) -> Namespace | None:
    """The names of a module; `None`: its source cannot be parsed."""
    tree = parsed(text)
    if tree is None:
        return None
    names: dict[str, list[Binding]] = {}
    stars: list[str] = []
    for name, binding in bindings_of(tree.body):
        names.setdefault(name, []).append(binding)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            stars.append(from_module(node, module))
        elif isinstance(node, ast.Global):
            for name in node.names:
                names.setdefault(name, []).append(Binding(node))
    reason = "it defines __getattr__" if "__getattr__" in names else ""
    if not reason and any(mark in text for mark in ("globals()", "exec(", "sys.modules[")):
        reason = "it adds names while it runs"
    return Namespace(module, names, tuple(stars), reason, text)


def parsed(text: str) -> ast.Module | None:
    """The tree of a source text, `None` where there is none."""
    if len(text) > LARGEST_MODULE:
        return None
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def from_module(node: ast.ImportFrom, module: str) -> str:
    """Absolute name of the module that is imported from; `module` ends in `.__init__` for a package."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    base = parts[: len(parts) - node.level] if node.level <= len(parts) else []
    return ".".join([*base, *([node.module] if node.module else [])])


def bindings_of(body: list[ast.stmt]) -> Iterator[tuple[str, Binding]]:
    """Every name that a body binds in its own scope, on any branch."""
    waiting: deque[ast.AST] = deque(body)
    while waiting:
        node = waiting.popleft()
        yield from bound_by(node)
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                waiting.extend(node.decorator_list)
            case ast.AnnAssign(target=ast.Name()) | ast.Assign(targets=[ast.Name()]):
                if node.value is not None:
                    waiting.append(node.value)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Constant():
                pass
            case _:
                waiting.extend(ast.iter_child_nodes(node))


def bound_by(node: ast.AST) -> Iterator[tuple[str, Binding]]:
    """The names that one node binds by itself."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name, Binding(node)
        case ast.Import():
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], Binding(node)
        case ast.ImportFrom():
            for alias in node.names:
                if alias.name != "*":
                    yield alias.asname or alias.name, Binding(node)
        case ast.AnnAssign(target=ast.Name() as target):
            yield target.id, Binding(node, node.annotation)
        case ast.Assign(targets=[ast.Name() as target]):
            yield target.id, Binding(node)
        case ast.Name(ctx=ast.Store()):
            yield node.id, Binding(node)
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            yield name, Binding(node)
        case ast.MatchMapping(rest=str() as name):
            yield name, Binding(node)


def instance_names(node: ast.ClassDef) -> dict[str, list[Binding]]:
    """Names of a class and of its instances: its body's, its slots, and what methods assign on their first parameter."""
    names: dict[str, list[Binding]] = {}
    for name, binding in bindings_of(node.body):
        names.setdefault(name, []).append(binding)
    for inner in ast.walk(node):
        match inner:
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(), attr=attribute), annotation=annotation):
                names.setdefault(attribute, []).append(Binding(inner, annotation))
            case ast.Attribute(value=ast.Name(), ctx=ast.Store()):
                names.setdefault(inner.attr, []).append(Binding(inner))
            case ast.Assign(targets=[ast.Name(id="__slots__")]):
                for one in ast.walk(inner.value):
                    if isinstance(one, ast.Constant) and isinstance(one.value, str):
                        names.setdefault(one.value, []).append(Binding(inner))
            case _:
                pass
    return names


def why_open(node: ast.ClassDef, text: str) -> str:
    """Why a class, its bases aside, may have more names than its source shows; `""`: it has not."""
    if any(last_name(one) not in HARMLESS_DECORATORS for one in node.decorator_list):
        return f"a decorator of {node.name} may add names"
    for keyword in node.keywords:
        if keyword.arg != "metaclass" or last_name(keyword.value) not in HARMLESS_METACLASSES:
            return f"the metaclass of {node.name} may add names"
    own = {name for name, _ in bindings_of(node.body)}
    if own & {"__getattr__", "__getattribute__"}:
        return f"{node.name} answers any name through __getattr__"
    segment = "\n".join(text.split("\n")[node.lineno - 1 : node.end_lineno])
    if (
        any(mark in segment for mark in DYNAMIC)
        or f"setattr({node.name}" in text
        or f"{node.name}." in assigned_in(text)
    ):
        return f"{node.name} is given names while the program runs"
    return ""


def assigned_in(text: str) -> str:
    """The lines of a text that assign to an attribute at the top of the module (`Class.method = …`)."""
    return "\n".join(
        line for line in text.split("\n") if line[:1].isalpha() and " = " in line and "." in line.split(" = ")[0]
    )


def last_name(node: ast.expr) -> str:
    """`c` of `a.b.c(…)`; `""` for anything else."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
