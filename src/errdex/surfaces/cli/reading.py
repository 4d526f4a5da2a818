"""Reads the text to explain: an argument, a file, or standard input."""

from __future__ import annotations

import os
import sys

from errdex.errors import TextInputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

LONGEST = 16 * 1024 * 1024
"""Bytes that are looked at: the end of what is given, since a program's last error stands there."""
FILE_SUFFIXES = (".log", ".txt", ".out", ".err", ".json", ".jsonl")


def read_text(words: Sequence[str]) -> str:
    """The text that the arguments of `errdex explain` mean.

    Raises:
        TextInputError: the file that is named cannot be read, or nothing is given.
    """
    if list(words) == ["-"] or (not words and not sys.stdin.isatty()):
        return read_input()
    if not words:
        sys.stderr.write("Paste the error, then press Ctrl-D on a line of its own:\n")
        return read_input()
    if len(words) == 1 and names_file(words[0]):
        return read_file(words[0])
    return " ".join(words)


def read_input() -> str:
    """Standard input, its end where it is very long."""
    return decoded(read_end(sys.stdin.buffer))


def names_file(word: str) -> bool:
    """Whether an argument means a file and not a message."""
    if any(mark in word for mark in "\n\0") or len(word) > 4096:
        return False
    if os.path.exists(word):
        return True
    looks = os.sep in word or word.endswith(FILE_SUFFIXES)
    return looks and not any(mark.isspace() or mark in "'\"()" for mark in word) and ": " not in word


def read_file(path: str) -> str:
    """The end of a file.

    Raises:
        TextInputError: it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > LONGEST:
                file.seek(size - LONGEST)
            return decoded(read_end(file))
    except OSError as error:
        raise TextInputError(path, error.strerror or str(error)) from error


def read_end(file: BinaryIO) -> bytes:
    """The last `LONGEST` bytes of a stream, in memory that does not grow with it."""
    kept = b""
    while block := file.read(1024 * 1024):
        kept += block
        if len(kept) > 2 * LONGEST:
            kept = kept[-LONGEST:]
    return kept[-LONGEST:]


def decoded(content: bytes) -> str:
    """Text of bytes in UTF-8, or UTF-16 where a byte order mark says so; what is neither is replaced."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    if content[:3] == b"\xef\xbb\xbf":
        content = content[3:]
    return content.decode("utf-8", "replace")
