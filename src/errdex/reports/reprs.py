"""Exceptions told by their repr: `ValueError('bad mode',)` in a log line, `exception=InvalidStatusCode(503, …)`."""

from __future__ import annotations

from errdex.reports.classes import looks_raised

_MAX_REPR = 20_000
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"'}


def exception_from_repr(text: str) -> tuple[str, str, str] | None:
    """Class, message and arguments of the first exception repr in a text; `None`: there is none.

    The message is `""` where the arguments are more than one string: what such an exception prints cannot be told.
    """
    position = 0
    while True:
        opening = text.find("(", position)
        if opening < 0:
            return None
        name = _name_before(text, opening)
        if name and (looks_raised(name) or text.endswith("exception=", 0, opening - len(name))):
            arguments = _arguments(text, opening + 1)
            return name, _only_string(arguments), arguments
        position = opening + 1


def _name_before(text: str, end: int) -> str:
    start = end
    while start > 0 and end - start < 200 and (text[start - 1].isalnum() or text[start - 1] in "_."):
        start -= 1
    return text[start:end]


def _arguments(text: str, start: int) -> str:
    """Up to the parenthesis that closes the call, or to the end where it was cut."""
    depth, quote, index = 1, "", start
    end = min(len(text), start + _MAX_REPR)
    while index < end:
        char = text[index]
        if char == "\\":
            index += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if not depth:
                return text[start:index]
        index += 1
    return text[start:end]


def _only_string(arguments: str) -> str:
    """The value of arguments that are one string, or one that was cut."""
    text = arguments.strip().removesuffix(",")
    escaped = text.startswith("\\") and text[1:2] in "'\""
    if escaped:  # the repr of a repr
        text = text.replace("\\'", "'").replace('\\"', '"').replace("\\\\", "\\")
    quote = text[:1]
    if quote not in ("'", '"') or not quote:
        return ""
    pieces: list[str] = []
    index = 1
    while index < len(text):
        char = text[index]
        if char == "\\" and index + 1 < len(text):
            pieces.append(_ESCAPES.get(text[index + 1], text[index : index + 2]))
            index += 2
            continue
        if char == quote:
            return "".join(pieces) if not text[index + 1 :].strip(" ,)'\"") else ""
        pieces.append(char)
        index += 1
    return "".join(pieces)
