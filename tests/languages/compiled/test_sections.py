"""Where binaries keep their constants."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from errdex.languages.compiled.sections import constant_ranges

CONSTANTS = b"list index out of range\0"
CODE = b"\x90" * 40


@pytest.mark.parametrize("wide", [True, False])
def test_an_elf_file_keeps_them_in_its_sections_of_read_only_data(elf: Callable[..., bytes], wide: bool) -> None:
    content = elf(CONSTANTS, other=CODE, wide=wide)

    ((start, end),) = constant_ranges(content)
    assert content[start:end] == CONSTANTS


def test_a_mach_o_file_keeps_them_in_its_c_strings(mach_o: Callable[..., bytes]) -> None:
    content = mach_o(CONSTANTS, CODE)

    ((start, end),) = constant_ranges(content)
    assert content[start:end] == CONSTANTS


def test_a_pe_file_keeps_them_in_rdata(pe: Callable[..., bytes]) -> None:
    content = pe(CONSTANTS, CODE)

    ((start, end),) = constant_ranges(content)
    assert content[start:end] == CONSTANTS


@pytest.mark.parametrize("content", [b"no header at all", b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"])
def test_a_header_that_makes_no_sense_leaves_the_whole_file(content: bytes) -> None:
    assert constant_ranges(content) == ((0, len(content)),)


@given(
    st.binary(max_size=400), st.sampled_from([b"\x7fELF\x02\x01", b"\xcf\xfa\xed\xfe", b"MZ", b"\xca\xfe\xba\xbe", b""])
)
def test_ranges_lie_in_the_file_in_order_whatever_it_says(content: bytes, magic: bytes) -> None:
    whole = magic + content

    ranges = constant_ranges(whole)

    ends = [0, *(place for found in ranges for place in found), len(whole)]
    assert ends == sorted(ends)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@example(place=5, byte=0)  # offsets beyond what the machine addresses
@given(place=st.integers(0, 400), byte=st.integers(0, 255))
def test_a_header_with_a_wrong_byte_is_still_answered(elf: Callable[..., bytes], place: int, byte: int) -> None:
    content = bytearray(elf(CONSTANTS, other=CODE))
    content[place % len(content)] = byte

    assert all(0 <= start <= end <= len(content) for start, end in constant_ranges(bytes(content)))
