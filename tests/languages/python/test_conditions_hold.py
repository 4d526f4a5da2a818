"""Programs that the tests make and run: where a `raise` is reached, every clause that is not stale is true on its frame."""

from __future__ import annotations

import ast
import sys
from types import FrameType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import Raised

NAMES = st.sampled_from(["a", "b", "c"])
VALUES = st.sampled_from(["None", "0", "1", "2", "[]", "[1]", "'x'"])
ATOMS = st.one_of(
    st.builds("{} is None".format, NAMES),
    st.builds("{} == {}".format, NAMES, VALUES),
    st.builds("not {}".format, NAMES),
    st.builds("{} != {}".format, NAMES, NAMES),
    st.builds("{} in (0, 'x')".format, NAMES),
    st.builds("isinstance({}, list)".format, NAMES),
    st.builds("box.{} == {}".format, NAMES, VALUES),
    st.builds("not box.{}".format, NAMES),
    st.builds("({0} := change(box, {0})) == 1".format, NAMES),
    st.builds("box.grow() == {}".format, VALUES),
    NAMES,
)
TESTS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("not ({})".format, inner),
        st.builds("({} and {})".format, inner, inner),
        st.builds("({} or {})".format, inner, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
    ),
    max_leaves=4,
)
SIMPLE = st.one_of(
    st.builds("{} = {}".format, NAMES, VALUES),
    st.builds("{} = {}".format, NAMES, NAMES),
    st.builds("{} = box.{}".format, NAMES, NAMES),
    st.builds("box.{} = {}".format, NAMES, VALUES),
    st.builds("{} = change(box, {})".format, NAMES, NAMES),
    st.builds("change(box, {})".format, NAMES),
    st.builds("alter({})".format, NAMES),
    st.builds("box.grow()".format),
    st.builds("{0}, {1} = {1}, {0}".format, NAMES, NAMES),
    st.builds("assert {}".format, TESTS),
    st.sampled_from(["raise ValueError('made')", "raise KeyError(a)", "return", "step()", "raise make(box)"]),
)
"""Statements of one line; most of them change something that an earlier test may have read."""

Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


def compound(body: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    def made(kind: str, test: str, name: str, one: Lines, two: Lines, three: Lines) -> Lines:
        first, second, third = indented(one), indented(two), indented(three)
        match kind:
            case "if":
                return [f"if {test}:", *first]
            case "else":
                return [f"if {test}:", *first, "else:", *second]
            case "elif":
                return [f"if {test}:", *first, f"elif {name} == 1:", *second, "else:", *third]
            case "for":
                return [f"for {name} in [0, None, 1]:", *first, "else:", *second]
            case "search":
                return [f"for item in [0, None, {name}]:", f"    if item == 1 or {test}:", "        return"]
            case "while":
                return [
                    "for _ in range(3):",
                    f"    while {test}:",
                    "        tick()",
                    *indented(first),
                    *indented(["break"]),
                ]
            case "try":
                return ["try:", *first, "except (KeyError, AssertionError):", *second, "else:", *third]
            case "finally":
                return ["try:", *first, "finally:", *second]
            case "match":
                return [
                    f"match {name}:",
                    "    case 0 | None:",
                    *indented(first),
                    f"    case 1 if {test}:",
                    *indented(second),
                ]
        return ["with quiet():", *first]

    kinds = st.sampled_from(["if", "else", "elif", "for", "search", "while", "try", "finally", "match", "with"])
    return st.builds(made, kinds, TESTS, NAMES, body, body, body)


def leaving(test: str, name: str, way: str) -> Lines:
    """An early exit, so that what follows knows something."""
    match way:
        case "break":
            return [
                f"for {name} in [{name}, 1]:",
                f"    if {test}:",
                "        break",
                f"    alter({name})",
                "else:",
                "    return",
            ]
        case "with":
            return ["with quiet():", f"    if {test}:", "        raise KeyError('left')"]
    return [f"if {test}:", f"    {way}"]


GUARDS = st.builds(leaving, TESTS, NAMES, st.sampled_from(["return", "raise TypeError(b)", "break", "with"]))


def block(statement: st.SearchStrategy[Lines]) -> st.SearchStrategy[Lines]:
    return st.lists(statement, min_size=1, max_size=4).map(lambda parts: [line for part in parts for line in part])


STATEMENTS = st.recursive(
    SIMPLE.map(lambda line: [line]), lambda inner: st.one_of(inner, compound(block(inner))), max_leaves=10
)
PROGRAMS = block(st.one_of(GUARDS, STATEMENTS)).map(lambda lines: [*lines, "raise ValueError(c)"])

SETTING = """
class Box:
    def __init__(self):
        self.a, self.b, self.c, self.count = None, [], 1, 0
    def grow(self):
        self.count += 1
        self.a = (None, 0, 1, [])[self.count % 4]
        if isinstance(self.c, list):
            self.c.append(1)
        self.b = [self.count] if self.count % 2 else []
        return self.count % 3

class quiet:
    def __enter__(self): return self
    def __exit__(self, *caught): return caught[0] is KeyError

LEFT = [60]
def tick():
    LEFT[0] -= 1
    if LEFT[0] < 0:
        raise TimeoutError

def change(box, value):
    box.grow()
    if isinstance(value, list):
        value.append(2)
    return {None: 0, 0: 1, 1: None}.get(value if not isinstance(value, list) else None)

def alter(value):
    if isinstance(value, list):
        value.clear()

def make(box):
    box.grow()
    return ValueError("box")
"""


def run(program: str, sites: dict[int, Raised]) -> list[str]:
    """Runs a program; the clauses that were false where their statement raised."""
    wrong: list[str] = []

    def check(frame: FrameType) -> None:
        site = sites.get(frame.f_lineno)
        for clause in site.condition if site is not None else ():
            if clause.kind == "test" and not clause.stale:
                try:
                    holds = eval(clause.text, {**frame.f_globals, **frame.f_locals})
                except NameError:
                    continue
                if not holds:
                    wrong.append(f"line {frame.f_lineno}: {clause.text} (of line {clause.line})")

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_name == "program":
            if event == "exception" and arg[2].tb_next is None and not isinstance(arg[1], TimeoutError):
                check(frame)
            return trace
        return None

    for first, second, third in (("None", "[1]", "'x'"), ("[]", "0", "None"), ("1", "1", "[]")):
        names: dict[str, Any] = {}
        exec(SETTING, names)
        exec(compile(program, "<program>", "exec"), names)
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            names["program"](eval(first), eval(second), eval(third), names["Box"]())
        except Exception:  # noqa: BLE001 - whatever the program raises is its business
            pass
        finally:
            sys.settrace(before)
    return wrong


@given(PROGRAMS)
@settings(max_examples=250, deadline=None)
def test_clauses_that_are_not_stale_are_true_where_the_statement_raises(lines: Lines) -> None:
    program = "\n".join(
        [
            "def program(a, b, c, box):",
            "    def step():",
            "        nonlocal a",
            "        a = [] if a is None else None",
            *indented(lines),
        ]
    )
    facts = analyse(program.encode())
    assert not isinstance(facts, str)

    wrong = run(program, {line: site for site in facts.raised for line in range(site.line, site.end_line + 1)})

    assert wrong == []


@given(PROGRAMS)
@settings(max_examples=60, deadline=None)
def test_sites_are_the_raise_and_assert_statements(lines: Lines) -> None:
    program = "\n".join(["def program(a, b, c, box):", *indented(lines)])
    facts = analyse(program.encode())
    assert not isinstance(facts, str)

    statements = [node for node in ast.walk(ast.parse(program)) if isinstance(node, (ast.Raise, ast.Assert))]

    assert [(site.line, site.end_line) for site in facts.raised] == sorted(
        (one.lineno, one.end_lineno) for one in statements
    )
