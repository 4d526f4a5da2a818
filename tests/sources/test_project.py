from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.sources.project import Project, read_project

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


@pytest.mark.parametrize(
    ("files", "project"),
    [
        (
            {"pyproject.toml": '[project]\nname = "My_Tool"\nversion = "1"\nurls.Source = "https://github.com/a/b"\n'},
            Project("my-tool", "1", "a/b"),
        ),
        ({"pyproject.toml": '[project]\nname = "x"\ndynamic = ["version"]\n'}, Project("x", "", None)),
        (
            {"pyproject.toml": '[tool.poetry]\nname = "x"\nversion = "2"\nrepository = "https://github.com/a/b"\n'},
            Project("x", "2", "a/b"),
        ),
        (
            {"setup.cfg": "[metadata]\nname = x\nversion = 3\nurl = https://github.com/a/b\n"},
            Project("x", "3", "a/b"),
        ),
        ({"setup.cfg": "[metadata]\nname = x\nversion = attr: x.__version__\n"}, Project("x", "", None)),
        ({"PKG-INFO": "Name: X\nVersion: 4\n", "pyproject.toml": "[project]\n"}, Project("x", "4", None)),
        ({"pyproject.toml": "[project\n", "setup.cfg": "name = x\n"}, Project("", "", None)),
        ({"pyproject.toml": "project = 1\ntool = 2\n"}, Project("", "", None)),
        ({"pyproject.toml": "a = " + "[" * 3000}, Project("", "", None)),
        ({"setup.py": "setup(name='x')"}, Project("", "", None)),
        ({}, Project("", "", None)),
    ],
)
def test_a_project_is_what_its_files_say_literally(write: Write, files: dict[str, str], project: Project) -> None:
    assert read_project(str(write(files))) == project


@given(content=st.binary(max_size=200), name=st.sampled_from(["pyproject.toml", "setup.cfg", "PKG-INFO"]))
def test_any_bytes_are_read(tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str) -> None:
    folder = tmp_path_factory.mktemp("project")
    (folder / name).write_bytes(content)

    assert isinstance(read_project(str(folder)), Project)
