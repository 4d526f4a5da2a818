"""Binaries of an environment."""

from __future__ import annotations

from pathlib import Path

from errdex.nouns.sources import Environment
from errdex.sources.binaries import iter_binaries


def environment_at(root: Path) -> Environment:
    for path in ("bin/python3.11", "lib/libpython3.11.so.1.0", "lib/python3.11/lib-dynload/_json.so"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"x")
    packages = root / "lib/python3.11/site-packages"
    (packages / "demo-1.0.dist-info").mkdir(parents=True)
    (packages / "demo-1.0.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n")
    (packages / "demo-1.0.dist-info/RECORD").write_text(
        "demo/_fast.so,,\ndemo/__init__.py,,\ndemo-1.0.dist-info/METADATA,,\n"
    )
    (packages / "demo").mkdir()
    for name in ("_fast.so", "__init__.py"):
        (packages / "demo" / name).write_bytes(b"x")
    return Environment(str(root / "bin/python3.11"), "3.11.7", str(root / "lib/python3.11"), (str(packages),))


def found(root: Path, names: list[str] | None = None) -> list[tuple[str, str, str]]:
    return [(one.package, one.path, one.location) for one in iter_binaries(environment_at(root), names)]


def test_the_interpreter_its_modules_and_those_of_distributions_are_listed(tmp_path: Path) -> None:
    root = tmp_path.resolve()

    assert found(root) == [
        ("cpython", "cpython", f"{root}/bin/python3.11"),
        ("cpython", "cpython", f"{root}/lib/libpython3.11.so.1.0"),
        ("cpython-stdlib", "lib-dynload/_json.so", f"{root}/lib/python3.11/lib-dynload/_json.so"),
        ("demo", "demo/_fast.so", f"{root}/lib/python3.11/site-packages/demo/_fast.so"),
    ]


def test_of_distributions_only_the_named_ones_are(tmp_path: Path) -> None:
    assert [package for package, *_ in found(tmp_path / "a", ["demo"])] == [
        "cpython",
        "cpython",
        "cpython-stdlib",
        "demo",
    ]
    assert [package for package, *_ in found(tmp_path / "b", ["other", "cpython-stdlib"])] == [
        "cpython", "cpython", "cpython-stdlib",
    ]  # fmt: skip
