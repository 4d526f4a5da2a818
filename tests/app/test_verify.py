from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from errdex.app.verify import VerifyOptions, verify
from errdex.app.verifying.tests import enclosing_test
from errdex.catalogue.read import Reader
from errdex.catalogue.reproductions import find_reproduction, keep_reproductions
from errdex.errors import RecordNotFoundError, SandboxError
from errdex.evidence.sandbox import why_no_sandbox
from errdex.nouns.reproductions import Reproduction
from errdex.rendering.verify_text import verified_text

if TYPE_CHECKING:
    from pathlib import Path

    from errdex.nouns.reproductions import Verified

needs_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason=f"no sandbox here: {why_no_sandbox()}")

SHAPES = """\
from enum import Enum


class Mode(Enum):
    FAST = 1
    SLOW = 2
    ODD = 3


class Box:
    def __init__(self, size: int):
        if size > 63:
            raise ValueError(f"too large: {size}")
        self.size = size

    def open(self, mode: Mode):
        if mode in (Mode.FAST, Mode.SLOW):
            return 1
        raise LookupError(f"no such mode: {mode.name}")


def label(text):
    if not text.startswith("xn--"):
        return ""
    if len(text) > 10:
        raise ValueError("label too long")
    return text


def numbers(count: int = 3):
    for number in range(count):
        if number == 7:
            raise RuntimeError("seven")
        yield number


async def later(delay):
    if delay is None:
        raise TypeError("no delay")


def never(value):
    if hash(value) * 2 == 7:
        raise ValueError("cannot be found")


def hangs(value):
    while True:
        pass
    raise ValueError("not reached")


def dies(value):
    import os
    os._exit(3)
    raise ValueError("not reached")


def forks(value):
    import os
    if os.fork() == 0:
        raise KeyError("in the copy")
    raise IndexError("in the parent")


def after(flag: bool):
    if flag:
        raise OSError("after all of that")
"""


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verified]:
    folder = tmp_path_factory.mktemp("verify")
    (folder / "project" / "shapes").mkdir(parents=True)
    (folder / "project" / "pyproject.toml").write_text('[project]\nname = "shapes"\nversion = "1"\n')
    (folder / "project" / "shapes" / "__init__.py").write_text(SHAPES)
    options = VerifyOptions(str(folder / "c.sqlite"), sys.executable, calls=200, seconds=20.0)
    found = {}
    for one in verify(str(folder / "project"), options):
        found[f"{one.function}:{one.line}"] = one
    found["catalogue"] = next(iter(found.values()))._replace(file=options.catalogue)
    return found


def code_of(verified: dict[str, Verified], name: str) -> str:
    found = verified[name].reproduction
    return "" if found is None else found.code


@needs_sandbox
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Box.__init__:13", "import shapes\nshapes.Box(64)"),
        ("Box.open:19", "import shapes\nshapes.Box('a').open(shapes.Mode.ODD)"),
        ("label:26", "import shapes\nshapes.label('xn--' + 'a' * 300)"),
        ("later:39", "import asyncio\nimport shapes\nasyncio.run(shapes.later(None))"),
        ("after:68", "import shapes\nshapes.after(True)"),
    ],
)
def test_a_call_that_ends_at_the_statement_is_found(name: str, code: str, verified: dict[str, Verified]) -> None:
    found = verified[name].reproduction

    assert found is not None, verified[name].reason
    assert found.code.split("\n")[0] == code.split("\n")[0]
    assert found.output.rstrip().endswith(f"{found.exception.rpartition('.')[2]}: {found.message}")


@needs_sandbox
def test_what_no_call_reaches_is_said_to_be_not_found(verified: dict[str, Verified]) -> None:
    assert (verified["never:44"].reproduction, verified["never:44"].reason) == (
        None,
        "none of the calls that were tried ends there",
    )


@needs_sandbox
def test_code_that_hangs_or_ends_its_process_does_not_hide_the_others(verified: dict[str, Verified]) -> None:
    assert verified["hangs:50"].reproduction is None
    assert verified["dies:56"].reproduction is None
    assert verified["after:68"].reproduction is not None


@needs_sandbox
def test_what_a_copy_of_the_process_raises_does_not_count_twice(verified: dict[str, Verified]) -> None:
    assert code_of(verified, "forks:63") == "import shapes\nshapes.forks(0)"


@needs_sandbox
def test_a_reproduction_is_kept_with_its_output(verified: dict[str, Verified]) -> None:
    one = verified["after:68"]
    catalogue = verified["catalogue"].file
    with Reader(catalogue) as reader:
        (ref,) = reader.find_record(one.record)
        content = reader.source_of(ref.file_row).content

    assert content is not None
    assert find_reproduction(catalogue, one.record, content) == one.reproduction
    assert find_reproduction(catalogue, one.record, b"other bytes") is None


@needs_sandbox
def test_guards_are_compared_with_the_calls(verified: dict[str, Verified]) -> None:
    counts = [one.guard for one in verified.values() if one.guard is not None]

    assert counts
    assert sum(one.held_raised for one in counts) > 0
    assert sum(one.not_held_raised for one in counts) == 0


@needs_sandbox
def test_text_shows_the_program_and_its_end(verified: dict[str, Verified]) -> None:
    text = verified_text(verified["after:68"], whole=True)

    assert text.startswith(
        "executed   shapes/__init__.py:68 after\n           import shapes\n           shapes.after(True)\n"
    )
    assert "OSError: after all of that" in text


@needs_sandbox
def test_tests_of_the_package_that_expect_the_error_are_run(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "spam").mkdir(parents=True)
    (project / "tests").mkdir()
    (project / "pyproject.toml").write_text('[project]\nname = "spam"\nversion = "1"\n')
    (project / "spam" / "__init__.py").write_text(
        "def fry(eggs):\n    if hash(eggs) == 4 and eggs.strange:\n        raise ValueError('too many eggs in the pan')\n"
    )
    (project / "tests" / "test_spam.py").write_text(
        "import pytest\nfrom spam import fry\n\n\nclass Egg:\n    strange = True\n\n    def __hash__(self):\n"
        "        return 4\n\n\ndef test_fry():\n    with pytest.raises(ValueError, match='too many eggs in the pan'):\n        fry(Egg())\n"
    )

    found = list(verify(str(project), VerifyOptions(str(tmp_path / "c.sqlite"), sys.executable, calls=20)))

    one = next(each for each in found if each.function == "fry")
    assert one.reproduction is None
    assert one.test is not None
    assert (one.test.raised, one.test.passed, one.test.message) == (
        True,
        True,
        "builtins.ValueError: too many eggs in the pan",
    )
    assert [name.rpartition("/")[2] for name in one.test.tests] == ["test_spam.py::test_fry"]


def test_the_test_around_a_line_is_named_as_pytest_does() -> None:
    import ast

    tree = ast.parse(
        "class TestA:\n    def test_b(self):\n        pass\n\n\ndef test_c():\n    pass\n\n\ndef other():\n    pass\n"
    )

    assert [enclosing_test(tree, line) for line in (1, 2, 3, 6, 7, 10)] == [
        "",
        "TestA::test_b",
        "TestA::test_b",
        "test_c",
        "test_c",
        "",
    ]


def test_where_no_sandbox_is_nothing_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("errdex.app.verify.why_no_sandbox", lambda: "no namespaces here")

    with pytest.raises(SandboxError) as caught:
        list(verify(str(tmp_path), VerifyOptions(str(tmp_path / "c.sqlite"))))

    assert str(caught.value) == "nothing was run: no namespaces here"
    assert os.listdir(tmp_path) == []


@needs_sandbox
def test_an_unknown_record_is_refused(tmp_path: Path) -> None:
    catalogue = str(tmp_path / "c.sqlite")
    keep_reproductions(catalogue, [("f" * 16, b"x", Reproduction("a", "b", "c", "d\udc80", "3.11"))])

    assert find_reproduction(catalogue, "f" * 16, b"x") == Reproduction("a", "b", "c", "d\udc80", "3.11")
    with pytest.raises(RecordNotFoundError):
        list(verify("0" * 16, VerifyOptions(catalogue)))
