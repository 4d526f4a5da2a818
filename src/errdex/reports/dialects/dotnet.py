r"""Stacks of .NET, in the languages that its runtime speaks.

Unhandled exception. System.InvalidOperationException: no
   at App.Program.Main(String[] args) in C:\app\Program.cs:line 12
"""

from __future__ import annotations

from errdex.nouns.reports import Frame
from errdex.reports.classes import ENDINGS, is_class_token
from errdex.reports.found import Found, Lines
from errdex.reports.stacks import Grammar, find_stacks

_AT = ("at ", "bei ", "\u00e0 ", "en ", "in ", "\u0432 ", "w ", "em ", "\u5728 ", "\u5834\u6240 ")
_IN = (" in ", " dans ", " en ", " \u0432 ", " w ", " na ")
_LINE = (":line ", ":Zeile ", ":ligne ", ":l\u00ednea ", ":\u0441\u0442\u0440\u043e\u043a\u0430 ", ":linha ")
_BEFORE = ("Unhandled exception. ", "Unhandled Exception: ", "---> ", "Exception: ")


def find(lines: Lines) -> list[Found]:
    """Every stack."""
    return find_stacks(lines, Grammar(_read_frame, _read_head, _is_within))


def _read_frame(line: str) -> Frame | None:
    text = line.strip()
    word = next((at for at in _AT if text.startswith(at)), "")
    if not word or not line.startswith((" ", "\t")) or len(text) > 4000:
        return None
    call, paren, rest = text[len(word) :].partition("(")
    arguments, closed, behind = rest.partition(")")
    if (
        not paren
        or not closed
        or "." not in call
        or call.endswith(" ")
        or (" " in call and "<" not in call)
        or "=" in call
    ):
        return None
    if not behind.strip():
        # `at f(x.js:3:1)` and `at a.b(B.java:3)` are others'.
        return Frame("", None, call.strip()) if ":" not in arguments and "." not in arguments[-6:] else None
    for inside in _IN:
        if behind.startswith(inside):
            for mark in _LINE:
                path, found, number = behind[len(inside) :].rpartition(mark)
                if found and number.strip().isdecimal() and len(number) <= 9:
                    return Frame(path, int(number), call.strip())
    return None


def _read_head(line: str) -> tuple[str, str] | None:
    text = line.strip()
    for before in _BEFORE:
        text = text.removeprefix(before)
    name, colon, message = text.partition(":")
    name = name.partition(" (")[0]
    if not colon or not is_class_token(name) or "." not in name or not name.endswith(ENDINGS):
        return None
    return name, message.strip().removesuffix("---> (Inner Exception)")


def _is_within(line: str) -> bool:
    return line.strip().startswith("--- ")
