from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.surfaces.cli.arguments import COMMON, Given, read_arguments
from errdex.surfaces.cli.commands import load_command
from errdex.surfaces.cli.parsing import parser_of
from errdex.surfaces.cli.table import COMMANDS

DEFAULTS = {"catalogue": None, "json": False, "quiet": False, "no_color": False}


def read(command: str, *words: str) -> Given | None:
    return read_arguments((*load_command(command).ARGUMENTS, *COMMON), words)


def test_values_follow_their_option_or_an_equals_sign() -> None:
    found = read("match", "--limit", "3", "--python=x", "file")

    assert found == Given(file="file", jsonl=False, python="x", limit=3, **DEFAULTS)


def test_what_is_not_given_has_its_default() -> None:
    assert read("explain") == Given(text=[], python=None, index=False, why=False, limit=10, source=None, **DEFAULTS)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["-h"],
        ["--bogus"],
        ["--limit"],
        ["--limit", "many"],
        ["--limit", "-1"],
        ["--why=yes"],
        ["--python", "--why"],
        ["--", "-1 is out of range"],
    ],
)
def test_whatever_is_unusual_is_left_to_the_real_parser(words: list[str]) -> None:
    assert read("explain", *words) is None


def test_a_hyphen_alone_is_a_value() -> None:
    found = read("explain", "-")

    assert found is not None
    assert found.text == ["-"]


WORDS = st.sampled_from(
    [
        "--json",
        "--why",
        "-q",
        "--limit",
        "--limit=2",
        "7",
        "--python",
        "p",
        "--no-color",
        "--index",
        "text",
        "-",
        "--catalogue=c",
    ]
)


@given(st.lists(WORDS, max_size=6))
def test_what_is_read_quickly_is_what_the_real_parser_reads(words: list[str]) -> None:
    found = read("explain", *words)

    if found is not None:
        try:
            slow = parser_of("explain").parse_args(words)
        except SystemExit:  # argparse wants all words of a text side by side, people do not
            return
        assert vars(found) == vars(slow)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_in_80_columns(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    text = parser_of(command).format_help()

    assert "examples:\n  " in text
    assert [line for line in text.splitlines() if len(line) > 80] == []
