"""What to try: constants of a function at their boundaries, and argument lists that the package itself writes."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.nouns.sites import Site

MOST_CONSTANTS = 24
MOST_LISTS = 8
LONGEST_LIST = 160
LONGEST_CONSTANT = 60
LARGEST_FILE = 1_000_000
LARGEST_LENGTH = 20_000


def parsed(text: str) -> ast.Module | None:
    """The tree of a source text, `None` where there is none."""
    try:
        return ast.parse(textwrap.dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def values_of_site(site: Site) -> dict[str, list[str]]:
    """For each operand that ranges over constants: those that get to the statement, and something else where that does."""
    found: dict[str, list[str]] = {}
    for reaching in site.reaching:
        if "." in reaching.operand:
            continue
        values = [member for member in reaching.reaching if is_literal(member)]
        found[reaching.operand] = [*values, *(["'no such member'", "987654"] if reaching.outside else [])]
    return found


def is_literal(text: str) -> bool:
    """Whether a text is a plain constant."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return True


def constants_of(condition: Iterable[str], function: str) -> list[str]:
    """Constants of a condition with their neighbours, then those of the whole function."""
    found: dict[str, None] = {}
    for text in condition:
        tree = parsed(text)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Constant):
                found.update(dict.fromkeys(neighbours(node.value)))
    tree = parsed(function)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int) and not isinstance(node.value, bool):
            text = repr(node.value)
            if 2 < len(text) <= LONGEST_CONSTANT and "\\n" not in text and " " not in text.strip():
                found[text] = None
        if len(found) >= MOST_CONSTANTS:
            break
    return list(found)[:MOST_CONSTANTS]


def neighbours(value: object) -> Iterator[str]:
    """A constant and what lies next to it, as expressions."""
    match value:
        case bool() | None:
            yield repr(value)
        case int():
            yield from (str(value), str(value + 1), str(value - 1))
            if 2 <= value <= LARGEST_LENGTH:
                yield from (f"'a' * {value + 1}", f"'a' * {value}", f"['a'] * {value + 1}")
        case float():
            yield from (repr(value), repr(value * 2 + 1), repr(-value))
        case str() if len(value) <= LONGEST_CONSTANT:
            yield from (repr(value), repr(value + "a"), repr("a" + value), repr(f"a{value}b"), f"{value!r} + 'a' * 300")
        case bytes() if len(value) <= LONGEST_CONSTANT:
            yield from (repr(value), repr(b"a" + value))
        case _:
            return


def known_calls(texts: Iterable[str]) -> dict[str, list[str]]:
    """Argument lists of constants alone that stand in some sources and their examples, by the last name of what is called."""
    found: dict[str, list[str]] = {}
    for text in texts:
        tree = parsed(text) if len(text) <= LARGEST_FILE else None
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Call):
                add_call(node, found)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ">>>" in node.value:
                for call in calls_of_examples(node.value):
                    add_call(call, found)
    return found


def calls_of_examples(text: str) -> Iterator[ast.Call]:
    """Calls in the examples of a docstring."""
    for line in text.split("\n"):
        _, mark, code = line.partition(">>> ")
        tree = parsed(code) if mark else None
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call)) if tree is not None else ()


def add_call(node: ast.Call, found: dict[str, list[str]]) -> None:
    """Notes the arguments of a call that are all constants."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    if not name or not values or any(keyword.arg is None for keyword in node.keywords):
        return
    texts = [ast.unparse(one) for one in node.args] + [f"{one.arg}={ast.unparse(one.value)}" for one in node.keywords]
    text = ", ".join(texts)
    lists = found.setdefault(name, [])
    if len(lists) < MOST_LISTS and len(text) <= LONGEST_LIST and text not in lists and all(map(is_plain, values)):
        lists.append(text)


def is_plain(node: ast.expr) -> bool:
    """Whether an expression is made of constants alone."""
    return is_literal(ast.unparse(node))
