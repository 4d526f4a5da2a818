"""`%` and `str.format` applied to parts: literal text is formatted, holes stay where they are."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from errdex.nouns.templates import Hole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DIRECTIVE = re.compile(r"%(?:\(([^()]*)\))?([#0\- +]{0,5})(\*|\d{1,4})?(?:\.(\*|\d{0,4}))?[hlL]?([diouxXeEfFgGcrsa%])")
_NUMERIC = {"d": "int", "i": "int", "u": "int", "x": "int", "X": "int", "o": "int"}
_MARK = "\uf8ff"
"""Stands for a hole while the text around it is parsed; of the private use area, so that no message holds it."""
_FIRST = re.compile(r"[^.\[]*")
_LONG_NUMBER = re.compile(r"\d{4}")


class Piece(NamedTuple):
    """A place in a format string that takes a value."""

    key: str
    """Name or number of the argument; `""`: the next one."""
    path: str
    """Attributes and items taken of it: `.name[0]`."""
    conversion: str
    spec: str
    """Format specification; for `%`, the directive without `%` unless it is a plain one."""
    type: str = ""


class FormatError(ValueError):
    """The text is no format string, or not one that can be followed."""


def percent_pieces(parts: Sequence[str | Hole]) -> list[str | Hole | Piece]:
    """The pieces of the left side of `%`. Raises `FormatError`."""
    found: list[str | Hole | Piece] = []
    for part in parts:
        if isinstance(part, Hole):
            found.append(part)
        else:
            found.extend(_percent_of(part))
    return found


def _percent_of(text: str) -> Iterator[str | Piece]:
    at = 0
    for directive in DIRECTIVE.finditer(text):
        literal = text[at : directive.start()]
        if "%" in literal:
            raise FormatError(text)
        yield literal
        at = directive.end()
        key, flags, width, precision, letter = directive.groups()
        if letter == "%":
            yield "%"
            continue
        if "*" in (width, precision):
            raise FormatError(text)
        plain = not flags and not width and precision is None
        conversion = letter if letter in "ra" else ""
        spec = "" if plain and letter in "sra" else directive.group()[1 if key is None else len(key) + 3 :]
        yield Piece("" if key is None else f"={key}", "", conversion, spec, _NUMERIC.get(letter, ""))
    if "%" in text[at:]:
        raise FormatError(text)
    yield text[at:]


def brace_pieces(parts: Sequence[str | Hole]) -> list[str | Hole | Piece]:
    """The pieces of a `str.format` string. Raises `FormatError`."""
    holes = [part for part in parts if isinstance(part, Hole)]
    text = "".join(part if isinstance(part, str) else _MARK for part in parts)
    if text.count(_MARK) != len(holes):
        raise FormatError(text)
    found: list[str | Hole | Piece] = []
    following = iter(holes)
    numbered = 0
    try:
        for literal, field, spec, conversion in Formatter().parse(text):
            found.extend(_unmarked(literal, following))
            if field is None:
                continue
            if _MARK in field or _MARK in (spec or ""):
                raise FormatError(text)
            first = _FIRST.match(field).group()  # type: ignore[union-attr]  # it matches the empty text
            path = field[len(first) :]
            key = first if first.isdigit() else f"={first}"
            if not first:
                key, numbered = str(numbered), numbered + 1
            found.append(Piece(key, path, conversion or "", spec or ""))
    except ValueError as error:
        raise FormatError(text) from error
    return found


def _unmarked(literal: str, holes: Iterator[Hole]) -> Iterator[str | Hole]:
    texts = literal.split(_MARK)
    yield texts[0]
    for text in texts[1:]:
        yield next(holes)
        yield text


_CONVERSIONS: dict[str, Callable[[object], str]] = {"r": repr, "s": str, "a": ascii}


def formatted_constant(value: object, conversion: str, spec: str) -> str | None:
    """`format(value, spec)` of a plain constant after its conversion; `None`: cannot be told."""
    if _LONG_NUMBER.search(spec):
        return None
    try:
        if conversion:
            value = _CONVERSIONS[conversion](value)
        return format(value, spec) if spec else str(value)
    except (ValueError, TypeError, KeyError, OverflowError):
        return None


def percent_constant(value: object, directive: str) -> str | None:
    """`"%…" % value` of a plain constant; `None`: cannot be told."""
    if _LONG_NUMBER.search(directive):
        return None
    try:
        return f"%{directive}" % (value,)
    except (ValueError, TypeError, OverflowError):
        return None


def repr_ways(parts: Sequence[str | Hole]) -> list[tuple[str | Hole, ...]]:
    """How `repr` prints a string of these parts: with single quotes or, where a hole may bring one, with double quotes."""
    literal = "".join(part for part in parts if isinstance(part, str))
    if not any(isinstance(part, Hole) and part.type != "int" for part in parts):
        if all(isinstance(part, str) for part in parts):
            return [(repr(literal),)]
        return [_quoted(parts, '"' if "'" in literal and '"' not in literal else "'")]
    if '"' in literal:
        return [_quoted(parts, "'")]
    return [_quoted(parts, "'"), _quoted(parts, '"')]


def _quoted(parts: Sequence[str | Hole], quote: str) -> tuple[str | Hole, ...]:
    inner = [part if isinstance(part, Hole) else _escaped(part, quote) for part in parts]
    return (quote, *inner, quote)


def _escaped(text: str, quote: str) -> str:
    # The other quote makes repr choose this one, so that escapes come out as they would in the whole text.
    other = '"' if quote == "'" else "'"
    return repr(text + other)[1:-2]
