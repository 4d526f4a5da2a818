"""One Python file → everything it says by itself."""

from __future__ import annotations

import ast
import gc

from errdex.languages.python.candidates import Candidates
from errdex.languages.python.flow import Flow
from errdex.languages.python.outline import Outline
from errdex.languages.python.sites import raised_from
from errdex.languages.python.source import Source, parse
from errdex.nouns.facts import FileFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Raised


def analyse(content: bytes) -> FileFacts | str:
    """What a file says, or the reason why it is unread."""
    collecting = gc.isenabled()
    gc.disable()  # trees are large and hold no cycles: collecting meanwhile costs a quarter of the parse
    try:
        parsed = parse(content)
        if isinstance(parsed, str):
            return parsed
        source, tree = parsed
        return facts_of_tree(source, tree)
    finally:
        if collecting:
            gc.enable()


def facts_of_tree(source: Source, tree: ast.Module) -> FileFacts:
    """What a parsed file says."""
    outline = Outline(source).read(tree)
    return FileFacts(
        raised=raised_of(source, tree),
        functions=tuple(outline.functions),
        classes=tuple(outline.classes),
        constants=outline.constants.facts(),
        imports=outline.all_imports(),
        exports=outline.constants.exports(),
    )


def raised_of(source: Source, tree: ast.Module) -> tuple[Raised, ...]:
    """The sites of a parsed file, in source order."""
    candidates = Candidates(source)
    flow = Flow(source, candidates)
    return tuple(raised_from(found, source) for found in flow.follow(tree))
