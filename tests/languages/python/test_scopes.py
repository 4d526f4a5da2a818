"""What a name holds at a statement."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import Any

import pytest

from errdex.languages.python.places import FUNCTIONS, Block, Function, iter_statements
from errdex.languages.python.scopes import Scope
from errdex.languages.python.source import Source


def held(text: str) -> Any:
    """What the name that the last `return` of the innermost function returns holds there."""
    source, tree = Source(dedent(text)), ast.parse(dedent(text))
    function, block = Function("<module>", "", tree, source), Block(tree.body, Function("<module>", "", tree, source))
    while True:
        inner = [(number, one) for number, one in enumerate(block.statements) if isinstance(one, FUNCTIONS)]
        if not inner:
            break
        number, node = inner[-1]
        function = Function(node.name, "", node, source, block, number)
        block = Block(node.body, function)
    places = [place for place in iter_statements(block) if isinstance(place[0], ast.Return)]
    statement, block, index = places[-1]
    assert isinstance(statement, ast.Return)
    assert isinstance(statement.value, ast.Name)
    return Scope(block, index).lookup(statement.value.id)


@pytest.mark.parametrize(
    ("body", "node"),
    [
        ("return p", ["param", "p"]),
        ("return other", None),
        ("m = 'a'\nreturn m", ["const", "a"]),
        ("m = 'a'\nm = 'b'\nreturn m", ["const", "b"]),
        ("m = 'a'\nm += 'b'\nreturn m", ["cat", [["const", "a"], ["const", "b"]]]),
        ("m, n = 'a', p\nreturn n", ["param", "p"]),
        ("m, n = p\nreturn n", ["hole", "n", ""]),
        ("for m in p:\n    return m", ["hole", "m", ""]),
        ("for x in p:\n    m = x\nreturn m", ["hole", "m", ""]),
        ("m = 'a'\nfor x in p:\n    pass\nreturn m", ["const", "a"]),
        ("with p as m:\n    return m", ["hole", "m", ""]),
        ("try:\n    p()\nexcept OSError as m:\n    return m", ["hole", "m", "OSError"]),
        ("try:\n    m = 'a'\nexcept OSError:\n    return\nreturn m", ["const", "a"]),
        ("try:\n    m = 'a'\nexcept OSError:\n    pass\nreturn m", ["hole", "m", ""]),
        ("m = p\nm = m + 'x'\nreturn m", ["add", [["param", "p"], ["const", "x"]], "m + 'x'"]),
        ("if p:\n    m = 'a'\nelse:\n    return\nreturn m", ["alt", [[["p"], ["const", "a"]]]]),
        (
            "m = 'a'\nif p is None:\n    m = 'b'\nreturn m",
            ["alt", [[["p is None"], ["const", "b"]], [["p is not None"], ["const", "a"]]]],
        ),
        (
            "if p is None:\n    p = 'b'\nreturn p",
            ["alt", [[["p is None"], ["const", "b"]], [["p is not None"], ["param", "p"]]]],
        ),
        ("del p\nreturn p", ["hole", "p", ""]),
        ("import m\nreturn m", None),
        ("class m: pass\nreturn m", None),
        ("global G\nG = 'a'\nreturn G", ["const", "a"]),
        ("while p:\n    p = p - 1\nreturn p", ["hole", "p", ""]),
        ("match p:\n    case [m]:\n        return m", ["hole", "m", ""]),
        ("if (m := p):\n    return m", ["hole", "m", ""]),
    ],
)
def test_a_name_holds_what_the_reaching_definitions_say(body: str, node: Any) -> None:
    indented = "\n".join(f"    {line}" for line in body.splitlines())

    found = held(f"def f(p):\n{indented}\n")

    if node is not None and node[0] == "alt" and len(node[1]) == 1:
        assert found in (node, node[1][0][1])
    elif node is not None and node[0] == "add":
        assert found is not None
    else:
        assert found == node


@pytest.mark.parametrize(
    ("outer", "node"),
    [
        ("m = 'a'", ["const", "a"]),
        ("m = 'a'\n    m = 'b'", ["hole", "m", ""]),
        ("n = m", ["hole", "m", ""]),
        ("n = 1", ["hole", "m", ""]),
    ],
)
def test_a_variable_of_the_enclosing_function_is_known_where_it_is_assigned_once(outer: str, node: Any) -> None:
    parameters = "m" if "m =" not in outer else ""

    assert held(f"def f({parameters}):\n    {outer}\n    def g():\n        return m\n") == node


def test_a_name_with_too_many_definitions_is_not_known() -> None:
    branches = "".join(
        f"    {'el' if number else ''}if p == {number}:\n        m = '{number}'\n" for number in range(40)
    )

    assert held(f"def f(p):\n{branches}    return m\n") == ["hole", "m", ""]


def test_definitions_that_refer_to_each_other_are_followed_a_few_steps_only() -> None:
    chain = "".join(f"    a{number + 1} = a{number} + 'x'\n" for number in range(200))

    assert len(str(held(f"def f(a0):\n{chain}    m = a200\n    return m\n"))) < 2000
