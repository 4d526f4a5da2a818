from __future__ import annotations

import pytest

from errdex.explanation.frames import is_installed, own_frame
from errdex.nouns.explanations import Place
from errdex.nouns.reports import Frame

OWN = Frame("/home/me/app.py", 3, "main")
LIBRARY = Frame("/venv/lib/python3.11/site-packages/pandas/core/frame.py", 9, "merge")


def test_the_innermost_frame_outside_the_libraries_is_the_readers_own() -> None:
    assert own_frame((Frame("/home/me/run.py", 1), OWN, LIBRARY), None) == OWN


def test_a_statement_in_the_readers_own_code_is_not_its_own_caller() -> None:
    place = Place("app.py", 3, 3, "main", "app", "0", True)

    assert own_frame((Frame("/home/me/run.py", 1), OWN), place) == Frame("/home/me/run.py", 1)


def test_libraries_alone_have_no_caller() -> None:
    assert own_frame((LIBRARY,), None) is None


@pytest.mark.parametrize(
    "path",
    [
        "/usr/lib/python3/dist-packages/yaml/__init__.py",
        "/usr/lib/python3.11/json/decoder.py",
        "C:/Python311/Lib/json/decoder.py",
        "<frozen importlib._bootstrap>",
        "",
    ],
)
def test_paths_of_libraries(path: str) -> None:
    assert is_installed(path)


@pytest.mark.parametrize("path", ["/home/me/app.py", "<stdin>", "<ipython-input-3-ab>", "lib/python/app.py"])
def test_paths_of_the_readers_own(path: str) -> None:
    assert not is_installed(path)
