from __future__ import annotations

import pytest

from errdex.reports.classes import looks_raised, split_exception, split_raised


@pytest.mark.parametrize(
    ("line", "split"),
    [
        ("ValueError: x", ("ValueError", "x")),
        ("ValueError", ("ValueError", "")),
        ("ValueError: ", ("ValueError", "")),
        ("a.b.Odd: x: y", ("a.b.Odd", "x: y")),
        ("m.f.<locals>.Odd: x", ("m.f.<locals>.Odd", "x")),
        ("models.Some-7B.code.Odd: x", ("models.Some-7B.code.Odd", "x")),
        ("ray.RayTaskError(ValueError): x", ("ray.RayTaskError(ValueError)", "x")),
        ("<class 'a.Odd'>: x", ("a.Odd", "x")),
        ("Fehlerklasseß: x", ("Fehlerklasseß", "x")),
        ("two words: x", None),
        ("12: x", None),
        ("-a: x", None),
        ("a..b: x", None),
        ("<class 'a b'>: x", None),
        ("", None),
    ],
)
def test_class_and_message_are_split(line: str, split: tuple[str, str] | None) -> None:
    assert split_exception(line) == split


@pytest.mark.parametrize("name", ["ValueError", "KeyboardInterrupt", "a.Odd", "socket.error", "UserWarning"])
def test_names_that_people_give_to_exceptions(name: str) -> None:
    assert looks_raised(name)


@pytest.mark.parametrize("name", ["note", "error", "http", "file.py", "Traceback", "a.b", ""])
def test_words_that_are_no_exceptions(name: str) -> None:
    assert not looks_raised(name)


def test_a_word_before_a_colon_is_no_class() -> None:
    assert split_raised("note: x") is None
