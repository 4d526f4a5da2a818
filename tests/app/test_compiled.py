"""Binaries in the use cases: read when they changed, and searched for in sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from errdex.app.binaries import BinarySummary, refresh_binaries
from errdex.app.compiled_source import find_written, parts_of_shown
from errdex.app.progress import Silent
from errdex.catalogue.read import Reader
from errdex.catalogue.write import Writer
from errdex.matching.binary_texts import CompiledTexts
from errdex.nouns.sources import Environment

MODULE = b"\x01PyInit__fast\0index %zd is out of bounds for axis %d\0\x02"


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An interpreter and one extension module that no distribution owns."""
    for path, content in (
        ("bin/python", b"\x01'%.50s' object is not subscriptable\0\x02"),
        ("lib/python3.11/os.py", b""),
        ("lib/python3.11/site-packages/_fast.so", MODULE),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    library = tmp_path / "lib/python3.11"
    return Environment(str(tmp_path / "bin/python"), "3.11.7", str(library), (str(library / "site-packages"),))


def origins(path: str, message: str) -> list[str]:
    with Reader(path) as reader:
        return [origin.file for origin in CompiledTexts(reader).compiled_origins("", message)]


def test_binaries_are_read_once_and_again_when_they_change(environment: Environment, tmp_path: Path) -> None:
    path = str(tmp_path / "catalogue.sqlite")
    with Writer(path) as writer:
        writer.put_environment(environment, (), complete=True)

    assert refresh_binaries(environment, path, Silent()) == BinarySummary(2, 2, ())
    assert refresh_binaries(environment, path, Silent()) == BinarySummary(2, 0, ())
    assert origins(path, "index 7 is out of bounds for axis 0") == ["_fast.so"]
    assert origins(path, "'list' object is not subscriptable") == ["cpython"]

    module = tmp_path / "lib/python3.11/site-packages/_fast.so"
    module.write_bytes(MODULE + b"one more text in it\0")
    assert refresh_binaries(environment, path, Silent()) == BinarySummary(2, 1, ())
    assert origins(path, "one more text in it") == ["_fast.so"]

    module.unlink()
    assert refresh_binaries(environment, path, Silent()) == BinarySummary(1, 0, ())
    assert origins(path, "one more text in it") == []


def test_a_message_is_found_in_a_folder_of_sources(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "fast.c").write_text(
        'int f(void)\n{\n    fail("index %zd is out of "\n         "bounds", i);\n}\n'
    )

    (hit,) = find_written(str(tmp_path), None, parts_of_shown("index {} is out of bounds"))

    assert (hit.file, hit.line, hit.text) == ("src/fast.c", 3, 'fail("index %zd is out of "')


def test_a_shown_template_has_a_hole_for_each_pair_of_braces() -> None:
    assert parts_of_shown("{} of {}: bad") == (None, " of ", None, ": bad")
