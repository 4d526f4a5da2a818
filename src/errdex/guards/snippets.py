"""A guard as code: a check to run first, a function that tells, and a handler of the narrowest class."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from errdex.nouns.sites import SiteKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from errdex.nouns.guards import Guard
    from errdex.nouns.sites import Site

NOT_CAUGHT = frozenset({"builtins.AssertionError", "builtins.NotImplementedError"})
"""Classes that say that the program is wrong: one mends it, and catches nothing."""
LONGEST_LITERAL, SHORTEST_LITERAL = 40, 12
MOST_LISTED = 12
TRUTH = frozenset({"True", "False", "None"})


def import_lines(guard: Guard) -> list[str]:
    """The imports that a guard's test needs."""
    return [one.line for one in guard.imports]


def validation_code(guard: Guard, exception: str) -> str:
    """The check before the call."""
    sure = "raises" if guard.must_raise else "may raise"
    lines = [*import_lines(guard), f"if {guard.test}:", f"    ...  # {guard.call} {sure} {exception}"]
    return "\n".join(lines)


def type_guard(guard: Guard) -> str:
    """A function that says whether the call gets past this statement."""
    names = ", ".join(name for name, _ in guard.given)
    lines = [*import_lines(guard), f"def {predicate_name(guard)}({names}):", f"    return {guard.passes}"]
    return "\n".join(lines)


def predicate_name(guard: Guard) -> str:
    """`pick_accepts` for `pick(…)`."""
    name = guard.call.partition("(")[0].partition(" = ")[0].rpartition(".")[2]
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower().strip("_")
    return f"{snake}_accepts" if snake.isidentifier() else "accepts"


def example_fix(guard: Guard) -> str:
    """The call with a value that gets past the statement; `""`: no such value is known, or it goes into no parameter."""
    values = guard.accepted_values or guard.accepted
    operand = guard.operand or guard.test.partition(" ")[0]
    argument = f"{operand}={operand}"
    if not values or not operand.isidentifier() or "(" not in guard.call or set(values) <= TRUTH:
        return ""
    head, _, arguments = guard.call.partition("(")
    given = arguments.removesuffix(")").split(", ")
    named = [f"{operand}={values[0]}" if one in (operand, argument) else one for one in given]
    if named == given:
        return ""
    others = f"  # or {', '.join(values[1:MOST_LISTED])}" if len(values) > 1 else ""
    keyword_seen = False
    for index, one in enumerate(named):  # what follows a named argument has to be named as well
        keyword_seen = keyword_seen or "=" in one
        if keyword_seen and "=" not in one and one != "...":
            named[index] = f"{one}={one}"
    return "\n".join([*import_lines(guard), f"{head}({', '.join(named)}){others}"])


def try_catch(site: Site, guard_call: str) -> str:
    """The narrowest `except` for a raise, with its import; `""`: what to catch is not known."""
    name = site.public_path or site.qualified
    if site.kind is not SiteKind.RAISE or not name or name in NOT_CAUGHT:
        return ""
    module, _, last = name.rpartition(".")
    if module == "builtins" and not hasattr(builtins, last):
        return ""
    lines = [f"from {module} import {last}"] if module and module != "builtins" else []
    literal = telling_literal(site)
    body = [f"    if {literal!r} not in str(error):", "        raise"] if literal else []
    lines += ["try:", f"    {guard_call or '...'}", f"except {last}{' as error' if body else ''}:", *body, "    ..."]
    return "\n".join(lines)


def telling_literal(site: Site) -> str:
    """A piece of the message that every way of writing it prints, long enough to tell this error from others; `""`."""
    if not site.templates or any(template.passes_on for template in site.templates):
        return ""
    pieces: Iterable[str] = (part for part in site.templates[0].parts if isinstance(part, str))
    found = [piece.strip() for piece in pieces if all(piece in template.parts for template in site.templates)]
    own = [one for one in found if "\n" not in one and " " in one and one[:20] in site.written]
    best = max(own, key=len, default="")
    if len(best) < SHORTEST_LITERAL:
        return ""
    return best if len(best) <= LONGEST_LITERAL else best[:LONGEST_LITERAL].rpartition(" ")[0] or best[:LONGEST_LITERAL]
