"""One Python file → everything it says by itself."""

from __future__ import annotations

import ast
import gc
import re

from errdex.languages.python.candidates import Candidates
from errdex.languages.python.flow import Flow
from errdex.languages.python.reporting import Reporters
from errdex.languages.python.sites import raised_from
from errdex.languages.python.source import Source, parse
from errdex.nouns.facts import FileFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Raised

_REBOUND = re.compile(r"^\s*(?:global|nonlocal)\s+([\w, \t]+)", re.MULTILINE)


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
    return FileFacts(raised_of(source, tree), (), (), (), (), None)


def raised_of(source: Source, tree: ast.Module) -> tuple[Raised, ...]:
    """The sites of a parsed file, in source order."""
    candidates = Candidates(source.text, source.lines)
    flow = Flow(source, candidates, Reporters(source.text), rebound_names(source.text))
    return tuple(raised_from(found, source) for found in flow.follow(tree))


def rebound_names(text: str) -> frozenset[str]:
    """Names that some function declares `global` or `nonlocal`."""
    if "global " not in text and "nonlocal " not in text:
        return frozenset()
    return frozenset(name.strip() for names in _REBOUND.findall(text) for name in names.split(","))
