"""What programs really print is among what linking says they print.

Each program here is written for this test; it is run, and its text compared with the templates that reading gives.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.languages.analyse import analyse
from errdex.linking.link import LinkInput, link_distribution
from errdex.nouns.facts import FileFacts
from errdex.nouns.sites import Site
from errdex.nouns.templates import Template

Link = Callable[[Mapping[str, str]], dict[str, tuple[Site, ...]]]


class NothingForeign:
    def facts_of_module(self, module: str) -> FileFacts | None:
        return None


def templates_of(source: str) -> Sequence[Template]:
    facts = analyse(source.encode(), "mod.py")
    assert isinstance(facts, FileFacts)
    ((_, sites),) = link_distribution([LinkInput("mod.py", "mod", facts)], NothingForeign())
    return sites[-1].templates


def printed_by(source: str) -> str:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, "mod.py", "exec"), names)
    with pytest.raises(BaseException) as caught:
        names["run"]()
    return str(caught.value)


def fits(template: Template, text: str) -> bool:
    pattern = "".join(re.escape(part) if isinstance(part, str) else "(?s:.*)" for part in template.parts)
    return re.fullmatch(pattern, text) is not None


EXACT = {
    "no argument": "def run(): raise ValueError",
    "no argument, called": "def run(): raise ValueError()",
    "two arguments": "def run(): raise ValueError('a', 1)",
    "number": "def run(): raise ValueError(-3)",
    "none": "def run(): raise ValueError(None)",
    "tuple": "def run(): raise ValueError(('a',))",
    "list": "def run(): raise ValueError(['a', 1.5, True])",
    "dict": "def run(): raise ValueError({'a': 'b'})",
    "key error": "def run(): raise KeyError('a')",
    "key error with a quote": 'def run(): raise KeyError("it\'s")',
    "key error of two": "def run(): raise KeyError('a', 'b')",
    "lookup error": "def run(): raise LookupError('a')",
    "os error": "def run(): raise OSError(2, 'no such file', 'x.txt')",
    "os error of two": "def run(): raise FileNotFoundError(2, 'no such file')",
    "os error of one": "def run(): raise OSError('text')",
    "os error with two files": "def run(): raise OSError(2, 'no', 'a', None, 'b')",
    "syntax error": "def run(): raise SyntaxError('bad')",
    "system exit": "def run(): raise SystemExit('bye')",
    "import error": "def run(): raise ImportError('no x', name='x')",
    "error in an error": "def run(): raise ValueError(KeyError('a'))",
    "repr of an error": "def run(): raise ValueError(f'{KeyError(1)!r}')",
    "group": "def run(): raise ExceptionGroup('many', [ValueError(1), ValueError(2)])",
    "percent": "def run(): raise ValueError('%s is %r, %d of %5.2f%%' % ('a', 'b', 3, 4.5))",
    "percent with names": "def run(): raise ValueError('%(a)s-%(b)r' % {'a': 1, 'b': 'x'})",
    "format": "def run(): raise ValueError('{} {0!r} {b:>4}'.replace('{} ', '').format('a', b='c'))",
    "format with specs": "def run(): raise ValueError('{:>5}|{:04d}|{{}}'.format('a', 7))",
    "join": "def run(): raise ValueError(', '.join(['a', 'b']) + '.')",
    "methods": "def run(): raise ValueError(' A b '.strip().upper())",
    "dedent": "import textwrap\ndef run(): raise ValueError(textwrap.dedent('''\\\n    a\n      b\n    '''))",
    "conditional": "def run(): raise ValueError('a' if len(__name__) == 8 else 'b')",
    "constant": "TEXT = 'hello'\ndef run(): raise ValueError(TEXT)",
    "constant in a text": "LIMIT = 3\ndef run(): raise ValueError(f'at most {LIMIT}')",
    "entry of a table": "TEXTS = {'a': 'one', 'b': 'two'}\ndef run(): raise ValueError(TEXTS['b'])",
    "stored error": "ERROR = ValueError('stored')\ndef run(): raise ERROR",
    "with traceback": "def run(): raise ValueError('a').with_traceback(None)",
    "kept arguments": """
        class E(Exception):
            def __init__(self, a, b=2):
                self.a = a
        def run(): raise E('x', 3)
    """,
    "keywords are not kept": """
        class E(Exception):
            def __init__(self, a, b=2):
                self.a = a
        def run(): raise E('x', b=3)
    """,
    "os error that keeps nothing": """
        class E(OSError):
            def __init__(self, a):
                self.a = a
        def run(): raise E('x')
    """,
    "composed by the constructor": """
        class E(ValueError):
            def __init__(self, name, n=1):
                super().__init__(f"{name} has {n}")
        def run(): raise E("x")
    """,
    "base named": """
        class E(ValueError):
            def __init__(self, name):
                ValueError.__init__(self, "bad " + name)
        def run(): raise E("x")
    """,
    "args assigned": """
        class E(ValueError):
            def __init__(self, name):
                self.args = ("bad", name)
        def run(): raise E("x")
    """,
    "through two constructors": """
        class A(KeyError):
            def __init__(self, what, *rest):
                super().__init__(what + "!", *rest)
        class B(A):
            def __init__(self, *args):
                super().__init__(*args)
        def run(): raise B("x")
    """,
    "default message": """
        class E(Exception):
            default = "fallback"
            def __init__(self, message=None):
                if message is None:
                    message = self.default
                super().__init__(message)
        class F(E):
            default = "of F"
        def run(): raise F()
    """,
    "or default": """
        class E(Exception):
            def __init__(self, message=None):
                super().__init__(message or "none given")
        def run(): raise E()
    """,
    "own str": """
        class E(Exception):
            code = 7
            def __init__(self, name):
                self.name = name
            def __str__(self):
                return f"[{self.code}] {self.name!r} {self.__class__.__name__}"
        def run(): raise E("x")
    """,
    "inherited str": """
        class E(Exception):
            def __str__(self):
                return "E:" + super().__str__()
        class F(E): pass
        def run(): raise F("x")
    """,
    "str from args": """
        class E(Exception):
            def __str__(self):
                return "%s (%s)" % (self.args[0], self.args[1])
        def run(): raise E("x", 2)
    """,
    "str is repr": """
        class E(Exception):
            def __init__(self, n): self.n = n
            def __repr__(self): return "E<%d>" % self.n
            __str__ = __repr__
        def run(): raise E(3)
    """,
    "property": """
        class E(Exception):
            @property
            def kind(self): return "kind"
            def __str__(self): return f"a {self.kind}"
        def run(): raise E()
    """,
    "dataclass": """
        from dataclasses import dataclass
        @dataclass
        class E(Exception):
            a: str
            b: int = 2
            def __str__(self): return f"{self.a}{self.b}"
        def run(): raise E("x")
    """,
    "dataclass without str": """
        from dataclasses import dataclass
        @dataclass
        class E(Exception):
            a: str
            b: int = 2
        def run(): raise E("x")
    """,
    "keyword taken out": """
        class E(Exception):
            code = None
            def __init__(self, *args, **kw):
                code = kw.pop("code", None)
                if code is not None:
                    self.code = code
                super().__init__(*args)
            def __str__(self):
                text = super().__str__()
                if self.code:
                    text = "%s (%s)" % (text, self.code)
                return text
        def run(): raise E("x", code="e1")
    """,
    "two bases": """
        class A(Exception):
            def __str__(self): return "A"
        class E(A, KeyError): pass
        def run(): raise E("x")
    """,
    "helper": """
        def make(name): return ValueError("bad %s" % name)
        def run(): raise make("x")
    """,
    "helper of the class": """
        class C:
            def error(self, text): return ValueError(self.prefix(text))
            def prefix(self, text): return "C: " + text
            def run(self): raise self.error("x")
        run = C().run
    """,
    "class passed on": """
        def make(error, text): return error(text + "!")
        def run(): raise make(KeyError, "x")
    """,
    "message in parts": """
        def run():
            text = "a"
            text += " b"
            raise ValueError(text)
    """,
    "enumeration": """
        import enum
        class Mode(enum.Enum):
            A = "a"
        def run(): raise ValueError(Mode.A.value + Mode.A.name)
    """,
    "pydantic's fields stay where nothing fills them": "def run(): raise ValueError('{a}')",
}


@pytest.mark.parametrize("source", EXACT.values(), ids=EXACT.keys())
def test_a_text_that_can_be_told_is_told_whole(source: str) -> None:
    program = textwrap.dedent(source)
    text = printed_by(program)

    assert text in [template.text for template in templates_of(program) if not template.is_bare]
    assert all(fits(template, text) for template in templates_of(program)) or len(templates_of(program)) <= 2


COVERED = {
    "parameter": "def run(n=3): raise ValueError(f'bad {n} of {n!r:>5} {n=}')",
    "list that grows": "def run():\n    seen = []\n    seen.append(1)\n    raise ValueError(f'seen {seen}')",
    "key error with an unknown quote": "def run(n=\"it's\"): raise KeyError(f'no {n}')",
    "attribute set later": """
        class C:
            name = None
            def run(self):
                self.name = "x"
                raise ValueError("%s is bad" % self.name)
        run = C().run
    """,
    "attribute of a child": """
        class C:
            text = "C"
            def run(self): raise ValueError(self.text)
        class D(C):
            text = "D"
        run = D().run
    """,
    "decorated helper": """
        def loud(f): return lambda *a: ValueError(str(f(*a)).upper())
        @loud
        def make(name): return ValueError("bad " + name)
        def run(): raise make("x")
    """,
    "dedent of a text with lines": """
        import textwrap
        def run(n="a\\nb"): raise ValueError(textwrap.dedent(f'''
            first
            {n} last
            '''))
    """,
    "class made by new": """
        class E(Exception):
            def __new__(cls, a): return ValueError("other")
        def run(): raise E("x")
    """,
    "error passed on": """
        def run():
            try:
                {}["a"]
            except KeyError as e:
                raise ValueError(f"wrapped: {e}") from e
    """,
    "unknown class": "def run(error=RuntimeError): raise error('x')",
    "alternatives": """
        def run(n=2):
            if n == 1: text = "one"
            elif n == 2: text = "two"
            else: text = str(n)
            raise ValueError(text)
    """,
    "constructor with branches": """
        class E(Exception):
            def __init__(self, text, n=None):
                if n is None:
                    super().__init__(text)
                else:
                    super().__init__(text, n)
        def run(): raise E("x", 3)
    """,
    "constructor that may not call on": """
        class E(Exception):
            def __init__(self, text, loud=False):
                if loud:
                    super().__init__(text.upper() + "!")
        def run(n=False): raise E("x", n)
    """,
    "conditional attribute": """
        class E(Exception):
            hint = ""
            def __init__(self, text, hint=None):
                self.text = text
                if hint: self.hint = " " + hint
            def __str__(self): return self.text + self.hint
        def run(n="h"): raise E("x", n)
    """,
    "file name that is none": "def run(n=None): raise OSError(2, 'no', n)",
    "repeated growth": "def run():\n    x = 'a'\n" + "    x = f'{x}{x}'\n" * 6 + "    raise ValueError(x)",
}


@pytest.mark.parametrize("source", COVERED.values(), ids=COVERED.keys())
def test_what_is_printed_fits_a_template(source: str) -> None:
    program = textwrap.dedent(source)
    text = printed_by(program)

    assert any(fits(template, text) for template in templates_of(program)), templates_of(program)


plain = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=6)
values = st.one_of(
    plain, st.integers(-99, 99), st.none(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False)
)


def expressions(depth: int = 2) -> st.SearchStrategy[str]:
    """Expressions that are strings, over the parameters `a` (a string) and `b` (anything)."""
    literal = plain.map(repr)
    if not depth:
        return st.one_of(literal, st.just("a"), st.just("TEXT"))
    inner = expressions(depth - 1)
    return st.one_of(
        literal,
        st.tuples(inner, inner).map(" + ".join),
        st.tuples(plain, inner).map(lambda pair: f"{pair[0].replace('%', '%%') + '[%s]'!r} % ({pair[1]},)"),
        st.tuples(plain, st.sampled_from(["s", "r"])).map(
            lambda pair: f"{pair[0].replace('%', '') + '%' + pair[1]!r} % (b,)"
        ),
        inner.map(lambda text: f"f'<{{b}}>' + str({text})"),
        inner.map(lambda text: f"'{{}}-{{0!r}}'.replace('-{{0!r}}', '').format({text})"),
        inner.map(lambda text: f"repr({text})"),
        inner.map(lambda text: f"({text}).strip()"),
        inner.map(lambda text: f"({text}).upper()"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} if b else {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} or {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"', '.join([{pair[0]}, {pair[1]}])"),
        inner.map(lambda text: f"helper({text})"),
    )


CLASSES = (
    "class E(ValueError): pass",
    "class E(KeyError): pass",
    "class E(Exception):\n    def __init__(self, text, extra=None):\n        super().__init__('<' + text + '>')",
    "class E(Exception):\n    def __init__(self, text='none'):\n        self.text = text\n    def __str__(self):\n        return f'{self.text!r}'",
    "class Base(OSError):\n    def __str__(self):\n        return 'B' + super().__str__()\nclass E(Base): pass",
    "class E(LookupError):\n    note = 'n'\n    def __str__(self):\n        return (self.args[0] or self.note) + self.note",
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(CLASSES), expressions(), plain, values, plain)
def test_programs_made_at_random_print_what_a_template_says(
    cls: str, expression: str, a: str, b: object, constant: str
) -> None:
    program = (
        f"TEXT = {constant!r}\n{cls}\n"
        "def helper(text):\n    if not text:\n        return 'empty'\n    return 'h' + text\n"
        f"def fail(a, b):\n    raise E({expression})\n"
    )
    text = printed_by(program + f"def run(): fail({a!r}, {b!r})\n")

    assert any(fits(template, text) for template in templates_of(program)), (text, templates_of(program))
