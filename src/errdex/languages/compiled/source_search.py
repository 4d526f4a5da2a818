"""Where the source of compiled code writes a message: the line of a `.pyx`, `.c`, `.cpp` or `.rs` file that holds its literals.

Files are searched as text. A long literal is often written in pieces (`"one " "two"`, a line that ends in a backslash), so
the seams are taken out first; a found place is then turned back into a line of the file as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from errdex.nouns.base import NamedTuple
from errdex.nouns.compiled import SourceHit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SOURCE_SUFFIXES = (
    ".pyx", ".pxi", ".pxd", ".pyx.in", ".pxi.in", ".tp", ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hxx", ".c.src", ".h.src",
    ".cpp.src", ".inc", ".rs", ".m", ".mm", ".f", ".f90",
)  # fmt: skip
"""Ends of the names of files that extension modules are made from."""

_LARGEST = 16 << 20
_MOST_PLACES = 50
_HOLE_ROOM = 200
"""Characters of source that may stand for one hole: the directive, or the expression between braces."""
_SEAM = re.compile(
    r"""(?P<quote>["'])[ \t]*(?:\\?\n[ \t]*|[ \t]+)(?:u8|[fFrRuUbBL]{1,2})?(?P=quote)"""  # "one " "two"
    r"|\\\n[ \t]*"  # a line that goes on
)
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


class _Joined(NamedTuple):
    """A file's text without seams."""

    text: str
    cuts: Sequence[int]
    """Where in `text` a seam was taken out, in order."""
    gaps: Sequence[int]
    """Characters taken out up to and with each cut."""


def find_in_sources(files: Iterable[tuple[str, bytes]], parts: Sequence[str | None]) -> list[SourceHit]:
    """Places where all literal parts of a message stand in order, nearest to the message first; empty: nowhere.

    `files` are paths and contents; others than sources of compiled code, and very large ones, are passed over.
    """
    literals = [part for part in parts if part]
    if not literals:
        return []
    hits = [
        hit
        for path, content in files
        if path.lower().endswith(SOURCE_SUFFIXES) and len(content) <= _LARGEST
        for hit in _hits_in(path, content, literals)
    ]
    return sorted(hits, key=lambda hit: (-hit.literal, hit.file, hit.line))


def _hits_in(path: str, content: bytes, literals: Sequence[str]) -> Iterator[SourceHit]:
    longest = max(literals, key=len)
    probe = max(re.findall(r"[\w ]+", longest), key=len, default="").strip()
    words = probe.split()
    if words and max(words, key=len).encode() not in content:
        return
    text = content.decode("utf-8", "replace")
    joined = _without_seams(text)
    lines = [found.end() for found in re.finditer("\n", text)]
    for written in dict.fromkeys((tuple(map(_escaped, literals)), tuple(map(_double_braced, literals)))):
        places = list(_places(joined.text, written))
        for place in places:
            at = _in_file(joined, place)
            line = bisect_right(lines, at)
            start = lines[line - 1] if line else 0
            shown = text[start : start + 1000].partition("\n")[0].strip()[:200]
            yield SourceHit(path, line + 1, shown, sum(map(len, literals)))
        if places:
            return


def _without_seams(text: str) -> _Joined:
    pieces: list[str] = []
    cuts: list[int] = []
    gaps: list[int] = []
    at = length = gone = 0
    for seam in _SEAM.finditer(text):
        pieces.append(text[at : seam.start()])
        length += seam.start() - at
        gone += seam.end() - seam.start()
        cuts.append(length)
        gaps.append(gone)
        at = seam.end()
    return _Joined("".join([*pieces, text[at:]]), cuts, gaps)


def _in_file(joined: _Joined, place: int) -> int:
    """A place of the joined text as one of the file's own."""
    index = bisect_right(joined.cuts, place)
    return place + (joined.gaps[index - 1] if index else 0)


def _places(text: str, literals: Sequence[str]) -> Iterator[int]:
    """Where all literals follow each other, with room for a hole between two."""
    at = -1
    for _ in range(_MOST_PLACES):
        at = text.find(literals[0], at + 1)
        if at < 0:
            return
        end = at + len(literals[0])
        for literal in literals[1:]:
            found = text.find(literal, end, end + _HOLE_ROOM + len(literal))
            if found < 0:
                break
            end = found + len(literal)
        else:
            yield at


def _escaped(literal: str) -> str:
    """A literal as C, Rust and Cython write it between double quotes."""
    written = literal.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(_ESCAPES.get(character, character) for character in written)


def _double_braced(literal: str) -> str:
    """A literal as an f-string, or Rust's `format!`, writes it; quotes as they are, since Cython may use either kind."""
    written = literal.replace("\\", "\\\\").replace("{", "{{").replace("}", "}}")
    return "".join(_ESCAPES.get(character, character) for character in written)
