from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from errdex.errors import InterpreterError
from errdex.sources import probe
from errdex.sources.environment import interpreter_of, read_environment
from errdex.sources.probe import ask_interpreter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def no_active_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)


@pytest.fixture
def made_environment(tmp_path: Path) -> Callable[[bool], Path]:
    """A virtual environment made of its parts: a link, a file and a folder."""

    def make(shared: bool) -> Path:
        root = tmp_path / "venv"
        site = root / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
        site.mkdir(parents=True)
        (root / "bin").mkdir()
        (root / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
        home = os.path.dirname(os.path.realpath(sys.executable))
        (root / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = {str(shared).lower()}\n")
        return root

    return make


posix = pytest.mark.skipif(os.name == "nt", reason="the environment is made of a link")


def test_the_interpreter_that_runs_errdex_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "ask_interpreter", lambda python: pytest.fail(python))

    environment = read_environment()

    assert environment.python == sys.executable
    assert environment.version == sys.version.split()[0].rstrip("+")
    assert environment.stdlib == os.path.dirname(os.__file__)
    assert all(os.path.isdir(path) for path in environment.paths)
    assert read_environment(sys.executable) == environment


@posix
def test_a_virtual_environment_has_its_own_folder_alone(made_environment: Callable[[bool], Path]) -> None:
    root = made_environment(False)
    site = root / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    (root / "project").mkdir()
    (site / "p.pth").write_text(str(root / "project"))

    environment = read_environment(str(root))

    assert environment.python == str(root / "bin" / "python")
    assert environment.paths == (str(site), str(root / "project"))
    assert environment.stdlib == os.path.dirname(os.__file__)


@posix
def test_a_virtual_environment_may_share_its_interpreters_folders(made_environment: Callable[[bool], Path]) -> None:
    root = made_environment(True)

    paths = read_environment(str(root)).paths

    assert paths[0].startswith(str(root))
    assert len(paths) > 1


@posix
def test_nothing_of_the_asked_environment_is_run(made_environment: Callable[[bool], Path]) -> None:
    root = made_environment(False)
    site = root / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    for name in ("a.pth", "sitecustomize.py", "usercustomize.py", "json.py"):
        (site / name).write_text(f"import os; os.mkdir({str(root / 'ran')!r})\n")

    read_environment(str(root / "bin" / "python"))

    assert not (root / "ran").exists()


@posix
def test_the_active_environment_is_the_default(
    made_environment: Callable[[bool], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = made_environment(False)
    monkeypatch.setenv("VIRTUAL_ENV", str(root))

    assert read_environment().python == str(root / "bin" / "python")
    assert interpreter_of() == str(root / "bin" / "python")


def test_an_active_environment_that_is_gone_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "gone"))

    assert read_environment().python == sys.executable


@pytest.mark.parametrize("name", ["no-such-python", "", "a\0b", "-c"])
def test_a_name_that_is_no_program_is_told(name: str) -> None:
    with pytest.raises(InterpreterError) as caught:
        read_environment(name)

    assert str(caught.value) == (
        f"{name}: cannot ask this interpreter what is installed (no such program); give --python a working one"
    )


def test_a_folder_without_interpreter_is_told(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError) as caught:
        read_environment(str(tmp_path))

    assert caught.value.reason == "no interpreter in this folder"


@posix
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 3", "exit status 3"),
        ("echo broken >&2; exit 1", "broken"),
        ("echo hello", "it answers, but not as Python does"),
        ('echo \'{"version": 1, "stdlib": "", "paths": []}\'', "it answers, but not as Python does"),
        ('echo \'{"version": "3.9", "stdlib": "/x", "paths": [1]}\'', "it answers, but not as Python does"),
        ("echo '[]'", "it answers, but not as Python does"),
    ],
)
def test_a_program_that_is_no_python_is_told(tmp_path: Path, script: str, reason: str) -> None:
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)

    with pytest.raises(InterpreterError) as caught:
        ask_interpreter(str(program))

    assert caught.value.reason == reason


@posix
def test_an_interpreter_that_hangs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr(probe, "_SECONDS", 0.2)

    with pytest.raises(InterpreterError, match="no answer within"):
        ask_interpreter(str(program))
