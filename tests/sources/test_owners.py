from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.nouns.sources import Environment
from errdex.sources.owners import distributions_of_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


@pytest.fixture
def known(install: Callable[..., None], write: Write, environment: Callable[..., Environment]) -> Environment:
    install("requests", "2", {"requests/__init__.py": "", "requests/adapters.py": ""})
    install("ns-one", "1", {"ns/one/__init__.py": ""})
    install("ns-two", "1", {"ns/two/__init__.py": ""})
    install("six", "1", {"six.py": ""})
    root = write(
        {
            "stdlib/asyncio/__init__.py": "",
            "stdlib/asyncio/events.py": "",
            "stdlib/runpy.py": "",
            "stdlib/importlib/_bootstrap.py": "",
            "site-packages/stray.py": "",
            "site-packages/tests/test_x.py": "",
            "site-packages/old-1.egg-info": "Name: old\nVersion: 1\n",
            "site-packages/old/m.py": "",
            "project/src/dev/core.py": "",
        }
    )
    install("dev", "1", {"dev.pth": str(root / "project/src")})
    return environment("site-packages", "project/src")


@pytest.mark.parametrize(
    ("printed", "owner"),
    [
        ("/venv/lib/python3.9/site-packages/requests/adapters.py", "requests"),
        (r"C:\venv\Lib\site-packages\requests\adapters.py", "requests"),
        ("/usr/lib/python3/dist-packages/six.py", "six"),
        ("/x/site-packages/old/m.py", "old"),
        ("/x/site-packages/stray.py", "unowned"),
        ("/x/site-packages/requests/only_in_another_version.py", "requests"),
        ("/x/site-packages/ns/one/new.py", "ns-one"),
        ("/x/site-packages/ns/new.py", None),
        ("/x/site-packages/unknown/six.py", None),
        ("/x/site-packages/../six.py", None),
        ("/opt/bundle/requests/adapters.py", "requests"),
        ("requests/adapters.py", "requests"),
        ("/app/six.py", None),
        ("requests/_fast/index.pyx", "requests"),
        ("ns/one/index.pyx", "ns-one"),
        ("index.pyx", None),
        ("/app/tests/test_x.py", None),
        ("/usr/lib/python3.10/asyncio/events.py", "cpython-stdlib"),
        ("/usr/lib/python3.10/asyncio/gone.py", "cpython-stdlib"),
        ("/usr/lib/python3.10/gone.py", None),
        (r"C:\Python311\Lib\asyncio\events.py", "cpython-stdlib"),
        ("<frozen runpy>", "cpython-stdlib"),
        ("<frozen importlib._bootstrap>", "cpython-stdlib"),
        ("<frozen nothing>", None),
        ("<stdin>", None),
        ("<string>", None),
        ("", None),
        ("/container/src/dev/core.py", "dev"),
        ("a\0b", None),
        ("/" * 10_000, None),
    ],
)
def test_a_printed_path_has_an_owner_or_none(known: Environment, printed: str, owner: str | None) -> None:
    assert distributions_of_files(known, [printed]) == ({printed: owner} if owner else {})


def test_files_that_are_here_are_told_by_where_they_are(known: Environment, tmp_path: Path) -> None:
    paths = {
        str(tmp_path / "project/src/dev/core.py"): "dev",
        str(tmp_path / "site-packages/six.py"): "six",
        str(tmp_path / "stdlib/runpy.py"): "cpython-stdlib",
    }

    assert distributions_of_files(known, paths) == paths


def test_a_file_of_this_machine_that_only_looks_alike_has_no_owner(known: Environment, write: Write) -> None:
    root = write({"mine/requests/adapters.py": ""})

    assert distributions_of_files(known, [str(root / "mine/requests/adapters.py")]) == {}


def test_thousands_of_paths_are_answered_together(known: Environment) -> None:
    paths = [f"/v/site-packages/requests/m{number}.py" for number in range(3000)]
    paths += [f"/elsewhere/{number}/a/b/c/d/e/f.py" for number in range(3000)]

    assert distributions_of_files(known, paths) == dict.fromkeys(paths[:3000], "requests")


@given(st.text("/\\abpy.:<> \0é", max_size=60))
def test_any_text_has_an_owner_or_none(printed: str) -> None:
    nowhere = Environment("python", "3.11", "/nonexistent/stdlib", ("/nonexistent/site",))

    assert distributions_of_files(nowhere, [printed]) == {}
