"""Where sources of compiled code write a message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.compiled.source_search import find_in_sources
from errdex.nouns.compiled import SourceHit

C = b"""\
static int check(void) {
    PyErr_Format(PyExc_ValueError,
                 "index %zd is out of bounds "
                 "for axis %d with size %zd",
                 i, axis, n);
    return -1;
}
"""
PYX = b"""\
cdef cast(value, str unit):
    raise OutOfBoundsTimedelta(
        f"Cannot cast {value} to unit='{unit}' without overflow."
    )
"""
RUST = b"""\
fn check() {
    Err(PyValueError::new_err(format!(
        "An Ed25519 public key is {} bytes \\
         long", LENGTH)))
}
"""
FILES = [("src/index.c", C), ("lib/timedeltas.pyx", PYX), ("src/ed25519.rs", RUST), ("README.md", PYX)]


def test_a_literal_in_two_pieces_is_found_at_the_line_of_the_first() -> None:
    parts = ("index ", None, " is out of bounds for axis ", None, " with size ", None)

    assert find_in_sources(FILES, parts) == [SourceHit("src/index.c", 3, '"index %zd is out of bounds "', 44)]


def test_pieces_of_an_f_string_are_found_around_its_expressions() -> None:
    parts = ("Cannot cast ", None, " to unit='", None, "' without overflow.")

    assert find_in_sources(FILES, parts) == [
        SourceHit("lib/timedeltas.pyx", 3, "f\"Cannot cast {value} to unit='{unit}' without overflow.\"", 41)
    ]


def test_a_line_that_goes_on_behind_a_backslash_is_one() -> None:
    assert [hit.line for hit in find_in_sources(FILES, ("An Ed25519 public key is ", None, " bytes long"))] == [3]


def test_a_message_that_no_source_writes_is_found_nowhere() -> None:
    assert find_in_sources(FILES, ("index ", None, " is out of bounds for size ", None)) == []
    assert find_in_sources(FILES, (None,)) == []


def test_quotes_and_line_ends_are_looked_for_as_written() -> None:
    source = b'raise ValueError("say \\"no\\"\\nnow please")\n'

    assert [hit.line for hit in find_in_sources([("a.pyx", source)], ('say "no"\nnow please',))] == [1]


@given(st.binary(max_size=300), st.lists(st.none() | st.text(min_size=1, max_size=8), max_size=5))
def test_any_file_can_be_searched_for_anything(content: bytes, parts: list[str | None]) -> None:
    for hit in find_in_sources([("a.c", content)], parts):
        assert 1 <= hit.line <= content.count(b"\n") + 1
