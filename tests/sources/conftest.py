"""Throw-away trees: a project's folder, a site-packages folder, an environment that consists of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from errdex.nouns.sources import Environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def write(tmp_path: Path) -> Callable[[dict[str, str]], Path]:
    """Writes files below the test's folder, by their paths, and returns that folder."""

    def write_files(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write_files


@pytest.fixture
def install(tmp_path: Path, write: Callable[[dict[str, str]], Path]) -> Callable[..., None]:
    """Installs a wheel's files into `site-packages`: name, version, files, further lines of METADATA."""

    def install_wheel(
        name: str, version: str, files: dict[str, str], metadata: str = "", site: str = "site-packages"
    ) -> None:
        folder = f"{name}-{version}.dist-info"
        written = {
            **files,
            f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{metadata}\n\ntext\n",
        }
        record = "".join(f"{path},sha256=x,1\n" for path in [*written, f"{folder}/RECORD"] if "," not in path)
        written[f"{folder}/RECORD"] = record
        write({f"{site}/{path}": text for path, text in written.items()})

    return install_wheel


@pytest.fixture
def environment(tmp_path: Path) -> Callable[..., Environment]:
    """An environment of these folders below the test's folder, `site-packages` and a `stdlib` unless told otherwise."""

    def make(*folders: str) -> Environment:
        paths = tuple(str(tmp_path / folder) for folder in folders or ("site-packages",))
        for path in (*paths, str(tmp_path / "stdlib")):
            os.makedirs(path, exist_ok=True)
        return Environment(str(tmp_path / "bin" / "python"), "3.11.7", str(tmp_path / "stdlib"), paths)

    return make
