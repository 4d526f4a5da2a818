from __future__ import annotations

from errdex.matching.stream import Matcher, Stream
from errdex.matching.stream_folds import Fold
from errdex.matching.stream_prefixes import NO_PREFIX
from errdex.matching.stream_templates import watched_templates

FRAMES = """\
Traceback (most recent call last):
  File "/app/main.py", line 3, in <module>
    start()
  File "/app/lib.py", line 7, in start
    raise ValueError("no such thing as this")
    ^^^^^^^^^^^^^^
ValueError: no such thing as this
"""
TEMPLATE = [(0, ("no such thing as this",)), (1, ("ValueError: no such thing as this",))]


def found(log: str, chunk: int = 1 << 20) -> list[object]:
    stream = Stream(Matcher(watched_templates(TEMPLATE), lambda _: NO_PREFIX))
    content = log.encode()
    pieces = [content[at : at + chunk] for at in range(0, len(content), chunk)]
    return [
        (one.exception, one.frame, searched.block.line + searched.block.text.count(b"\n", 0, one.start))
        if isinstance(one, Fold)
        else [template.row for template in one.templates]
        for searched in [*(one for piece in pieces for one in stream.add(piece)), *stream.finish()]
        for one in searched.found
    ]


ERROR = (b"ValueError", b'File "/app/lib.py", line 7, in start')


def test_a_traceback_is_one_and_its_lines_are_no_messages() -> None:
    log = f"start\n{FRAMES}no such thing as this\n"

    assert found(log) == [(*ERROR, 2), [0]]


def test_a_traceback_is_found_wherever_pieces_begin() -> None:
    log = f"start\n{FRAMES}\nDuring handling\n\n{FRAMES}no such thing as this\n"
    wanted = [(*ERROR, 2), (*ERROR, 12), [0]]

    for size in range(1, len(log)):
        assert found(log, size) == wanted


def test_a_carrier_may_stand_before_every_line() -> None:
    log = "".join(f"web-1 | {line}\n" for line in FRAMES.splitlines())

    assert found(log) == [(*ERROR, 1)]


def test_a_header_alone_is_no_traceback() -> None:
    assert found("Traceback (most recent call last):\nno such thing as this\n") == [[0]]


def test_a_traceback_without_end_is_left_as_lines() -> None:
    frames = '  File "/app/lib.py", line 7, in start\n' * 20_000

    assert found(f"Traceback (most recent call last):\n{frames}") == []
    assert found(f"Traceback (most recent call last):\n{frames}no such thing as this\n")[-1] == [0]
