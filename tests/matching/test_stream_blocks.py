from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.stream_blocks import CUT, LONGEST_LINE, Cutter


def blocks_of(content: bytes, size: int) -> list[tuple[int, int, bytes]]:
    """Offset, first line's number and text of each line that the blocks hold, with the last one ended."""
    cutter = Cutter()
    blocks = [one for at in range(0, len(content), size) for one in cutter.add(content[at : at + size])]
    out = []
    for block in [*blocks, *cutter.finish()]:
        offset, number = block.offset, block.line
        for line in block.raw.splitlines(keepends=True):
            out.append((offset, number, line))
            offset, number = offset + len(line), number + 1
    return out


@given(
    st.binary(max_size=200).map(lambda content: content.replace(b"\r", b"\n").replace(b"\x0b", b"\n")),
    st.integers(1, 50),
)
def test_lines_come_out_as_they_went_in_whatever_the_pieces(content: bytes, size: int) -> None:
    lines = content.split(b"\n")
    wanted, offset = [], 0
    for number, line in enumerate(lines if lines[-1] else lines[:-1], start=1):
        wanted.append((offset, number, line + b"\n"))
        offset += len(line) + 1

    assert [(offset, number, line) for offset, number, line in blocks_of(content, size)] == wanted


def test_of_a_long_line_the_start_is_kept_and_the_next_line_is_whole() -> None:
    content = b"a\n" + b"x" * (3 * LONGEST_LINE) + b"\nnext\n" + b"y" * LONGEST_LINE + b"\n"
    wanted = [
        (0, 1, b"a\n"),
        (2, 2, b"x" * LONGEST_LINE + CUT),
        (3 + 3 * LONGEST_LINE, 3, b"next\n"),
        (8 + 3 * LONGEST_LINE, 4, b"y" * LONGEST_LINE + b"\n"),
    ]

    for size in (1000, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 2 * LONGEST_LINE + 3, 1 << 20):
        assert blocks_of(content, size) == wanted


def test_a_line_without_end_takes_no_memory() -> None:
    cutter = Cutter()

    blocks = [one for _ in range(64) for one in cutter.add(b"z" * (1 << 20))]

    assert [len(one.raw) for one in blocks] == [LONGEST_LINE + len(CUT)]
    assert not cutter.waiting


def test_a_position_leads_back_to_the_bytes_as_they_came() -> None:
    (block,) = Cutter().add(b"\x1b[1mone\x1b[0m\r\ntwo\r\n")

    assert block.text == b"one\ntwo\n"
    assert (block.raw_position(0), block.raw_position(4)) == (0, len(b"\x1b[1mone\x1b[0m\r\n"))
