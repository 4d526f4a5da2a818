"""What running code may change."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from errdex.languages.python.aliases import Aliases
from errdex.languages.python.effects import effects_of, roots_of
from errdex.languages.python.knowledge import only_read
from errdex.languages.python.source import Source


def effects(text: str) -> tuple[set[str], set[str], bool, bool]:
    found = effects_of(ast.parse(dedent(text)).body)
    return found.assigned, found.touched, found.opaque, found.pauses


@pytest.mark.parametrize(
    ("statement", "assigned", "touched"),
    [
        ("a = b", {"a"}, set()),
        ("a.b = c", set(), {"a"}),
        ("a[b].c = d", set(), {"a"}),
        ("a += 1", {"a"}, {"a"}),
        ("del a, b.c", {"a"}, {"b"}),
        ("(a, [b, *c]) = d", {"a", "b", "c"}, set()),
        ("for a in b: c = 1", {"a", "c"}, set()),
        ("for a.b in c: pass", set(), {"a"}),
        ("[a for a in b]", set(), set()),
        ("lambda: a.b()", set(), set()),
        ("def a(b=c.d()): e = 1", {"a"}, {"c"}),
        ("import a.b, c as d", {"a", "d"}, set()),
        ("with a.b() as c: pass", {"c"}, {"a"}),
        ("try: pass\nexcept A as b: c = 1", {"b", "c"}, set()),
        ("match a:\n    case [b, *c] if (d := b): pass", {"b", "c", "d"}, set()),
        ("a.b(c, *d.e, f=g[0])", set(), {"a", "c", "d", "g"}),
        ("len(a); isinstance(b, C); a.startswith(b); a.is_open()", set(), set()),
        ("ValueError(a, b)", set(), set()),
        ("f(len(a))", set(), {"f"}),
    ],
)
def test_names_that_are_bound_and_objects_that_may_be_altered(
    statement: str, assigned: set[str], touched: set[str]
) -> None:
    assert effects(statement)[:2] == (assigned, touched)


@pytest.mark.parametrize(
    ("statement", "opaque", "pauses"),
    [
        ("f()", True, False),
        ("len(a)", False, False),
        ("a.read(1)", True, False),
        ("queue.get()", True, False),
        ("table.get(key)", False, False),
        ("queue.get(timeout=1)", True, False),
        ("re.match(a, b)", False, False),
        ("self.match(a)", True, False),
        ("os.path.exists(a)", False, False),
        ("async def f():\n    await g", False, False),
        ("x = yield", False, True),
    ],
)
def test_calls_of_which_nothing_is_known_and_pauses(statement: str, opaque: bool, pauses: bool) -> None:
    assert effects(statement)[2:] == (opaque, pauses)


@pytest.mark.parametrize(
    ("expression", "roots"),
    [
        ("a.b[c].d", {"a"}),
        ("f(a, b.c)", {"a", "b"}),
        ("a.f(b)", {"a", "b"}),
        ("len(a)", set()),
        ("[a, *b]", {"a", "b"}),
        ("a if b else c", {"a", "c"}),
        ("a or b", {"a", "b"}),
        ("a + b", set()),
        ("[x for x in a]", {"a"}),
        ("'a'.join(b)", set()),
    ],
)
def test_names_whose_objects_a_value_may_be(expression: str, roots: set[str]) -> None:
    assert roots_of(ast.parse(expression, mode="eval").body) == roots


def test_aliases_follow_where_values_come_from() -> None:
    text = "b = a.x\nc = f(a, d)\nfor e in b: pass\ng = 1\n"
    aliases = Aliases(ast.parse(text).body, Source(text))

    assert aliases.of({"a"}) == {"a", "b", "c", "e"}
    assert aliases.of({"d"}) == {"d", "c"}
    assert aliases.of({"e"}) == {"a", "b", "c", "e"}
    assert aliases.of({"g"}) == {"g"}


def test_so_many_aliases_that_all_names_count() -> None:
    text = "".join(f"a{number + 1} = a{number}.x\n" for number in range(500))

    assert not Aliases(ast.parse(text).body, Source(text)).of({"a0"}).isdisjoint({"anything"})


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("_t = {1: 2}\nx = _t[1]\n1 in _t\nx = _t.get(1)", True),
        ("_t: dict[int, int] = {1: 2}\nf(_t[1])", True),
        ("_t = {}\n_t[1] = 2", False),
        ("_t = {}\n    _t[1] = 2", False),
        ("_t = {}\n    _t[1] += 2", False),
        ("_t = {}\n    _t[1].append(2)", False),
        ("_t = {}\n    del _t[1]", False),
        ("_t = {}\n    _t.update(a)", False),
        ("_t = {}\n    f(_t)", False),
        ("_t = {}\n    a = _t", False),
        ("_t = {}\n    for k in _t: pass", True),
        ("_t = {}\n    for k in _t.pop(): pass", False),
        ("_t = {}\n_t = a", False),
        ("t = {}\n    x = t[1]", False),
    ],
)
def test_a_table_that_a_module_keeps_to_itself_is_only_read(text: str, kept: bool) -> None:
    assert only_read("t" if text.startswith("t") else "_t", text) is kept
