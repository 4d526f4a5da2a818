"""`match` patterns as clauses: as a test where the pattern is of values, else in words."""

from __future__ import annotations

import ast

from errdex.languages.python.effects import effects_of
from errdex.languages.python.facts import Fact, with_fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.python.facts import State
    from errdex.languages.python.knowledge import Knowledge
    from errdex.languages.python.places import Block


def fitted(
    knowledge: Knowledge, node: ast.Match, case: ast.match_case, block: Block, index: int, state: State | None
) -> tuple[State | None, State | None]:
    """What is known where a case fits, and where it does not."""
    if state is None:
        return None, None
    place = (block, index)
    test = test_of_pattern(case.pattern, node.subject)
    line = case.pattern.lineno
    if test is not None:
        fits = knowledge.assume(state, test, place, line, truth=True)
        others = knowledge.assume(state, test, place, line, truth=False)
    else:
        pattern, subject = ast.unparse(case.pattern), knowledge.source.segment(node.subject)
        captures = effects_of([ast.match_case(case.pattern, None, [])])
        fits, others = knowledge.after(state, captures), knowledge.after(state, captures)
        if not always_fits(case.pattern):
            fits = with_fact(fits, Fact(line, block, index, "case", f"Case {pattern} fits {subject}"))
            others_fact = Fact(line, block, index, "no-case", f"Case {pattern} does not fit {subject}")
            others = with_fact(others, others_fact)
    if case.guard is None:
        return fits, None if always_fits(case.pattern) else others
    passed = knowledge.assume(fits, case.guard, place, case.guard.lineno, truth=True)
    if always_fits(case.pattern):
        return passed, knowledge.assume(fits, case.guard, place, case.guard.lineno, truth=False)
    return passed, knowledge.after(state, effects_of([case.guard, ast.match_case(case.pattern, None, [])]))


def always_fits(pattern: ast.pattern) -> bool:
    """Whether a pattern fits everything."""
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def test_of_pattern(pattern: ast.pattern, subject: ast.expr) -> ast.expr | None:
    """The expression that says that a pattern of values fits a subject that can be asked again, else `None`."""
    base: ast.expr = subject
    while isinstance(base, ast.Attribute):
        base = base.value
    if not isinstance(base, ast.Name):
        return None
    match pattern:
        case ast.MatchValue(value=value):
            test = ast.Compare(subject, [ast.Eq()], [value])
        case ast.MatchSingleton(value=value):
            test = ast.Compare(subject, [ast.Is()], [ast.copy_location(ast.Constant(value), pattern)])
        case ast.MatchOr(patterns=patterns):
            parts = [test_of_pattern(one, subject) for one in patterns]
            found = [part for part in parts if part is not None]
            if len(found) < len(parts):
                return None
            either = ast.copy_location(ast.BoolOp(ast.Or(), found), pattern)
            either.end_lineno = None
            return either
        case _:
            return None
    ast.copy_location(test, pattern)
    test.end_lineno = None
    for part in test.comparators:
        if isinstance(part, ast.Constant) and isinstance(pattern, ast.MatchSingleton):
            part.end_lineno = None
    return test
