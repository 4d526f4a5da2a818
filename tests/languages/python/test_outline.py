"""What a file defines."""

from __future__ import annotations

from textwrap import dedent

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import FileFacts


def facts_of(text: str) -> FileFacts:
    facts = analyse(dedent(text).encode())
    assert isinstance(facts, FileFacts)
    return facts


def test_constants_keep_the_last_value_and_the_branches() -> None:
    facts = facts_of("""
        A = "first"
        A = "last"
        if sys.platform == "win32":
            B = "w"
        else:
            B = "x"
        C, D = 1, "d"
        try:
            import json as E
            F = "fast"
        except ImportError:
            F = "slow"
        for G in range(3):
            pass
    """)

    assert facts.constants == (
        ("A", ["const", "last"]),
        ("B", ["alt", [[['sys.platform == "win32"'], ["const", "w"]], [['sys.platform != "win32"'], ["const", "x"]]]]),
        ("C", ["const", 1]),
        ("D", ["const", "d"]),
        ("F", ["alt", [[[], ["const", "fast"]], [["Except ImportError"], ["const", "slow"]]]]),
        ("G", ["hole", "G", ""]),
    )


def test_imports_keep_their_dots_and_those_of_functions_come_first() -> None:
    facts = facts_of("""
        import a.b, c.d as e
        from . import f
        from ..g.h import i as j
        from k import *
        def m():
            from n import o
            import a
    """)

    assert facts.imports == (
        ("o", "n", "o"),
        ("a", "a", ""),
        ("e", "c.d", ""),
        ("f", ".", "f"),
        ("j", "..g.h", "i"),
        ("*", "k", "*"),
    )


def test_exports_are_those_of_a_constant_list() -> None:
    assert facts_of("__all__ = ['a'] + ['b']\n__all__ += ('c',)\n__all__.append('d')\n").exports == ("a", "b", "c", "d")
    assert facts_of("x = 1\n").exports is None


def test_functions_and_classes_are_found_wherever_they_are_defined() -> None:
    facts = facts_of("""
        if x:
            class A:
                def f(self):
                    def g(): pass
        try:
            def h(): raise ValueError
        finally:
            pass
    """)

    assert [one.name for one in facts.classes] == ["A"]
    assert [(one.name, one.returns_never) for one in facts.functions] == [("A.f", False), ("A.f.g", False), ("h", True)]


def test_a_function_that_only_raises_or_loops_never_returns() -> None:
    facts = facts_of("""
        def a():
            if x: raise A
            else: raise B
        def b():
            while True: pass
        def c():
            while True:
                if x: return
        def d():
            yield
            raise A
        def e():
            try: raise A
            except A: pass
        def f():
            with suppress(A): raise A
        def g():
            with open(x): raise A
        def h():
            sys.exit(3)
    """)

    assert [one.name for one in facts.functions if one.returns_never] == ["a", "b", "g", "h"]
