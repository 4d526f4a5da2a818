from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from typing import TYPE_CHECKING

import pytest

from errdex.errors import DownloadError
from errdex.nouns.sources import Environment
from errdex.sources import index
from errdex.sources.index import Requirement, find_requirement, open_requirement, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Pip = Callable[[str], Environment]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the interpreter that stands in is a script")

FOO = Requirement("foo", "1.0")


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pip:
    """An environment whose interpreter is a script; `$*` are its arguments, `wheel` puts one where pip would."""
    with zipfile.ZipFile(tmp_path / "foo-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("foo.py", "x")
        archive.writestr("foo-1.0.dist-info/METADATA", "Name: foo\nVersion: 1.0\n")

    def make(script: str) -> Environment:
        program = tmp_path / "python"
        wheel = f'wheel() {{ cp {tmp_path}/foo-1.0-py3-none-any.whl "$PWD"; }}\n'
        program.write_text(
            f'#!/bin/sh\necho "$*" >> {tmp_path}/calls\n{wheel}case "$*" in *--version) exit 0;; esac\n{script}\n'
        )
        program.chmod(0o755)
        monkeypatch.setattr(sys, "executable", str(program))
        return Environment(str(program), "3.11", "/nonexistent", ())

    return make


def failed(environment: Environment) -> str:
    with pytest.raises(DownloadError) as caught, open_requirement(FOO, environment):
        pytest.fail("it was opened")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        ("foo==1.0", FOO),
        (" Foo.Bar == 1!2.0+local.1 ", Requirement("Foo.Bar", "1!2.0+local.1")),
        ("foo[extra,other]==1.0", FOO),
        ("foo>=1.0", None),
        ("foo==", None),
        ("-r==1", None),
        ("foo==1.0; x", None),
        ("foo==1.0 --index-url=x", None),
        ("foo==-1", None),
    ],
)
def test_only_a_name_and_a_version_is_a_requirement(text: str, requirement: Requirement | None) -> None:
    assert find_requirement(text) == requirement


def test_the_wheel_that_pip_brings_is_read(pip: Pip, tmp_path: Path) -> None:
    with open_requirement(FOO, pip("wheel")) as tree:
        assert (tree.distribution.name, tree.distribution.version, tree.origin) == (
            "foo", "1.0", "package index through pip",
        )  # fmt: skip
        assert [file.path for file in tree.files] == ["foo.py"]

    calls = (tmp_path / "calls").read_text().splitlines()
    assert len(calls) == 2
    assert "--no-deps --only-binary :all:" in calls[1]


def test_a_wheel_for_another_python_will_do(pip: Pip) -> None:
    script = (
        'case "$*" in *"--python-version 3.8"*) wheel;; '
        '*) echo "ERROR: No matching distribution found for foo==1.0" >&2; exit 1;; esac'
    )

    with open_requirement(FOO, pip(script)) as tree:
        assert [file.path for file in tree.files] == ["foo.py"]


NOTHING = 'echo "ERROR: No matching distribution found for foo==1.0" >&2; exit 1'


@pytest.mark.parametrize(
    ("versions", "reason"),
    [
        (
            "foo (2.0)\nAvailable versions: 2.0, 1.0",
            "the package index has it as a source archive only, and building that would run its code: download the archive and give errdex the file",
        ),
        ("foo (2.0)\nAvailable versions: 2.0, 1.1", "the package index has no such version (newest: 2.0)"),
        ("", "the package index that pip is set up for has no such version, or no wheel of it"),
    ],
)
def test_what_is_not_found_is_explained(pip: Pip, versions: str, reason: str) -> None:
    environment = pip(f"case \"$*\" in *'index versions'*) echo '{versions}'; exit 0;; esac\n{NOTHING}")

    assert failed(environment) == f"foo==1.0: {reason}"


def test_without_pip_the_way_to_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))

    reason = failed(Environment(str(program), "3.11", "/nonexistent", ()))

    assert reason == "foo==1.0: this needs pip, and neither interpreter has it: python -m ensurepip"


def test_a_pip_that_hangs_is_told(pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = pip("exec sleep 60")
    monkeypatch.setattr(index, "_SECONDS", 0.3)

    assert "pip did not end within" in failed(environment)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("WARNING: x\nERROR: bad thing\nnote\n", "pip says: bad thing"),
        ("ERROR: Could not open https://user:secret@index.example.org/simple\n", "pip says: Could not open …"),
        (
            "WARNING: Retrying … ConnectionError(host='index.example.org')",
            "pip cannot reach the package index it is set up for",
        ),
        ("", "pip says: pip gave no reason"),
        ("ERROR: " + "x" * 1000, "pip says: " + "x" * 200),
    ],
)
def test_pips_words_become_one_line_without_addresses(words: str, line: str) -> None:
    assert shortened(words) == line
