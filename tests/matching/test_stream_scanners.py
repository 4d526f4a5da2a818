from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.matching.stream_scanners import SHIFT, AutomatonScanner, HyperscanScanner, WordScanner, fastest_scanner

BYTES = st.text(alphabet="ab é_\n:", min_size=1, max_size=6).map(str.encode)


def naive(literals: list[bytes], block: bytes) -> list[int]:
    ends = [
        (at + len(literal), index)
        for index, literal in enumerate(literals)
        for at in range(len(block))
        if block.startswith(literal, at)
    ]
    return [end << SHIFT | index for end, index in sorted(ends)]


@given(st.lists(BYTES, min_size=1, max_size=6, unique=True), st.text(alphabet="ab é_\n:", max_size=40).map(str.encode))
@settings(deadline=None)
def test_the_dictionary_finds_every_place(literals: list[bytes], block: bytes) -> None:
    assert WordScanner(literals).hits(block) == naive(literals, block)


@given(st.lists(BYTES, min_size=1, max_size=6, unique=True), st.text(alphabet="ab é_\n:", max_size=40).map(str.encode))
@settings(deadline=None)
def test_the_automaton_finds_every_place(literals: list[bytes], block: bytes) -> None:
    pytest.importorskip("ahocorasick_rs", reason="the extra `watch` is not installed")
    assert AutomatonScanner(literals).hits(block) == naive(literals, block)


@given(st.lists(BYTES, min_size=1, max_size=6, unique=True), st.text(alphabet="ab é_\n:", max_size=40).map(str.encode))
@settings(deadline=None)
def test_hyperscan_finds_every_place(literals: list[bytes], block: bytes) -> None:
    pytest.importorskip("hyperscan", reason="the extra `watch` is not installed")
    assert HyperscanScanner(literals).hits(block) == naive(literals, block)


def test_without_an_extra_the_dictionary_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "hyperscan", None)
    monkeypatch.setitem(__import__("sys").modules, "ahocorasick_rs", None)

    assert fastest_scanner([b"a"]).name == "python"
    with pytest.raises(ImportError):
        fastest_scanner([b"a"], "hyperscan")
