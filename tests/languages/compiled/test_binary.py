"""The texts of one binary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.compiled.binary import binary_facts, read_binary
from errdex.nouns.compiled import BinaryFacts

C = b"list index out of range\0'%.50s' object has no attribute '%U'\0%s\0PyList_Type\0\x01\x02\xff"


def test_texts_come_from_the_constants_sorted_each_once(elf: Callable[..., bytes]) -> None:
    assert binary_facts(elf(C + b"\0list index out of range\0", other=b"not a constant of it\0")) == BinaryFacts(
        (("'", None, "' object has no attribute '", None, "'"), ("list index out of range",))
    )


def test_strings_that_cython_packed_are_among_them(
    elf: Callable[..., bytes], cython_constants: Callable[..., bytes]
) -> None:
    strings = sorted(["unbounded slice", "slice step cannot be zero", "iadd causes length change", *"abcdefghijkl"])

    texts = binary_facts(elf(cython_constants(strings))).texts

    assert {("unbounded slice",), ("slice step cannot be zero",), ("iadd causes length change",)} <= set(texts)


def test_a_library_that_is_no_module_has_none(elf: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "libother.so"
    path.write_bytes(elf(C))

    assert read_binary(str(path)) == BinaryFacts(())
    assert read_binary(str(path), module=False) == binary_facts(elf(C))


def test_a_module_is_read_from_its_file(elf: Callable[..., bytes], tmp_path: Path) -> None:
    path = tmp_path / "module.so"
    path.write_bytes(elf(C, other=b"PyInit_module\0"))

    assert read_binary(str(path)) == binary_facts(path.read_bytes())


def test_a_file_that_is_gone_or_empty_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty.so").touch()

    assert read_binary(str(tmp_path / "gone.so")) == "cannot be read: No such file or directory"
    assert read_binary(str(tmp_path / "empty.so")) == BinaryFacts(())


@given(st.binary(max_size=500))
def test_any_bytes_are_read(content: bytes) -> None:
    assert isinstance(binary_facts(content), BinaryFacts)
