"""What one statement says: exception, text as written, cause, comments, traces."""

from __future__ import annotations

from textwrap import dedent

import pytest

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import FileFacts, Raised
from errdex.nouns.sites import Evidence


def site_of(text: str) -> Raised:
    facts = analyse(dedent(text).encode())
    assert isinstance(facts, FileFacts)
    return facts.raised[-1]


@pytest.mark.parametrize(
    ("statement", "written"),
    [
        ('raise E("plain")', "plain"),
        (
            'raise E(f"Invalid forward mode: {forward_batch.forward_mode=}")',
            "Invalid forward mode: {forward_batch.forward_mode=}",
        ),
        ("raise E('a ' \"b\" f'{c!r:>{w}}')", "a b{c!r:>{w}}"),
        ('raise E("bad %s" % x)', "bad %s"),
        ('raise E("bad {}".format(x))', "bad {}"),
        ('raise E("a" + x + "b")', "a{x}b"),
        ("raise E(x + y)", ""),
        ('raise E(_("not found"))', "not found"),
        ('raise E(3, "second")', "second"),
        ('raise E(message="named")', "named"),
        ('raise E("tb").with_traceback(t)', "tb"),
        ('raise E(", ".join(["a", x]))', "a, {x}"),
        ('m = "set before"\nraise E(m)', "set before"),
        ("raise E", ""),
        ("raise", ""),
        ('assert x, f"why {x}"', "why {x}"),
        ("assert x", ""),
        ('log.error("failed %s", x)', "failed %s"),
        ("raise E(f'''a\n  {b}''')", "a\n  {b}"),
        (r'raise E(f"a\t{b}{{c}}")', r"a\t{b}{{c}}"),
    ],
)
def test_the_message_is_given_as_the_source_writes_it(statement: str, written: str) -> None:
    assert site_of(statement).written == written


@pytest.mark.parametrize(
    ("statements", "exception"),
    [
        ("raise ValueError('x')", "ValueError"),
        ("raise a.b.NotFound", "a.b.NotFound"),
        ("raise socket.error('x')", "socket.error"),
        ("raise self.error('x')", ""),
        ("raise make('x')", ""),
        ("raise (A if x else B)('x')", ""),
        ("raise type(e)('x')", ""),
        ("err = KeyError('x')\nraise err", "KeyError"),
        ("err = make()\nraise err", ""),
        ("if x:\n    err = A()\nelse:\n    err = B()\nraise err", ""),
        ("raise", ""),
    ],
)
def test_the_exception_is_the_class_that_the_source_names(statements: str, exception: str) -> None:
    lines = "\n".join(f"    {line}" for line in statements.splitlines())

    assert site_of(f"def f(self, x):\n{lines}\n").exception == exception


@pytest.mark.parametrize(
    ("clause", "cause"),
    [("raise B() from err", "err"), ("raise B() from None", "None"), ("raise B()", "(A, C)"), ("raise", "(A, C)")],
)
def test_the_cause_is_what_follows_from_or_what_was_caught(clause: str, cause: str) -> None:
    assert site_of(f"try:\n    f()\nexcept (A, C) as err:\n    {clause}\n").cause == cause


def test_comment_lines_directly_above_are_evidence() -> None:
    site = site_of("""
        # far away

        # noqa: E501
        # Sizes below zero
        #   make no sense.
        raise ValueError("size")
    """)

    assert site.evidence == (Evidence("comment", "", 4, "Sizes below zero\nmake no sense."),)


def test_operands_are_traced_to_where_they_come_from() -> None:
    site = site_of("""
        def f(mode="r", *, data):
            size = len(data)
            other = mode
            if size > 3 and mode != "w" and other and later and data:
                raise ValueError("size")
    """)

    assert [clause.trace for clause in site.condition] == [
        ("size: result of len(data), line 3",),
        ('mode: parameter, default "r"',),
        ("other: mode, line 4",),
        (),
        ("data: parameter",),
    ]


def test_a_site_inside_a_statement_of_several_lines_spans_all_of_it() -> None:
    site = site_of("x = (\n    1,\n    log.error('a'),\n)\n")

    assert (site.line, site.end_line) == (1, 4)


def test_a_call_at_the_head_of_a_compound_statement_spans_itself() -> None:
    site = site_of("if log.error('a'):\n    x = 1\n    y = 2\n")

    assert (site.line, site.end_line) == (1, 1)


def test_sites_of_nested_functions_and_classes_have_qualified_names() -> None:
    facts = analyse(
        dedent("""
        class A:
            class B:
                def f(self):
                    def g():
                        raise ValueError
                    raise KeyError
            raise TypeError
        def h():
            class C:
                def i(self): raise OSError
    """).encode()
    )
    assert isinstance(facts, FileFacts)

    assert [(one.exception, one.function, one.owner) for one in facts.raised] == [
        ("ValueError", "A.B.f.g", "A.B"),
        ("KeyError", "A.B.f", "A.B"),
        ("TypeError", "A", "A"),
        ("OSError", "h.C.i", "h.C"),
    ]
