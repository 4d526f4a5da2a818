from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.nouns.sources import Distribution
from errdex.sources.stdlib import read_stdlib

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from errdex.nouns.sources import Environment


def test_the_standard_library_is_listed_without_what_is_installed_below_it(
    write: Callable[[dict[str, str]], Path], environment: Callable[..., Environment]
) -> None:
    root = write(
        {
            "stdlib/json/decoder.py": "",
            "stdlib/json/__init__.py": "",
            "stdlib/site-packages/six.py": "",
            "stdlib/dist-packages/six.py": "",
            "stdlib/test/site-packages/x.py": "",
            "stdlib/lib-dynload/_json.so": "",
        }
    )

    tree = read_stdlib(environment())

    assert tree.distribution == Distribution("stdlib", "cpython-stdlib", "3.11.7", "python/cpython", "Lib/")
    assert tree.root == str(root / "stdlib")
    assert [(file.path, file.module) for file in tree.files] == [
        ("json/__init__.py", "json"),
        ("json/decoder.py", "json.decoder"),
        ("test/site-packages/x.py", ""),
    ]
    (extension,) = read_stdlib(environment(), (".so",)).files
    assert extension.module == "_json"
