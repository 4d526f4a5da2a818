from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from errdex.errors import TargetNotFoundError
from errdex.nouns.sources import Distribution
from errdex.sources.directory import read_directory, read_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


def modules(root: Path) -> dict[str, str]:
    return {file.path: file.module for file in read_directory(str(root)).files}


def test_only_source_of_the_project_is_listed(write: Write) -> None:
    root = write(
        {
            "pyproject.toml": "",
            "foo/__init__.py": "",
            "foo/build/tool.py": "",
            ".git/hooks/x.py": "",
            "build/lib/foo/__init__.py": "",
            "dist/x.py": "",
            "node_modules/gyp/x.py": "",
            ".tox/py/x.py": "",
            "venv/pyvenv.cfg": "",
            "venv/lib/x.py": "",
            "conda/conda-meta/history": "",
            "conda/x.py": "",
            "foo.egg-info/x.py": "",
            "foo/__pycache__/x.py": "",
        }
    )

    assert list(modules(root)) == ["foo/__init__.py", "foo/build/tool.py"]


def test_a_package_called_build_is_source(write: Write) -> None:
    assert modules(write({"pyproject.toml": "", "build/__init__.py": ""})) == {"build/__init__.py": "build"}


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("foo/a.py", "foo.a"),
        ("src/foo/a.py", "foo.a"),
        ("lib/ns/foo/a.py", "ns.foo.a"),
        ("tests/test_a.py", "tests.test_a"),
        ("packages/one/src/one/a.py", "one.a"),
        ("packages/my-two/src/two/a.py", "two.a"),
        ("python/three/a.py", "three.a"),
        ("some-scripts/run.py", ""),
    ],
)
def test_a_module_is_named_as_it_is_imported(write: Write, path: str, module: str) -> None:
    root = write({path: "", "packages/one/pyproject.toml": "", "python/pyproject.toml": "", "src/foo/__init__.py": ""})

    assert modules(root)[path] == module


def test_a_package_called_src_keeps_its_name(write: Write) -> None:
    root = write({"src/__init__.py": "", "src/a.py": ""})

    assert modules(root) == {"src/__init__.py": "src", "src/a.py": "src.a"}


def test_a_folder_that_is_a_package_is_named_from_above(write: Write) -> None:
    root = write({"top/__init__.py": "", "top/sub/__init__.py": "", "top/sub/a.py": ""})

    assert modules(root / "top" / "sub") == {"__init__.py": "top.sub", "a.py": "top.sub.a"}


def test_a_project_has_the_name_and_version_it_gives_itself(write: Write) -> None:
    root = write({"pyproject.toml": '[project]\nname = "Foo"\nversion = "1"\n', "foo.py": ""})

    tree = read_directory(str(root))

    assert tree.distribution == Distribution("local", "foo", "1")
    assert (tree.root, tree.origin) == (str(root), "directory")


def test_without_a_version_equal_content_has_an_equal_one(write: Write, tmp_path: Path) -> None:
    write({"one/foo.py": "x = 1\n"})
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    write({"three/foo.py": "x = 2\n"})

    one, two, three = (read_directory(str(tmp_path / name)).distribution for name in ("one", "two", "three"))

    assert (one.name, two.name) == ("one", "two")
    assert one.version == two.version != three.version
    assert one.version.startswith("0+")
    assert len(one.version) == 14


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TargetNotFoundError):
        read_directory(str(tmp_path / "gone"))


def test_one_file_is_a_tree(write: Write) -> None:
    root = write({"pkg/__init__.py": "", "pkg/a.py": "x"})

    tree = read_file(str(root / "pkg" / "a.py"))

    assert tree.distribution.name == "a"
    assert [(file.path, file.module, file.size) for file in tree.files] == [("a.py", "pkg.a", 1)]
    assert tree.root == str(root / "pkg")


@pytest.mark.parametrize("name", ["gone.py", "a\0.py"])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(TargetNotFoundError):
        read_file(str(tmp_path / name))
