"""Bytes → text, tree and the text of expressions."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.source import Source, decode, parse


def parsed(text: str) -> tuple[Source, ast.Module]:
    found = parse(text.encode())
    assert not isinstance(found, str)
    return found


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"x = 1", "x = 1"),
        (b"\xef\xbb\xbfx = 1", "x = 1"),
        ("é".encode(), "é"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'", "# -*- coding: latin-1 -*-\nx = 'é'"),
        (
            b"#!/bin/python\n# vim: set fileencoding=cp1252 :\n\x80",
            "#!/bin/python\n# vim: set fileencoding=cp1252 :\n€",
        ),
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
    ],
)
def test_text_is_decoded_as_python_decodes_it(content: bytes, text: str) -> None:
    assert decode(content) == text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x = 1\ny = '\xe9'\n", "line 2: not utf-8"),
        (b"# coding: no-such-thing\n", "unknown encoding no-such-thing"),
        (b"# coding: rot13\n", "unknown encoding rot13"),
        (b"x = 1\nprint 'a'\n", "line 2: print statement of Python 2"),
        (b"exec 'a'\n", "line 1: exec statement of Python 2"),
        (b"try:\n    x\nexcept A, e:\n    pass\n", "line 3: except clause of Python 2"),
        (b"x = 0777\n", "line 1: octal number of Python 2"),
        (b"x = (\n", "line 1: '(' was never closed"),
        (b"x = 1\n\0\n", "line 2: null byte"),
        (b"x = " + b"(" * 300 + b")" * 300, "nested too deeply for the parser"),
        (b"x = " + b"-" * 90_000 + b"1", "nested too deeply for the parser"),
    ],
)
def test_what_cannot_be_parsed_has_a_reason(content: bytes, reason: str) -> None:
    assert parse(content) == reason


def test_parsing_warns_of_nothing() -> None:
    assert not isinstance(parse(b'x = "\\d"\nx is 1\n'), str)


@pytest.mark.parametrize(
    ("text", "segment"),
    [
        ("x.y[1]", "x.y[1]"),
        ("'é' + ü", "'é' + ü"),
        ("f(\n    a,  # it's a comment\n    b,\n)", "f(a, b,)"),
        ("(\n    a\n    + b\n)", "a + b"),
        ("g(\n    'a  (  b',\n)", "g('a  (  b',)"),
        ("h(\n    '''a\n  b''',\n)", "h('''a\\n  b''',)"),
        ("a + \\\n    b", "a + b"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_a_segment_is_the_text_of_an_expression_on_one_line(text: str, segment: str) -> None:
    source, tree = parsed(text)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)

    assert source.segment(statement.value) == segment


def test_expressions_in_f_strings_have_their_own_text_wherever_they_stand() -> None:
    source, tree = parsed("x = ('a'\n     f'{b} {c.d!r}'\n     f'{e[1]:>{width}}')")
    (joined,) = (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) and node.lineno == 1)

    source.distrust(joined)
    values = [node.value for node in ast.walk(joined) if isinstance(node, ast.FormattedValue)]

    assert sorted(source.segment(value) for value in values) == ["b", "c.d", "e[1]", "width"]


NAMES = st.sampled_from(["a", "bé", "c.d", "'x  y'", '"#"', "1", "g(a)", "[1,\n 2]", "(a,\n)", "{'k':\n b}"])
EXPRESSIONS = st.recursive(
    NAMES,
    lambda inner: st.one_of(
        st.builds("({}\n  + {})".format, inner, inner),
        st.builds("f({},  # why\n  {})".format, inner, inner),
        st.builds("({}  and\n not {})".format, inner, inner),
        st.builds("{}[{}]".format, st.sampled_from(["a", "b"]), inner),
    ),
    max_leaves=8,
)


@given(EXPRESSIONS)
def test_a_segment_means_what_the_expression_means(text: str) -> None:
    source, tree = parsed(f"(\n{text}\n)")
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)

    assert ast.dump(ast.parse(source.segment(statement.value, 10_000), mode="eval").body) == ast.dump(statement.value)
