from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.sources.modules import module_of_path


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("mod.py", "mod"),
        ("pkg/__init__.py", "pkg"),
        ("pkg/sub/mod.py", "pkg.sub.mod"),
        ("pkg/gui.pyw", "pkg.gui"),
        ("pkg/fast.cpython-311-x86_64-linux-gnu.so", "pkg.fast"),
        ("pkg/fast.cp311-win_amd64.pyd", "pkg.fast"),
        ("app/migrations/0001_initial.py", "app.migrations.0001_initial"),
        ("pkg-data/mod.py", ""),
        ("pkg/with space.py", ""),
        ("pkg/two.dots.py", ""),
        ("__init__.py", ""),
    ],
)
def test_module_is_the_name_that_python_imports_it_under(path: str, module: str) -> None:
    assert module_of_path(path) == module


@given(st.lists(st.text("abZé_09", min_size=1, max_size=6), min_size=1, max_size=5))
def test_a_path_of_identifiers_joins_them(parts: list[str]) -> None:
    expected = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    assert module_of_path("/".join(parts) + ".py") == expected


@given(st.text(max_size=40))
def test_any_path_has_a_dotted_name_or_none(path: str) -> None:
    module = module_of_path(path)

    assert module == "" or all(("_" + part).isidentifier() for part in module.split("."))
