"""What one file's text says, before anything is known of other files.

A language turns a file into `FileFacts`; linking joins the facts of a distribution's files into sites. Facts depend on
the text alone (not on path, distribution or version), so equal files share them, and they are plain JSON.

**Nodes.** A value that the source builds (a message, a raised exception, a constant) is a *node*: a list or tuple whose
first item names its form. Linking evaluates nodes (`linking.values`); where it cannot, the node's source text becomes a hole.

| node | stands for |
|---|---|
| `["const", value]` | a `str`, `int`, `float`, `bool` or `None` literal (other constants are holes) |
| `["hole", text, type]` | an expression whose value only run time knows; `type` is `""` or what can be told (`int`, `str`, `list` …); for the name of an `except … as e`, the classes caught |
| `["passed", text, error]` | the text that a caught error carries: `e.args[0]`, `e.message` |
| `["param", name]` | a parameter of the enclosing function, not reassigned before |
| `["name", dotted]` | a name or attribute chain that is not local: `MSG`, `_msg.BAD`, `self.msg`, `cls.msg`, `ValueError` |
| `["cat", [node …]]` | pieces printed one after the other, each as `str()` prints it (an f-string, `+` of strings) |
| `["add", [node …], text]` | `a + b …` where linking must find out whether these are strings |
| `["fmt", node, conversion, spec]` | a formatted piece: conversion `r`/`s`/`a`/`""`, `spec` a node (`["const", ""]` when none) |
| `["mod", node, args, text]` | `node % args`; `args` is a `tuple` node, a `dict` node, or any other single node |
| `["format", node, [node …], [[keyword, node] …], text]` | `node.format(…)`; a starred argument is `["star", node]`, keyword `""` stands for `**` |
| `["method", node, name, [node …], text]` | a string method that linking may apply to constants: `strip`, `join`, `dedent` (for `textwrap.dedent`), `cleandoc`, `upper`, `replace`, `title`, `lower`, `capitalize`, `lstrip`, `rstrip` |
| `["alt", [[[condition …], node] …]]` | one of several, each with the tests that select it; a test is its text or, about a local that was assigned before, `[question, answer, node, text]`: whether `node` is `true`, is `none`, or is of types (`isinstance str`) |
| `["or", [[text, node] …]]`, `["and", …]` | the first that is true (false), else the last; with the text of each |
| `["tuple", [node …]]`, `["list", [node …]]` | a display |
| `["set", [node …], text]` | a set display: its items are known, the order in which it prints is not |
| `["dict", [[node, node] …]]` | a dict display; key `["star"]` for `**other` |
| `["item", node, key, text]` | `node[key]` |
| `["entry", node, key, default, text]` | `node.get(key, default)` or `node.pop(…)` with a constant key; `default` is a node or `null` |
| `["attr", node, name, text]` | attribute of a value that is no plain chain: `make().msg` |
| `["call", dotted, [node …], [[keyword, node] …], text, line]` | any other call; arguments as for `format`; `dotted` is `super().name` for that form, `(name)` for a call of a parameter, `""` where only run time knows what is called |
| `["star", node]` | a starred item or argument |

`text` is always the source text of the whole expression, white space folded, at most 200 characters; it may be missing at the end.
"""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.conditions import Clause
from errdex.nouns.sites import Evidence, SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    Node: TypeAlias = Sequence[object]


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    kind: str
    """`pos`, `any`, `*`, `kw`, `**`: positional only, either, variadic, keyword only, variadic keywords."""
    default: Node | None
    annotation: str
    """As written, quotes of a string annotation taken off; `""`: none."""


class Raised(NamedTuple):
    """A statement that reports an error, as one file shows it."""

    kind: SiteKind
    line: int
    end_line: int
    function: str
    """As `Site.function`."""
    owner: str
    """Qualified name of the class that `self` or `cls` stand for here, or `""`."""
    raised: Node | None
    """The raised value (`raise X(…)`, `assert` never); `None` for a bare `raise` and for kinds that raise nothing."""
    message: Node | None
    """The message of an `assert`, warning, log call or exit; `None` for a raise, and where there is none."""
    exception: str
    """As `Site.exception`, as far as the statement itself shows it."""
    written: str
    """The message as written in the source, placeholders kept (`bad {mode!r}`, `bad %s`); `""`: none at the statement."""
    condition: tuple[Clause, ...]
    cause: str
    """As `Site.cause`."""
    evidence: tuple[Evidence, ...] = ()
    """Comments above the statement (`file` is empty until linking)."""


class Called(NamedTuple):
    """A call inside a function, for the call graph."""

    callee: str
    """Dotted as written: `self._check`, `pd.concat`, `super().__init__`."""
    line: int
    handlers: tuple[str, ...]
    """`except` clauses around it that may catch what it raises, innermost first, as `line:Class,Class`."""


class FunctionFacts(NamedTuple):
    """A function or method."""

    name: str
    """Qualified inside the module, as `Site.function`."""
    line: int
    end_line: int
    parameters: tuple[Parameter, ...]
    decorators: tuple[str, ...]
    """Dotted as written, arguments left out."""
    returns: Node | None
    """What it returns, where that is or contains text, an exception, or a constant; else `None`."""
    body: str
    """Source of a small pure function (`return` of an expression, perhaps behind `if`s) that linking may evaluate over the
    members of a domain; else `""`."""
    calls: tuple[Called, ...]
    raises: tuple[str, ...]
    """Docstring's Raises section: `ValueError: if n is negative`."""
    returns_never: bool
    """Whether no path through it ends normally."""
    annotation: str
    """Of the return value, as written."""


class ClassFacts(NamedTuple):
    """A class."""

    name: str
    """Qualified inside the module."""
    line: int
    bases: tuple[str, ...]
    """Dotted as written, subscripts left out."""
    decorators: tuple[str, ...]
    attributes: tuple[tuple[str, Node], ...]
    """Class-level constants in source order; for an enumeration these are its members."""
    annotations: tuple[tuple[str, str], ...]
    """Annotated names, of the class body and of `self.x: T` in methods, as written."""
    sets: tuple[tuple[str, Node], ...]
    """`self.x = node` assignments of `__init__` (and `__new__`), parameters as `param` nodes; several ways as `alt`."""
    init: tuple[Node, ...]
    """Calls in `__init__`/`__new__` to `super().__init__(…)` or `Base.__init__(self, …)`, as `call` nodes with callee
    `super` or the base's dotted name; and, as callee `args`, assignments to `self.args`."""
    text: Node | None
    """What `__str__` returns; `None`: it defines none."""
    docstring: str
    """First line, or `""`."""


class Caught(NamedTuple):
    """An `except` clause or a `suppress(…)` with the statements that it watches."""

    first: int
    """First line of what is watched."""
    last: int
    line: int
    """Of the clause."""
    classes: tuple[str, ...]
    """Dotted as written; empty: everything is caught; `""` for one that only run time knows."""
    text: str
    """The clause as the source writes it."""
    passes_on: bool
    """Whether it may raise the same error again."""


class Expected(NamedTuple):
    """A test that expects an error: `pytest.raises(…)`, `assertRaises(…)`."""

    exception: str
    """Dotted as written."""
    pattern: str
    """Regular expression that the message is to match, `""`: none is given."""
    line: int
    text: str
    """The expectation as the source writes it."""
    calls: tuple[str, ...]
    """Last names of what the code that is to raise calls, outermost first."""


class FileFacts(NamedTuple):
    """Everything one file says that sites are made of."""

    raised: tuple[Raised, ...]
    functions: tuple[FunctionFacts, ...]
    classes: tuple[ClassFacts, ...]
    constants: tuple[tuple[str, Node], ...]
    """Module-level assignments whose value is a constant, a collection of constants, an alias or a call; last one wins,
    names assigned on several branches as `alt`."""
    imports: tuple[tuple[str, str, str], ...]
    """Local name, module (leading dots of a relative import kept), name in that module (`""`: the module itself, `*`: all)."""
    exports: tuple[str, ...] | None
    """`__all__` where it is a constant list; `None`: none."""
    degraded: str = ""
    """Why less than usual was read, or `""`."""
    calls: tuple[str, ...] = ()
    """Calls, packed so that reading facts stays cheap: for each function (or the module) that calls, its number among
    `functions` (`-1`: the module, class bodies included), then for each call its line, `:` and what is called, all
    separated by spaces: `3 17:self._check 18:?.merge`. What is called is one of

    | form | stands for |
    |---|---|
    | `a.b.c` | a dotted name as written, `self.…` and `cls.…` included |
    | `super.m` | `super().m` |
    | `=a.b/m` | method `m` of what `a.b(…)` returns |
    | `:a.B/m` | method `m` of a value annotated `a.B` |
    | `?/m` | method `m` of something unknown |
    | `@self.m` | `self.m` without a call: a property, or a method handed on |
    | `&a.b` | a dotted name handed on as an argument |
    """
    caught: tuple[Caught, ...] = ()
    """In source order, of inner statements after those around them."""
    expected: tuple[Expected, ...] = ()
