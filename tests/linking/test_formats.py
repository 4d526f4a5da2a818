from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.linking.formats import FormatError, Piece, brace_pieces, formatted_constant, percent_pieces, repr_ways
from errdex.nouns.templates import Hole


def test_percent_directives_become_pieces() -> None:
    assert percent_pieces(["a %s %5.2f %(k)r %%"]) == [
        "a ",
        Piece("", "", "", ""),
        " ",
        Piece("", "", "", "5.2f"),
        " ",
        Piece("=k", "", "r", ""),
        " ",
        "%",
        "",
    ]


def test_replacement_fields_become_pieces_around_holes() -> None:
    hole = Hole("x")

    assert brace_pieces(["{} {{", hole, "{a.b[0]!r:>5}"]) == [
        "",
        Piece("0", "", "", ""),
        " {",
        "",
        hole,
        "",
        Piece("=a", ".b[0]", "r", ">5"),
    ]


@pytest.mark.parametrize("text", ["%y", "100%", "%*d"])
def test_what_is_no_format_string_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        percent_pieces([text])


def test_enormous_widths_are_not_carried_out() -> None:
    assert formatted_constant("a", "", ">999999999") is None


@given(st.text(max_size=10), st.text(max_size=5), st.text(max_size=10))
def test_one_of_the_ways_is_how_repr_prints(before: str, value: str, after: str) -> None:
    # What a hole prints is read from the text, so it only has to fit between the literal parts.
    printed = repr(before + value + after)

    assert any(
        printed.startswith(str(way[0]) + str(way[1] if isinstance(way[1], str) else ""))
        and printed.endswith(str(way[-2] if isinstance(way[-2], str) else "") + str(way[-1]))
        for way in repr_ways([before, Hole("x"), after])
    )
