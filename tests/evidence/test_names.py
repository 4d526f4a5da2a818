from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.evidence.names import NameCheck, NameScope, check_names
from errdex.nouns.explanations import Level

from .conftest import Written

RESOLVED, REFUTED = Level.RESOLVED, Level.REFUTED
TEXTS = Written(
    ("pkg",),
    pkg="""
        from .modes import Mode
        from . import batch
        from ._native import *
    """,
    pkg__modes="""
        from enum import Enum, auto

        class Mode(Enum):
            EXTEND = auto()
            DECODE = auto()

            def is_idle(self, strict=False):
                return self is Mode.DECODE

        class Closed:
            __slots__ = ("slot",)
            limit: int

            def __init__(self):
                self.size = 1

        class Loose(Unheard):
            pass
    """,
    pkg__batch="""
        from pkg.modes import Mode, Closed, Loose

        class Batch:
            mode: Mode

        def run(batch: "Batch | None"):
            pass
    """,
)
SCOPE = NameScope("pkg.batch", {"batch": "Batch | None", "other": ""})


def levels(snippet: str, scope: NameScope = SCOPE) -> dict[str, Level | None]:
    return {check.name: check.level for check in check_names(textwrap.dedent(snippet), TEXTS, scope).checks}


def test_a_member_that_the_enumeration_lacks_is_refuted_with_what_is_near() -> None:
    checks = check_names("batch.mode in {Mode.DECODE, Mode.DECODER}", TEXTS, SCOPE).checks

    assert checks[-1] == NameCheck("Mode.DECODER", 1, REFUTED, "Mode has no DECODER", ("DECODE",))
    assert {check.name: check.level for check in checks[:-1]} == {
        "batch": RESOLVED, "batch.mode": RESOLVED, "Mode": RESOLVED, "Mode.DECODE": RESOLVED}  # fmt: skip


def test_annotations_lead_from_parameters_to_methods() -> None:
    assert levels("batch.mode.is_idle(); batch.mode.is_busy()") == {
        "batch": RESOLVED,
        "batch.mode": RESOLVED,
        "batch.mode.is_idle": RESOLVED,
        "batch.mode.is_busy": REFUTED,
    }


def test_slots_annotations_and_assignments_of_methods_are_names_of_a_class() -> None:
    found = levels("def f(c: Closed): return c.slot, c.limit, c.size, c.__class__, c.other")

    assert [found[f"c.{name}"] for name in ("slot", "limit", "size", "__class__", "other")] == [RESOLVED] * 4 + [
        REFUTED
    ]


def test_what_a_base_out_of_sight_may_have_is_left_open() -> None:
    assert levels("Loose.anything")["Loose.anything"] is None


def test_imports_of_a_snippet_are_looked_up() -> None:
    assert levels(
        "from pkg.modes import Mode, Mood\nimport pkg.nowhere\nimport elsewhere\nMode.EXTEND", NameScope()
    ) == {
        "pkg.modes.Mode": RESOLVED,
        "pkg.modes.Mood": REFUTED,
        "pkg.nowhere": REFUTED,
        "elsewhere": None,
        "Mode": RESOLVED,
        "Mode.EXTEND": RESOLVED,
    }


def test_star_imports_of_compiled_modules_leave_a_module_open() -> None:
    assert levels("import pkg\npkg.Mode, pkg.batch, pkg.fast", NameScope()) == {
        "pkg": RESOLVED,
        "pkg.Mode": RESOLVED,
        "pkg.batch": RESOLVED,
        "pkg.fast": None,
    }


def test_names_that_nothing_binds_are_refuted() -> None:
    assert levels("raise Unsupported(other)") == {"Unsupported": REFUTED, "other": RESOLVED}


def test_names_that_the_snippet_binds_need_no_look_up() -> None:
    assert levels("def f(x):\n    y = [z for z in x]\n    return y, len(y)", NameScope()) == {
        "x": RESOLVED, "y": RESOLVED, "z": RESOLVED, "len": RESOLVED}  # fmt: skip


@pytest.mark.parametrize("snippet", ["f(", "x\0", "(" * 3000, "-" * 70_000])
def test_a_snippet_that_does_not_parse_says_why(snippet: str) -> None:
    assert check_names(snippet, TEXTS).fault


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abM.():[]=\n ,'lambdif", max_size=60))
def test_any_text_is_answered(snippet: str) -> None:
    names = check_names(snippet, TEXTS, SCOPE)

    assert not (names.fault and names.checks)
