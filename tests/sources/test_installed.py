from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errdex.nouns.sources import Distribution, Unread
from errdex.sources.installed import find_installed, installed_names, iter_installed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from errdex.nouns.sources import Environment, SourceTree

    Write = Callable[[dict[str, str]], Path]
    Install = Callable[..., None]
    Make = Callable[..., Environment]


def listed(environment: Environment) -> dict[str, list[str]]:
    """Paths by distribution, after checking what must hold of every environment."""
    trees = list(iter_installed(environment))
    for tree in trees:
        assert find_installed(environment, tree.distribution.name) == tree
        assert list(tree.files) == sorted(tree.files)
    locations = [file.location for tree in trees for file in tree.files]
    assert len(locations) == len(set(locations))
    return {tree.distribution.name: [file.path for file in tree.files] for tree in trees}


def only(trees: list[SourceTree]) -> SourceTree:
    (tree,) = trees
    return tree


def test_a_wheel_has_the_files_of_its_record(install: Install, environment: Make, tmp_path: Path) -> None:
    install(
        "Foo_Bar",
        "1.0",
        {"foo/__init__.py": "", "foo/a.py": "x", "foo/data.txt": ""},
        "Home-page: https://github.com/o/n",
    )

    tree = only(list(iter_installed(environment())))

    assert tree.distribution == Distribution("pypi", "foo-bar", "1.0", "o/n")
    assert tree.root == str(tmp_path / "site-packages")
    assert tree.origin == "wheel"
    assert [(file.path, file.module, file.size) for file in tree.files] == [
        ("foo/__init__.py", "foo", 0),
        ("foo/a.py", "foo.a", 1),
    ]
    assert tree.files[1].location == str(tmp_path / "site-packages" / "foo" / "a.py")


def test_single_modules_and_namespace_packages(install: Install, environment: Make) -> None:
    install("one", "1", {"ns/one/__init__.py": ""})
    install("two", "1", {"ns/two/m.py": "", "two.py": ""})

    assert listed(environment()) == {"one": ["ns/one/__init__.py"], "two": ["ns/two/m.py", "two.py"]}


def test_what_nobody_owns_is_one_tree(install: Install, write: Write, environment: Make) -> None:
    install("foo", "1", {"foo/__init__.py": ""})
    write({"site-packages/foo/left.py": "", "site-packages/stray.py": "x = 1\n"})

    assert listed(environment()) == {"foo": ["foo/__init__.py"], "unowned": ["foo/left.py", "stray.py"]}
    unowned = find_installed(environment(), "unowned")
    assert unowned is not None
    assert unowned.distribution.ecosystem == "local"
    assert unowned.distribution.version.startswith("0+")


def test_a_file_that_two_claim_is_the_firsts(install: Install, environment: Make) -> None:
    install("beta", "1", {"shared/a.py": "", "shared/b.py": ""})
    install("alpha", "1", {"shared/a.py": ""})

    assert listed(environment()) == {"alpha": ["shared/a.py"], "beta": ["shared/b.py"]}


def test_a_record_that_names_what_is_not_there_or_elsewhere(install: Install, write: Write, environment: Make) -> None:
    install("foo", "1", {"foo.py": ""})
    root = write({"secret.py": ""})
    with open(root / "site-packages/foo-1.dist-info/RECORD", "a", encoding="utf-8") as record:
        record.write(f"../secret.py,,\n{root}/secret.py,,\ngone.py,,\n")

    assert listed(environment()) == {"foo": ["foo.py"]}


def test_old_metadata_without_a_list_of_files_goes_by_its_names(write: Write, environment: Make) -> None:
    write(
        {
            "site-packages/PyJWT-2.6.0.egg-info/PKG-INFO": "Name: PyJWT\nVersion: 2.6.0\n",
            "site-packages/PyJWT-2.6.0.egg-info/top_level.txt": "jwt\n../evil\n",
            "site-packages/jwt/__init__.py": "",
            "site-packages/jwt/api.py": "",
            "site-packages/six-1.16.0.egg-info": "Name: six\nVersion: 1.16.0\n",
            "site-packages/six.py": "",
            "site-packages/sixth.py": "",
        }
    )

    assert listed(environment()) == {
        "pyjwt": ["jwt/__init__.py", "jwt/api.py"],
        "six": ["six.py"],
        "unowned": ["sixth.py"],
    }


def test_installed_files_of_an_egg_info_are_its_list(write: Write, environment: Make) -> None:
    write(
        {
            "site-packages/foo-1-py3.9.egg-info/PKG-INFO": "Name: foo\nVersion: 1\n",
            "site-packages/foo-1-py3.9.egg-info/installed-files.txt": "../foo/__init__.py\n../foo/a.py\nPKG-INFO\n",
            "site-packages/foo/__init__.py": "",
            "site-packages/foo/a.py": "",
            "site-packages/foo/b.py": "",
        }
    )

    assert listed(environment()) == {"foo": ["foo/__init__.py", "foo/a.py"], "unowned": ["foo/b.py"]}


def test_the_first_folder_shadows_a_distribution_of_the_second(install: Install, environment: Make) -> None:
    install("foo", "2", {"foo.py": ""})
    install("foo", "1", {"foo.py": "", "foo_old.py": ""}, site="system")
    install("bar", "1", {"bar.py": ""}, site="system")

    made = environment("site-packages", "system")

    assert listed(made) == {"foo": ["foo.py"], "bar": ["bar.py"]}
    tree = find_installed(made, "foo")
    assert tree is not None
    assert tree.distribution.version == "2"


def test_remains_of_an_upgrade_are_passed_over(install: Install, write: Write, environment: Make) -> None:
    install("foo", "2", {"foo.py": ""})
    write(
        {
            "site-packages/foo-1.dist-info/METADATA": "Name: foo\nVersion: 1\n",
            "site-packages/~oo-1.dist-info/METADATA": "Name: foo\nVersion: 1\n",
        }
    )

    tree = only(list(iter_installed(environment())))

    assert tree.distribution.version == "2"


def test_folders_that_a_path_file_adds_inside_are_import_roots(
    install: Install, environment: Make, tmp_path: Path
) -> None:
    install("pywin32", "1", {"win32/lib/con.py": "", "win32/api.py": "", "pywin32.pth": "win32\nwin32/lib\n"})
    site = tmp_path / "site-packages"

    made = environment("site-packages", "site-packages/win32", "site-packages/win32/lib")

    assert listed(made) == {"pywin32": ["win32/api.py", "win32/lib/con.py"]}
    tree = find_installed(made, "pywin32")
    assert tree is not None
    assert [file.module for file in tree.files] == ["api", "con"]
    assert tree.root == str(site)


def test_an_egg_is_a_root_of_its_own(write: Write, environment: Make, tmp_path: Path) -> None:
    egg = "site-packages/foo-1.0-py3.9.egg"
    write(
        {
            "site-packages/easy-install.pth": "./foo-1.0-py3.9.egg\n",
            f"{egg}/EGG-INFO/PKG-INFO": "Name: foo\nVersion: 1.0\n",
            f"{egg}/foo/__init__.py": "",
        }
    )

    made = environment("site-packages", egg)

    assert listed(made) == {"foo": ["foo/__init__.py"]}
    tree = find_installed(made, "foo")
    assert tree is not None
    assert (tree.root, tree.distribution.version) == (str(tmp_path / egg), "1.0")


def test_a_zipped_egg_is_unread(write: Write, environment: Make) -> None:
    write({"site-packages/foo-1.egg": "zip"})

    tree = only(list(iter_installed(environment())))

    assert tree.unread == (Unread("foo-1.egg", "is a zipped egg, which errdex does not look into"),)


def test_extension_modules_are_listed_when_asked_for(install: Install, environment: Make) -> None:
    install("foo", "1", {"foo/__init__.py": "", "foo/fast.cpython-311-x86_64-linux-gnu.so": ""})

    tree = find_installed(environment(), "foo", (".so", ".pyd"))

    assert tree is not None
    assert [file.module for file in tree.files] == ["foo.fast"]


def test_names_are_canonical_and_unknown_ones_are_not_found(install: Install, environment: Make) -> None:
    install("Zope.Interface", "1", {"zope/interface/__init__.py": ""})

    assert installed_names(environment()) == ("zope-interface",)
    assert find_installed(environment(), "zope_interface") == find_installed(environment(), "Zope.Interface")
    assert find_installed(environment(), "nothing") is None
    assert find_installed(environment(), "../x") is None


def test_an_environment_of_nothing_has_no_tree(environment: Make) -> None:
    assert list(iter_installed(environment())) == []
    assert list(iter_installed(environment()._replace(paths=("/nonexistent/folder",)))) != []


def test_the_standard_library_is_found_by_its_name(write: Write, environment: Make) -> None:
    write({"stdlib/os.py": ""})

    tree = find_installed(environment(), "cpython-stdlib")

    assert tree is not None
    assert [file.path for file in tree.files] == ["os.py"]


NAMES = st.sampled_from(["a.py", "a/__init__.py", "a/b.py", "c/d.py", "c.py", "e/f/g.py"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(owned=st.dictionaries(st.sampled_from(["x", "y", "z"]), st.sets(NAMES), max_size=3), stray=st.sets(NAMES))
def test_every_file_is_in_exactly_one_tree(
    tmp_path_factory: pytest.TempPathFactory, owned: dict[str, set[str]], stray: set[str]
) -> None:
    site = tmp_path_factory.mktemp("site")
    for path in set().union(stray, *owned.values()):
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text("")
    for name, paths in owned.items():
        (site / f"{name}-1.dist-info").mkdir()
        (site / f"{name}-1.dist-info" / "RECORD").write_text("".join(f"{path},,\n" for path in sorted(paths)))

    made = _environment_of(site)

    found = [path for paths in listed(made).values() for path in paths]
    assert sorted(found) == sorted(set().union(stray, *owned.values()))


def _environment_of(site: Path) -> Environment:
    from errdex.nouns.sources import Environment

    return Environment("python", "3.11", str(site / "none"), (str(site),))
