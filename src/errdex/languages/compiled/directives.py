"""Format directives of C and of Rust or Python in a literal, taken as holes.

`%%` prints one per cent sign, as `{{` and `}}` print braces. What merely looks like a directive (a `%` before a blank or a
letter that no formatter knows) is text.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PERCENT = re.compile(
    r"%(?:%|(?:\(\w+\))?[-+#0 ]{0,4}(?:\d{1,5}|\*)?(?:\.(?:\d{1,5}|\*))?(?:hh?|ll?|[qjzt]|I64)?[diouxXeEfFgGaAcspnRSUVTN])"
)
_BRACES = re.compile(
    r"\{\{|\}\}|\{(?:(?:\d{1,3}|[A-Za-z_]\w{0,40})(?:[.\[][\w.\[\]]{0,60})?)?(?:![rsa])?(?::[^{}\n]{0,20})?\}"
)
_SPACED = re.compile(r"% [a-zA-Z]")
_PLAIN = {"%%": "%", "{{": "{", "}}": "}"}


def parts_of_c(literal: str) -> tuple[str | None, ...]:
    """Parts of a literal that C's `printf`, `PyErr_Format` or Python's `%` may fill."""
    if "%" not in literal:
        return joined((literal,))
    return _parts(literal, _PERCENT)


def parts_of_braces(literal: str) -> tuple[str | None, ...]:
    """Parts of a literal that `str.format`, Rust or C++'s `format` may fill."""
    if "{" not in literal and "}" not in literal:
        return joined((literal,))
    return _parts(literal, _BRACES)


def _parts(literal: str, directive: re.Pattern[str]) -> tuple[str | None, ...]:
    pieces: list[str | None] = []
    at = 0
    for found in directive.finditer(literal):
        if _SPACED.match(found.group()):  # `50% of`: a blank flag in front of a word is a word
            continue
        pieces.append(literal[at : found.start()])
        pieces.append(_PLAIN.get(found.group()))
        at = found.end()
    pieces.append(literal[at:])
    return joined(pieces)


def joined(pieces: Iterable[str | None]) -> tuple[str | None, ...]:
    """Parts in normal form: neighbouring literals joined, empty ones dropped, neighbouring holes merged."""
    parts: list[str | None] = []
    for piece in pieces:
        if piece == "":
            continue
        last = parts[-1] if parts else ""
        if piece is None and parts and last is None:
            continue
        if piece is not None and parts and last is not None:
            parts[-1] = last + piece
        else:
            parts.append(piece)
    return tuple(parts)
