"""Which literals can be a message."""

from __future__ import annotations

import pytest

from errdex.languages.compiled.texts import looks_like_message, texts_of_run, texts_of_strings


@pytest.mark.parametrize(
    "literal",
    [
        "list index out of range",
        "'%.50s' object has no attribute '%U'",
        "high <= 0",
        ". You might want to try:\n    - passing `format` if your strings have a consistent format;\n    - passing more",
    ],
)
def test_sentences_and_their_pieces_do(literal: str) -> None:
    assert looks_like_message(literal)


@pytest.mark.parametrize(
    "literal",
    [
        "PyArray_Type",
        "dot($self, a, b, /)\n--\n\nDot product of two arrays.",
        "\n    Return the day.\n\n    Parameters\n    ----------\n    n : int\n",
        "GCC: (GNU) 14.2.1 20250110",
        "/usr/include/c++/a.h",
        "std::vector<int> at",
        "x" * 800 + " " + "y" * 800,
    ],
)
def test_names_documentation_and_code_do_not(literal: str) -> None:
    assert not list(texts_of_strings([literal]))


def test_texts_are_parts_with_holes_for_directives() -> None:
    assert list(texts_of_strings(["%s has no len()", "index {} is out of bounds for size {}", "%d %d"])) == [
        (None, " has no len()"),
        ("index ", None, " is out of bounds for size ", None),
    ]


def test_a_glued_run_is_cut_where_sentences_meet() -> None:
    run = "Input should be a valid stringInput should be a valid integer, got a number with a fractional partunable to parse"

    assert list(texts_of_run(run)) == [
        ("Input should be a valid string",),
        ("Input should be a valid integer, got a number with a fractional partunable to parse",),
    ]


def test_pieces_of_a_run_are_not_joined_across_a_directive() -> None:
    assert list(texts_of_run("Input should have at least {min} items, got a tuple. The other message goes on")) == [
        ("Input should have at least ",),
        (" items, got a tuple. The other message goes on",),
    ]
