"""Bytes of one file → facts or a reason."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.analyse import analyse
from errdex.nouns.facts import FileFacts


def test_a_file_in_no_known_language_is_unread_with_a_reason() -> None:
    assert analyse(b"int main() {}", "main.c") == "no language that errdex reads"


def test_facts_depend_on_the_bytes_alone() -> None:
    content = b"def f(n):\n    if n:\n        raise ValueError(f'bad {n}')\n"

    assert analyse(content, "a.py") == analyse(content, "b/c.pyw")


def test_an_empty_file_says_nothing() -> None:
    facts = analyse(b"", "a.py")

    assert isinstance(facts, FileFacts)
    assert not any(facts[:5])


@given(st.binary(max_size=200))
def test_any_bytes_give_facts_or_a_reason(content: bytes) -> None:
    assert isinstance(analyse(content, "a.py"), (FileFacts, str))


PIECES = st.sampled_from(
    ["raise", "assert", "x", "(", ")", "[", "]", ":", "if", "else", "\n", "    ", "def f():", "'", '"""', "#", "\\\n", "f'{", "}", " = ",
     "try:", "except", "match x:", "case", "lambda:", "await", "yield", "log.error(", "warnings.warn(", "sys.exit(", ",", ".", "%", "\0"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_mixture_of_python_gives_facts_or_a_reason(text: str) -> None:
    assert isinstance(analyse(text.encode(), "a.py"), (FileFacts, str))


@pytest.mark.parametrize("content", [b"x = 1\n", b"x = (\n", b"\xff", b"raise ValueError\n"])
def test_the_garbage_collector_is_left_as_it_was(content: bytes) -> None:
    gc.disable()
    try:
        analyse(content, "a.py")
        was_kept_off = not gc.isenabled()
    finally:
        gc.enable()
    analyse(content, "a.py")

    assert was_kept_off
    assert gc.isenabled()
