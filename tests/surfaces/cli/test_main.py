from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from errdex import __version__
from errdex.errors import TextInputError
from errdex.surfaces.cli import main as module
from errdex.surfaces.cli.main import main
from errdex.surfaces.cli.parsing import parser_of
from errdex.surfaces.cli.table import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_the_overview_reads_as_in_the_golden_file(
    capsys: pytest.CaptureFixture[str], golden: Callable[[str, str], None]
) -> None:
    assert main(["--help"]) == 0

    golden("help/errdex.txt", capsys.readouterr().out)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the layout of argparse differs between Python versions")
def test_help_reads_as_in_the_golden_files(
    command: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    golden(f"help/{command}.txt", parser_of(command).format_help())


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"errdex {__version__}\n"


def test_nothing_given_shows_the_overview_and_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr().out.startswith("usage: errdex COMMAND")


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explian"]) == 2
    assert capsys.readouterr().err == (
        "errdex: explian: no such command; did you mean explain?; `errdex --help` lists them\n"
    )


def test_a_missing_catalogue_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"

    assert main(["status", "--catalogue", str(path)]) == 2
    assert capsys.readouterr() == ("", f"errdex: {path}: no catalogue here yet; `errdex index` makes one\n")


def test_common_options_may_stand_before_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"

    assert main(["--catalogue", str(path), "--quiet", "status"]) == 2
    assert str(path) in capsys.readouterr().err


def test_wrong_usage_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--bogus"]) == 2
    assert capsys.readouterr().err == "errdex: unrecognized arguments: --bogus; see `errdex explain --help`\n"


def ending_with(error: BaseException) -> Callable[[list[str]], int]:
    def run(given: list[str]) -> int:
        raise error

    return run


def test_an_error_shows_control_characters_instead_of_obeying_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "run", ending_with(TextInputError("\x1b[2J", "no\nsuch file")))

    assert main([]) == 2
    assert capsys.readouterr().err == "errdex: \\x1b[2J: no\\nsuch file\n"


def test_a_bug_is_one_line_that_asks_for_a_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ERRDEX_DEBUG", raising=False)
    monkeypatch.setattr(module, "run", ending_with(KeyError("x")))

    assert main([]) == 2
    assert capsys.readouterr().err == (
        "errdex: a bug in errdex (KeyError: 'x'); please report it with the command and what ERRDEX_DEBUG=1 prints\n"
    )


def test_a_bug_shows_its_traceback_to_those_who_ask(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ERRDEX_DEBUG", "1")
    monkeypatch.setattr(module, "run", ending_with(KeyError("x")))

    assert main([]) == 2
    assert capsys.readouterr().err.startswith("Traceback (most recent call last):\n")


def test_an_interrupt_is_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "run", ending_with(KeyboardInterrupt()))

    assert main([]) == 130
    assert capsys.readouterr() == ("", "")


def test_completion_knows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0

    script = capsys.readouterr().out
    assert [command for command in COMMANDS if command not in script] == []
