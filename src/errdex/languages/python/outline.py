"""What a file defines: its classes, functions, constants, imports and exports."""

from __future__ import annotations

import ast
from bisect import bisect_left

from errdex.languages.python.candidates import lines_with
from errdex.languages.python.classes import class_facts
from errdex.languages.python.compound import COMPOUND
from errdex.languages.python.constants import Constants
from errdex.languages.python.exits import never_ends
from errdex.languages.python.functions import function_facts
from errdex.nouns.facts import FunctionFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.source import Source
    from errdex.nouns.facts import ClassFacts

_DEFINES = ("def ", "class ", "import ")

NOTHING_SAID = FunctionFacts(
    name="",
    line=0,
    end_line=0,
    parameters=(),
    decorators=(),
    returns=None,
    body="",
    calls=(),
    raises=(),
    returns_never=False,
    annotation="",
)
"""A function of which only the place is wanted."""


class Outline:
    """Collects the definitions of one file, those inside functions included."""

    __slots__ = ("_lines", "classes", "constants", "functions", "imports", "inner_imports", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.functions: list[FunctionFacts] = []
        self.classes: list[ClassFacts] = []
        self.constants = Constants(source)
        self.imports: list[tuple[str, str, str]] = []
        self.inner_imports: list[tuple[str, str, str]] = []
        """Those of functions: they count where the module itself binds no such name."""
        self._lines = lines_with(source, _DEFINES)

    def read(self, tree: ast.Module) -> Outline:
        """Reads a whole file."""
        stack: list[tuple[list[ast.stmt], str, bool]] = [(tree.body, "", False)]
        while stack:
            statements, prefix, inside = stack.pop()
            for statement in statements:
                match statement:
                    case ast.FunctionDef() | ast.AsyncFunctionDef():
                        name = prefix + statement.name
                        self.functions.append(self._function(statement, name))
                        if self._defines(statement):
                            stack.append((statement.body, f"{name}.", True))
                    case ast.ClassDef():
                        self.classes.append(class_facts(statement, prefix + statement.name, self.source))
                        stack.append((statement.body, f"{prefix}{statement.name}.", True))
                    case ast.Import() | ast.ImportFrom():
                        (self.inner_imports if inside else self.imports).extend(imported(statement))
                    case _ if isinstance(statement, COMPOUND) and self._defines(statement):
                        stack.extend((block, prefix, inside) for block in blocks_of(statement))
        self.functions.sort(key=lambda facts: facts.line)
        self.classes.sort(key=lambda facts: facts.line)
        self.constants.read(tree.body)
        return self

    def all_imports(self) -> tuple[tuple[str, str, str], ...]:
        """Imports, those of functions first where they bind no name of the module's."""
        taken = {name for name, _, _ in self.imports}
        inner = (one for one in self.inner_imports if one[0] not in taken)
        return tuple(dict.fromkeys((*inner, *self.imports)))

    def _function(self, statement: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> FunctionFacts:
        if statement.name.startswith("test_"):  # nothing calls a test: its place is enough
            last = statement.end_lineno or statement.lineno
            return NOTHING_SAID._replace(name=name, line=statement.lineno, end_line=last)
        return function_facts(statement, name, self.source, (), never_ends(statement))

    def _defines(self, statement: ast.stmt) -> bool:
        """Whether something may be defined or imported inside a statement."""
        index = bisect_left(self._lines, statement.lineno + 1)
        return index < len(self._lines) and self._lines[index] <= (statement.end_lineno or statement.lineno)


def blocks_of(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of a compound statement."""
    blocks = [block for field in ("body", "orelse", "finalbody") if (block := getattr(statement, field, None))]
    blocks.extend(handler.body for handler in getattr(statement, "handlers", ()))
    blocks.extend(case.body for case in getattr(statement, "cases", ()))
    return blocks


def imported(statement: ast.Import | ast.ImportFrom) -> list[tuple[str, str, str]]:
    """What an import binds, as `FileFacts.imports` keeps it."""
    if isinstance(statement, ast.Import):
        return [
            (alias.asname, alias.name, "")
            if alias.asname
            else (alias.name.partition(".")[0], alias.name.partition(".")[0], "")
            for alias in statement.names
        ]
    module = "." * statement.level + (statement.module or "")
    return [
        ("*", module, "*") if alias.name == "*" else (alias.asname or alias.name, module, alias.name)
        for alias in statement.names
    ]
