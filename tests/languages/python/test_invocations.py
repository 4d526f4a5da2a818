from __future__ import annotations

import textwrap

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.analysis import analyse
from errdex.nouns.facts import FileFacts


def calls_of(source: str) -> dict[str, list[str]]:
    """For each function, what it calls, without lines."""
    facts = analyse(textwrap.dedent(source).encode())
    assert isinstance(facts, FileFacts), facts
    names = {str(number): function.name for number, function in enumerate(facts.functions)}
    found = {}
    for packed in facts.calls:
        number, *calls = packed.split(" ")
        found[names.get(number, "<module>")] = [call.partition(":")[2] for call in calls]
    return found


def test_names_of_the_module_are_kept_as_written() -> None:
    assert calls_of("""
        import os
        from .x import h
        def f():
            h(1)
            os.walk(2)
            g()
            len(3)
        def g(): pass
    """) == {"f": ["h", "os.walk", "g"]}


def test_strings_and_comments_call_nothing_but_f_strings_do() -> None:
    assert calls_of("""
        def f():
            \"\"\"Like f(1), then g().\"\"\"
            x = "call g() first"  # g()
            return f"{g()} and g()"
        def g(): pass
    """) == {"f": ["g"]}


def test_receivers_are_told_by_the_one_thing_that_a_local_name_holds() -> None:
    assert calls_of("""
        class Box: pass
        def make() -> Box: ...
        def f(a: Box, b: "Box | None", c, d: int | str):
            x = Box()
            y = make()
            x.open_it(); y.open_it(); a.open_it(); b.open_it(); c.open_it(); d.open_it()
            x2 = Box()
            x2 = make()
            x2.open_it()
    """) == {
        "f": [
            "Box", "make", "=Box/open_it", "=make/open_it", ":Box/open_it", ":Box/open_it", "?/open_it", "?/open_it",
            "Box", "make", "?/open_it",
        ]
    }  # fmt: skip


def test_a_local_name_hides_that_of_the_module() -> None:
    assert calls_of("""
        def g(): pass
        def f(g): g()
        def h():
            g = len
            g()
        def i():
            for g in (): g()
        def j():
            k = g
            k()
    """) == {"j": ["g"]}


def test_own_methods_super_and_properties() -> None:
    assert calls_of("""
        class A:
            def f(self):
                self.g(); self.x.y(); super().f(); super(B, self).f_of_b()
                return self.g
            @property
            def g(self): ...
    """) == {"A.f": ["self.g", "self.x.y", "super.f", "?/f_of_b", "@self.g"]}


def test_functions_handed_on_to_be_called() -> None:
    assert calls_of("""
        from functools import partial
        def g(): pass
        def f(self):
            return partial(g, 1)
    """) == {"f": ["partial", "&g"]}


def test_tests_and_programs_call_nothing() -> None:
    assert calls_of("""
        def g(): pass
        def test_g(): g()
        g()
        if __name__ == "__main__":
            g()
    """) == {"<module>": ["g"]}


def test_default_arguments_are_evaluated_outside() -> None:
    assert calls_of("""
        def g(): pass
        def f(
            x=g(),
        ):
            pass
    """) == {"<module>": ["g"]}


@given(st.text(alphabet="\"'#\\\n(){}fself.xg= ", max_size=60))
def test_any_text_that_parses_is_looked_through(text: str) -> None:
    facts = analyse(f"def g(): pass\n{text}\ng()\n".encode())

    assert isinstance(facts, (FileFacts, str))
