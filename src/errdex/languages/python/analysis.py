"""One Python file → everything it says by itself."""

from __future__ import annotations

import ast
import gc

from errdex.languages.python.candidates import Candidates
from errdex.languages.python.expectations import expected_in
from errdex.languages.python.flow import Flow
from errdex.languages.python.invocations import Defined, calls_of
from errdex.languages.python.locals import Locals
from errdex.languages.python.located import located
from errdex.languages.python.outline import Outline
from errdex.languages.python.sites import raised_from
from errdex.languages.python.source import TOO_DEEP, Reason, Source, decode, parse
from errdex.nouns.facts import FileFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Raised


MAX_BYTES = 4_000_000
"""Of larger files, the sites are located only: a tree takes about a hundred times the memory of its text."""


def analyse(content: bytes) -> FileFacts | str:
    """What a file says, or the reason why it is unread."""
    collecting = gc.isenabled()
    gc.disable()  # trees are large and hold no cycles: collecting meanwhile costs a quarter of the parse
    try:
        return _analyse(content)
    finally:
        if collecting:
            gc.enable()


def _analyse(content: bytes) -> FileFacts | str:
    if len(content) > MAX_BYTES:
        text = decode(content)
        return str(text) if isinstance(text, Reason) else located(Source(text), "file too large")
    parsed = parse(content)
    if parsed == TOO_DEEP:
        return located(Source(decode(content)), TOO_DEEP)
    if isinstance(parsed, str):
        return parsed
    try:
        return facts_of_tree(*parsed)
    except RecursionError:
        return located(parsed[0], "nested too deeply")


def facts_of_tree(source: Source, tree: ast.Module) -> FileFacts:
    """What a parsed file says."""
    outline = Outline(source).read(tree)
    names = Locals(source, {function.line: number for number, function in enumerate(outline.functions)}).read(tree)
    return FileFacts(
        raised=raised_of(source, tree),
        functions=tuple(outline.functions),
        classes=tuple(outline.classes),
        constants=outline.constants.facts(),
        imports=outline.all_imports(),
        exports=outline.constants.exports(),
        calls=calls_of(source, names, Defined(outline)),
        caught=tuple(names.caught),
        expected=expected_in(source, tree),
    )


def raised_of(source: Source, tree: ast.Module) -> tuple[Raised, ...]:
    """The sites of a parsed file, in source order."""
    candidates = Candidates(source)
    flow = Flow(source, tree, candidates)
    return tuple(raised_from(found, source) for found in flow.follow())
