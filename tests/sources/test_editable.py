from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from errdex.sources.editable import mapped_files
from errdex.sources.installation import read_installation
from errdex.sources.installed import find_installed, iter_installed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from errdex.nouns.sources import Environment

    Write = Callable[[dict[str, str]], Path]
    Install = Callable[..., None]
    Make = Callable[..., Environment]


def trees(environment: Environment) -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """Origin, and path and module of each file, by distribution."""
    found = {}
    for tree in iter_installed(environment):
        assert find_installed(environment, tree.distribution.name) in (tree, None)
        found[tree.distribution.name] = (tree.origin, [(file.path, file.module) for file in tree.files])
    return found


def test_a_path_file_leads_to_the_projects_folder(
    install: Install, write: Write, environment: Make, tmp_path: Path
) -> None:
    write({"project/src/foo/__init__.py": "", "project/src/foo/a.py": "", "project/setup.py": ""})
    install("foo", "1", {"_editable_impl_foo.pth": str(tmp_path / "project" / "src")})

    made = environment("site-packages", "project/src")

    assert trees(made) == {"foo": ("editable install", [("foo/__init__.py", "foo"), ("foo/a.py", "foo.a")])}
    tree = find_installed(made, "foo")
    assert tree is not None
    assert tree.root == str(tmp_path / "project" / "src")


def test_a_flat_project_is_listed_without_its_caches(
    install: Install, write: Write, environment: Make, tmp_path: Path
) -> None:
    write({"project/foo.py": "", "project/.git/hook.py": "", "project/env/pyvenv.cfg": "", "project/env/lib/x.py": ""})
    install("foo", "1", {"foo.pth": str(tmp_path / "project")})

    assert trees(environment("site-packages", "project")) == {"foo": ("editable install", [("foo.py", "foo")])}


def test_a_finder_maps_packages_and_modules(install: Install, write: Write, environment: Make, tmp_path: Path) -> None:
    write(
        {
            "p/lib/pk/__init__.py": "",
            "p/lib/pk/a.py": "",
            "p/other/ns/in/__init__.py": "",
            "p/one.py": "",
            "p/setup.py": "",
        }
    )
    mapping = {
        "pk": str(tmp_path / "p/lib/pk"),
        "ns.in": str(tmp_path / "p/other/ns/in"),
        "one": str(tmp_path / "p/one"),
        "gone": str(tmp_path / "p/gone"),
        "relative": "p/lib",
        "../up": str(tmp_path / "p/lib/pk"),
    }
    finder = f"import sys\n\nMAPPING: dict[str, str] = {mapping!r}\nNAMESPACES = {{}}\nopen('ran', 'w')\n"
    install(
        "pk",
        "1",
        {
            "__editable__.pk-1.pth": "import __editable___pk_1_finder; __editable___pk_1_finder.install()",
            "__editable___pk_1_finder.py": finder,
        },
    )

    origin, files = trees(environment())["pk"]

    assert origin == "editable install"
    assert files == [
        ("__editable___pk_1_finder.py", "__editable___pk_1_finder"),
        ("ns/in/__init__.py", "ns.in"),
        ("one.py", "one"),
        ("pk/__init__.py", "pk"),
        ("pk/a.py", "pk.a"),
    ]


@pytest.mark.parametrize("source", ["MAPPING = f()", "MAPPING = {'a': 1}", "MAPPING = [", "(" * 2000, "", "x = {}"])
def test_a_finder_that_says_nothing_literal_maps_nothing(install: Install, environment: Make, source: str) -> None:
    install(
        "pk",
        "1",
        {
            "__editable__.pk-1.pth": "import __editable___pk_1_finder; x()",
            "__editable___pk_1_finder.py": source,
        },
    )

    assert mapped_files(read_installation(environment())) == {}


def test_the_folder_written_down_at_installation_will_do(
    install: Install, write: Write, environment: Make, tmp_path: Path
) -> None:
    root = write({"my project/src/foo/__init__.py": ""})
    url = (root / "my project").as_uri()
    written = json.dumps({"url": url, "dir_info": {"editable": True}})
    install("foo", "1", {"foo.pth": "import _loader"})
    write({"site-packages/foo-1.dist-info/direct_url.json": written})

    assert trees(environment()) == {"foo": ("editable install", [("foo/__init__.py", "foo")])}


@pytest.mark.parametrize(
    "written",
    ['{"dir_info": {"editable": true}}', '{"url": "file:///x", "dir_info": {"editable": false}}', '["editable"]',
     '{"url": 1, "dir_info": {"editable": true}}', "[" * 5000 + '"editable"',
     '{"url": "https://host/x", "dir_info": {"editable": true}}'],
)  # fmt: skip
def test_other_origins_map_nothing(install: Install, write: Write, environment: Make, written: str) -> None:
    install("foo", "1", {"foo.py": ""})
    write({"site-packages/foo-1.dist-info/direct_url.json": written})

    assert trees(environment()) == {"foo": ("wheel", [("foo.py", "foo")])}


def test_a_developed_egg_has_its_metadata_beside_its_source(write: Write, environment: Make) -> None:
    root = write(
        {
            "project/foo.egg-info/PKG-INFO": "Name: foo\nVersion: 4\n",
            "project/foo.egg-info/top_level.txt": "foo\n",
            "project/foo/__init__.py": "",
            "project/tests/test_foo.py": "",
        }
    )
    write({"site-packages/easy-install.pth": str(root / "project"), "site-packages/foo.egg-link": "x"})

    assert trees(environment("site-packages", "project")) == {
        "foo": ("editable install", [("foo/__init__.py", "foo"), ("tests/test_foo.py", "tests.test_foo")])
    }


def test_a_project_inside_another_is_its_own(install: Install, write: Write, environment: Make, tmp_path: Path) -> None:
    write({"mono/outer.py": "", "mono/inner/src/inner/__init__.py": ""})
    install("outer", "1", {"outer.pth": str(tmp_path / "mono")})
    install("inner", "1", {"inner.pth": str(tmp_path / "mono/inner/src")})

    made = environment("site-packages", "mono/inner/src", "mono")

    assert trees(made) == {
        "inner": ("editable install", [("inner/__init__.py", "inner")]),
        "outer": ("editable install", [("outer.py", "outer")]),
    }


def test_two_that_share_one_folder_do_not_both_have_it(
    install: Install, write: Write, environment: Make, tmp_path: Path
) -> None:
    write({"mono/a.py": ""})
    install("a", "1", {"a.pth": str(tmp_path / "mono")})
    install("b", "1", {"b.pth": str(tmp_path / "mono")})

    assert trees(environment("site-packages", "mono")) == {
        "a": ("editable install", [("a.py", "a")]),
        "b": ("wheel", []),
    }


def test_a_folder_that_somebody_added_is_a_local_project(write: Write, environment: Make) -> None:
    root = write({"mine/tool.py": "", "mine/pyproject.toml": '[project]\nname = "My.Tool"\nversion = "2"\n'})
    write({"site-packages/mine.pth": str(root / "mine")})

    (tree,) = iter_installed(environment("site-packages", "mine"))

    assert (tree.distribution.ecosystem, tree.distribution.name, tree.distribution.version) == ("local", "my-tool", "2")
    assert tree.origin == "folder of a .pth file"
