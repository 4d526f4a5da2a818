"""Text of sources and users made safe to show: control characters are seen, not obeyed."""

from __future__ import annotations

KEPT = "\n\t"


def visible(text: str) -> str:
    r"""The text with everything but printable characters, line ends and tabs written as an escape.

    Terminal escapes become `\x1b`, bidirectional controls `\u202e`; what a terminal would obey, people see.
    """
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() or mark in KEPT else escaped(mark) for mark in text)


def escaped(mark: str) -> str:
    """One character as Python writes it in a string."""
    code = ord(mark)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The text on one line, line ends and tabs written as escapes too."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")
