from __future__ import annotations

import pytest

from errdex.matching.frames import frame_fits, innermost_span, is_compiled_source, names_a_file, tails_of
from errdex.nouns.matches import FunctionSpan
from errdex.nouns.reports import Frame

SPANS = (FunctionSpan("C.run", 10, 30), FunctionSpan("C.run.inner", 15, 20), FunctionSpan("other", 40, 50))


@pytest.mark.parametrize(
    ("path", "tails"),
    [
        ("/v/lib/python3.11/site-packages/pkg/mod.py", ["pkg/mod.py"]),
        ("C:\\v\\Lib\\site-packages\\pkg\\mod.py", ["pkg/mod.py"]),
        ("/usr/lib/python3/dist-packages/pkg/mod.pyc", ["pkg/mod.py"]),
        ("/usr/lib/python3.11/json/decoder.py", ["json/decoder.py"]),
        ("C:\\Python39\\lib\\json\\decoder.py", ["json/decoder.py"]),
        ("<frozen importlib._bootstrap>", ["importlib/_bootstrap.py", "importlib/_bootstrap/__init__.py"]),
        ("./src/pkg/mod.py", ["src/pkg/mod.py", "pkg/mod.py", "mod.py"]),
        ("mod.py", ["mod.py"]),
    ],
)
def test_printed_paths_end_as_the_catalogue_knows_them(path: str, tails: list[str]) -> None:
    assert tails_of(path) == tails


def test_only_real_files_are_looked_up() -> None:
    assert [names_a_file(path) for path in ("a.py", "<frozen os>", "<stdin>", "<string>", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_sources_of_extension_modules_are_known_by_their_ending() -> None:
    assert is_compiled_source("pandas/_libs/index.pyx")
    assert not is_compiled_source("pandas/core/frame.py")


def test_innermost_function_around_a_line() -> None:
    assert [innermost_span(SPANS, line) for line in (17, 25, 35)] == [SPANS[1], SPANS[0], None]


@pytest.mark.parametrize(
    ("line", "function", "fits"),
    [
        (25, "run", True),
        (25, "C.run", True),
        (17, "inner", True),
        (17, "run", False),
        (45, "run", False),
        (35, "<module>", True),
        (45, "<module>", False),
        (35, "ClassBody", None),
        (35, "run", False),
        (25, "<lambda>", None),
        (25, "", None),
        (None, "run", None),
    ],
)
def test_function_at_the_line_is_the_printed_one(line: int | None, function: str, fits: bool | None) -> None:
    assert frame_fits(Frame("a.py", line, function), SPANS) is fits


def test_nothing_is_told_of_a_file_whose_functions_are_unknown() -> None:
    assert frame_fits(Frame("a.py", 3, "run"), ()) is None
