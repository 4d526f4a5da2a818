"""Where the message of a printed exception ends, and the sentences between chained ones."""

from __future__ import annotations

from errdex.reports.frames import HEADER, header_column, indent_of
from errdex.reports.limits import MAX_MESSAGE, capped_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.reports.found import Lines

CHAINS = (
    ("During handling of the above exception, another exception occurred:", "context"),
    ("The above exception was the direct cause of the following exception:", "cause"),
)
_CHAIN_STARTS = ("During h", "The abov")
_MAX_SESSION = 200
"""Lines above an exception among which the commands of its session are looked for."""
QUOTES = ('"""', "'''")
"""What stands around the quoted traceback of another process."""


def chain_link(line: str) -> str:
    """`cause` or `context` where the line is a sentence between two tracebacks, else `""`."""
    text = line.strip()
    if not text.startswith(_CHAIN_STARTS):
        return ""
    return next((link for sentence, link in CHAINS if text == sentence), "")


def is_cut_chain(text: Sequence[str], index: int) -> bool:
    """Whether the last line of the text is the beginning of such a sentence, cut."""
    line = text[index].strip()
    return (
        len(line) >= 3
        and any(sentence.startswith(line) for sentence, _ in CHAINS)
        and not any(rest.strip() for rest in text[index + 1 : index + 4])
        and index + 4 >= len(text)
    )


def read_message(lines: Lines, at: int, first: str, margin: int, *, quoted: bool = False) -> tuple[str, int]:
    """The message whose first line is given, and the index after its last line.

    A message may hold blank lines, and lines that look like frames: it ends where something else surely starts.
    """
    text = lines.text
    carried = lines.before(at)
    parts = [first]
    index = at + 1
    if first.startswith("ray::"):  # the stack of the worker follows
        return first, index
    while index < len(text):
        if ends_message(lines, index, margin, carried) or (quoted and text[index].strip() in QUOTES):
            break
        if text[index].startswith(">>> ") and _is_session(text, at):
            break
        parts.append(text[index][margin:] if margin else text[index])
        index += 1
    while len(parts) > 1 and not parts[-1].strip():
        parts.pop()
        index -= 1
    return capped_line("\n".join(parts), MAX_MESSAGE), index


def _is_other_carrier(one: str, other: str) -> bool:
    """Whether two prefixes differ in more than their stamps: in words, or in the place of the log call."""
    digits = str.maketrans("", "", "0123456789.,")
    if one.translate(digits).strip() != other.translate(digits).strip():
        return True
    return one.rpartition(".py:")[2] != other.rpartition(".py:")[2] if ".py:" in one else False


def _is_session(text: Sequence[str], at: int) -> bool:
    """Whether commands of an interactive session stand above this line: more may follow."""
    return any(line.startswith(">>> ") for line in text[max(at - _MAX_SESSION, 0) : at])


def ends_message(lines: Lines, index: int, margin: int, carried: str) -> bool:
    """Whether something that is surely no part of the message above begins at this line."""
    line = lines.text[index]
    if not line.strip():
        return False
    if margin and indent_of(line) < margin:
        return True
    if HEADER in line and header_column(line) >= 0:
        return True
    if carried != lines.before(index) and _is_other_carrier(carried, lines.before(index)):
        return True
    if line.lstrip().startswith(_CHAIN_STARTS) and (chain_link(line) or is_cut_chain(lines.text, index)):
        return True
    if lines.fenced and line.lstrip().startswith(("```", "~~~")):
        return True
    return _is_foreign(line, after_blank=not lines.text[index - 1].strip())


_RECORD_STARTS = frozenset("[0123456789EWICFDN")
_RECORD_WORDS = ("[", *"0123456789", "ERROR", "WARN", "INFO", "CRIT", "FATAL", "DEBUG", "NOTICE")
_TRAILERS = (
    "Process finished with exit code",
    "[end of output]",
    "make: ***",
    "##[error]",
    "Exception ignored in",
    "The full log is",
    "In [",
    "fatal: [",
)


def _is_record(line: str) -> bool:
    """Whether a log record begins here: a date or a level does."""
    if line[:1] not in _RECORD_STARTS or not line.startswith(_RECORD_WORDS):
        return False
    from errdex.reports.logline import read_record

    record = read_record(line)
    return record is not None and (record.is_dated or bool(record.level))


def _is_foreign(line: str, *, after_blank: bool) -> bool:
    """Whether a line is surely not part of the message above it."""
    text = line.lstrip()
    if text.startswith(_TRAILERS) or _is_record(line) or line == ">>>":
        return True
    if text.startswith("[") and "] Failed to execute script " in text[:40]:
        return True
    return (
        after_blank
        and len(text) >= 20
        and text[0] in "=-_"
        and (text[0] * 5 == text[:5])
        and not text.rstrip().strip(text[0])
    )
