"""What the walk found → `Raised`: the facts of one site."""

from __future__ import annotations

import ast

from errdex.languages.python.nodes import node_of
from errdex.languages.python.one_shot import uses_up
from errdex.languages.python.scopes import Scope
from errdex.languages.python.traces import trace_of
from errdex.languages.python.written import exception_named, written
from errdex.nouns.conditions import Clause
from errdex.nouns.facts import Raised
from errdex.nouns.sites import Evidence, SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.flow import Found
    from errdex.languages.python.reporting import Reported
    from errdex.languages.python.source import Source
    from errdex.nouns.facts import Node

MAX_COMMENT_LINES = 8
_NOISE = ("noqa", "pragma", "type:", "pylint", "nosec", "mypy", "fmt:", "yapf", "!/", "-*-", "---", "===", "###")


def raised_from(found: Found, source: Source) -> Raised:
    """The facts of one site."""
    node, function = found.node, found.block.function
    raised, message, text, kind, exception = None, None, "", SiteKind.RAISE, ""
    scope = Scope(found.block, found.index, found.hidden)
    if isinstance(node, ast.Raise):
        if node.exc is not None:
            raised = node_of(node.exc, source, scope.lookup)
            exception = exception_named(node, scope, function.parameters)
            text = written(node.exc, source, scope)
    elif isinstance(node, ast.Assert):
        kind, exception = SiteKind.ASSERT, "AssertionError"
        if node.msg is not None:
            message, text = node_of(node.msg, source, scope.lookup), written(node.msg, source, scope)
    elif found.reported is not None:
        kind, exception = found.reported.kind, found.reported.exception
        message = message_node(found.reported, source, scope)
        text = written(found.reported.message, source, scope)
    first, last = _span(found)
    return Raised(
        kind,
        first,
        last,
        function.name,
        function.owner,
        raised,
        message,
        exception,
        text,
        condition_of(found, source),
        cause_of(found, source),
        comments_above(first, source),
    )


def _span(found: Found) -> tuple[int, int]:
    """First and last line of the whole statement; of the call where the statement is a compound one."""
    if isinstance(found.node, ast.stmt):
        return found.node.lineno, found.node.end_lineno or found.node.lineno
    statement = found.block.statements[found.index]
    is_compound = hasattr(statement, "body") or isinstance(statement, ast.Match)
    spanning = found.node if is_compound else statement
    return spanning.lineno, spanning.end_lineno or spanning.lineno


def message_node(reported: Reported, source: Source, scope: Scope) -> Node | None:
    """The node of what a call reports, its `%` arguments put in."""
    if reported.message is None:
        return None
    message = node_of(reported.message, source, scope.lookup)
    if not reported.arguments:
        return message
    if len(reported.arguments) == 1 and isinstance(reported.arguments[0], ast.Dict):
        arguments = node_of(reported.arguments[0], source, scope.lookup)
    elif any(isinstance(one, ast.Starred) for one in reported.arguments):
        arguments = ["hole", "…", "tuple"]
    else:
        arguments = ["tuple", [node_of(one, source, scope.lookup) for one in reported.arguments]]
    return ["mod", message, arguments, source.segment(reported.message)]


def condition_of(found: Found, source: Source) -> tuple[Clause, ...]:
    """The clauses of a site, in the order in which control passes them; equal ones once."""
    if not found.state:
        return ()
    clauses: dict[tuple[str, int], Clause] = {}
    for fact, stale in found.state.items():
        text = fact.words(source)
        clauses[text, fact.line] = Clause(
            text, fact.line, stale or fact.is_cut or uses_up(fact), fact.kind, trace_of(fact)
        )
    return tuple(clauses.values())


def cause_of(found: Found, source: Source) -> str:
    """What follows `from`, or what the enclosing handler caught."""
    if isinstance(found.node, ast.Raise) and found.node.cause is not None:
        return source.segment(found.node.cause)
    if found.caught is None or not isinstance(found.node, (ast.Raise, ast.Assert)):
        return ""
    return "any exception" if found.caught.type is None else source.segment(found.caught.type)


def comments_above(line: int, source: Source) -> tuple[Evidence, ...]:
    """The comment lines directly above a statement."""
    above = line - 2
    if above < 0 or not source.lines[above].lstrip().startswith("#"):
        return ()
    texts: list[str] = []
    while above >= 0 and len(texts) < MAX_COMMENT_LINES:
        text = source.lines[above].strip()
        if not text.startswith("#"):
            break
        texts.append(text.lstrip("#").strip())
        above -= 1
    kept = [text for text in reversed(texts) if text and not text.lower().startswith(_NOISE)]
    return (Evidence("comment", "", above + 2, "\n".join(kept)),) if kept else ()
