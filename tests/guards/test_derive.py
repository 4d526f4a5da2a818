from __future__ import annotations

import textwrap

import pytest

from errdex.guards.derive import derive_guard, module_source
from errdex.nouns.conditions import ReachingSet
from errdex.nouns.guards import Guard, GuardImport, NoGuard
from errdex.nouns.sites import Site, SiteKind


class Nowhere:
    """No class is found."""

    def module_of(self, name: str, operand: str, annotation: str) -> str:
        return "modes" if name == "Mode" else ""


def guard_of(text: str, function: str = "f", reaching: tuple[ReachingSet, ...] = ()) -> Guard | NoGuard:
    """The guard of the line that is marked `# here`."""
    source = textwrap.dedent(text).strip("\n")
    line = next(number for number, one in enumerate(source.split("\n"), 1) if "# here" in one)
    module = module_source(source, "pkg.mod")
    assert module is not None
    kind = SiteKind.ASSERT if source.split("\n")[line - 1].lstrip().startswith("assert") else SiteKind.RAISE
    return derive_guard(Site(kind, line, line, function, "ValueError", reaching=reaching), module, Nowhere())


def said(text: str, function: str = "f") -> tuple[str, bool]:
    guard = guard_of(text, function)
    return (guard.test, guard.must_raise) if isinstance(guard, Guard) else (guard.reason, False)


def test_a_test_over_parameters_is_the_guard_in_both_directions() -> None:
    guard = guard_of("""
        def f(n: int, limit=3):
            if n > limit:
                raise ValueError("large")  # here
    """)

    assert guard == Guard(
        test="n > limit",
        passes="not n > limit",
        call="f(n, limit=limit)",
        function="f",
        given=(("limit", ""), ("n", "int")),
        must_raise=True,
    )


def test_early_returns_become_one_test_of_membership() -> None:
    guard = guard_of("""
        def f(mode):
            if mode == "r":
                return 1
            if mode == "w":
                return 2
            raise ValueError("mode")  # here
    """)

    assert isinstance(guard, Guard)
    assert (guard.test, guard.passes, guard.accepted_values) == (
        "mode not in ('r', 'w')",
        "mode in ('r', 'w')",
        ("'r'", "'w'"),
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("n = abs(n)\n    if n < 0: raise ValueError  # here", "n is bound again before the test"),
        ("n.pop()\n    if len(n) < 1: raise ValueError  # here", "n may be altered before the test"),
        ("if g(n): raise ValueError  # here", "it calls g"),
        ("if n._x: raise ValueError  # here", "it looks at the private n._x"),
        ("x = g(n)\n    if x: raise ValueError  # here", "it calls g"),
        ("raise ValueError  # here", "no test stands before it"),
        ("for x in n:\n        raise ValueError  # here", "it depends on the items of the loop of line 2"),
        ("try:\n        g()\n    except KeyError:\n        raise ValueError  # here", "it answers another error"),
        ("if n: raise ValueError  # here\n    yield 1", "it raises when the generator is used, not when it is made"),
        ("if (m := n): raise ValueError  # here", "it uses a NamedExpr"),
    ],
)
def test_what_the_caller_cannot_ask_gives_no_guard(body: str, reason: str) -> None:
    assert said(f"def f(n):\n    {body}") == (reason, False)


@pytest.mark.parametrize(
    ("body", "obstacle"),
    [
        (
            "for x in g():\n        if x: return\n    if n: raise ValueError  # here",
            "line 2 may leave on some branches only",
        ),
        ("for x in g():\n        if n: raise ValueError  # here", "it stands in the loop of line 2"),
        (
            "try:\n        if n: raise ValueError  # here\n    except ValueError: pass",
            "the `try` of line 2 decides as well",
        ),
        ("with g():\n        if n: raise ValueError  # here", "the `with` of line 2 may catch it"),
        ("if g():\n        if n: raise ValueError  # here", "line 2: it calls g"),
    ],
)
def test_what_else_decides_leaves_only_when(body: str, obstacle: str) -> None:
    guard = guard_of(f"def f(n):\n    {body}")

    assert isinstance(guard, Guard)
    assert (guard.test, guard.must_raise, guard.obstacles) == ("n", False, (obstacle,))


def test_an_attribute_that_a_call_cannot_reach_keeps_its_value() -> None:
    assert said("""
        def f(batch):
            use(batch.items)
            batch.size = 3
            if batch.mode == 1:
                raise ValueError  # here
    """) == ("batch.mode == 1", True)


def test_what_a_branch_does_that_is_not_taken_does_not_count() -> None:
    assert said("""
        def f(batch):
            if batch.mode == 1:
                use(batch)
            elif batch.mode == 2:
                raise ValueError  # here
    """) == ("batch.mode != 1 and batch.mode == 2", True)


def test_the_object_of_a_method_gets_a_name() -> None:
    guard = guard_of(
        """
        class HttpPool:
            def get(self, key):
                if self.closed:
                    raise ValueError  # here
        """,
        "HttpPool.get",
    )

    assert isinstance(guard, Guard)
    assert (guard.test, guard.call, guard.given) == ("http_pool.closed", "http_pool.get(key)", (("http_pool", ""),))


def test_the_object_that_a_constructor_makes_cannot_be_asked() -> None:
    found = said("class A:\n    def __init__(self, x):\n        if self.y: raise ValueError  # here", "A.__init__")

    assert found == ("the caller does not have the object yet", False)


def test_constants_of_the_module_are_shown_and_other_names_imported() -> None:
    guard = guard_of("""
        import numpy as np
        from pkg.checks import is_flat
        MODES = ("r", "w")

        def f(mode, array):
            if mode in MODES and not is_flat(array) and isinstance(array, np.ndarray):
                raise ValueError  # here
    """)

    assert isinstance(guard, Guard)
    assert guard.test == "mode in ('r', 'w') and (not is_flat(array)) and isinstance(array, np.ndarray)"
    assert set(guard.imports) == {GuardImport("numpy", "", "np"), GuardImport("pkg.checks", "is_flat")}
    assert {one.line for one in guard.imports} == {"import numpy as np", "from pkg.checks import is_flat"}


def test_a_reaching_set_stands_in_place_of_questions_to_members() -> None:
    reaching = ReachingSet("mode", "Mode (enumeration)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.C",), outside=True)
    guard = guard_of(
        """
        def f(mode: Mode):
            if mode.is_early():
                return
            raise ValueError  # here
        """,
        reaching=(reaching,),
    )

    assert isinstance(guard, Guard)
    assert (guard.test, guard.imports, guard.operand) == ("mode is Mode.C", (GuardImport("modes", "Mode"),), "mode")


def test_an_assert_is_guarded_by_its_opposite() -> None:
    assert said("def f(x):\n    assert x is not None  # here") == ("x is None", True)


def test_very_long_tests_are_left_alone() -> None:
    test = " + ".join(["n"] * 2000)

    assert said(f"def f(n):\n    if {test}: raise ValueError  # here")[1] is False
