"""Tracebacks of IPython and notebooks, old and new style.

---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
Cell In[3], line 1
----> 1 f()

File ~/x.py:12, in f(mode)
     11 def f(mode):
---> 12     raise ValueError(mode)

ValueError: no mode
"""

from __future__ import annotations

from errdex.nouns.base import NamedTuple
from errdex.nouns.reports import Frame, ReportedError
from errdex.reports.classes import is_class_token, split_exception
from errdex.reports.endings import chain_link, is_cut_chain, read_message
from errdex.reports.found import Found, Lines, last_told
from errdex.reports.frames import HEADER, header_column, next_filled, read_frame_line, with_source
from errdex.reports.limits import MAX_FRAMES, ends_of
from errdex.reports.messages import printed_alternatives

_MAX_PATH = 1000
_TOP = ("<ipython-input-", "Input In", "Cell In", "In [", "In  [")


class _Arrow(NamedTuple):
    """The line of a frame that an arrow marks."""

    line: int
    source: str


def find(lines: Lines) -> list[Found]:
    """Every traceback in this style; chained ones are one finding."""
    found: list[Found] = []
    index, text = 0, lines.text
    while index < len(text):
        if not _starts(text, index):
            index += 1
            continue
        start = index
        errors: list[ReportedError] = []
        while True:
            error, index = _read(lines, index)
            after = next_filled(text, index)
            link = chain_link(text[after]) if after < len(text) else ""
            errors.append(error._replace(link=link))
            following = next_filled(text, after + 1) if link else len(text)
            if not link or following >= len(text) or not _starts(text, following):
                break
            index = following
        found.append(Found(start, max(index, start + 1), tuple(errors), last_told(errors)))
        index = max(index, start + 1)
    return found


def _starts(text: list[str], index: int) -> bool:
    line = text[index]
    if _class_in_header(line):
        return True
    if header_column(line) >= 0:
        below = next_filled(text, index + 1)
        return (
            below < len(text) and read_frame_line(text[below]) is None and _frame_head(text[below].lstrip()) is not None
        )
    return _frame_head(line) is not None and any(_arrow(below) for below in text[index + 1 : index + 14])


def _class_in_header(line: str) -> str:
    """`ValueError      Traceback (most recent call last)` → `ValueError`."""
    at = line.find("Traceback " + HEADER)
    name = line[:at].strip() if at > 0 and line[at - 1 : at] == " " and not line.rstrip().endswith(":") else ""
    return name if is_class_token(name) else ""


def _read(lines: Lines, index: int) -> tuple[ReportedError, int]:
    text = lines.text
    header = _class_in_header(text[index])
    plain_header = not header and header_column(text[index]) >= 0
    index += bool(header) or plain_header
    frames: list[Frame] = []
    while index < len(text):
        line = text[index]
        head = _frame_head(line.lstrip() if plain_header else line)
        plain = read_frame_line(line) if head is None else None
        if head is not None:
            frame, index = _frame(text, index, head)
            frames.append(frame)
        elif plain is not None:  # the pseudo frame of a syntax error
            end = index + 1
            while end < len(text) and text[end][:1] == " " and text[end].strip() and end - index < 4:
                end += 1
            frames.append(with_source(plain, text[index + 1 : end]))
            index = end
        elif not line.strip() or line.strip() in ("...", "[...]") or _is_skipped(line):
            index += 1
        else:
            break
    at = index
    kept = ends_of(frames, MAX_FRAMES)
    split = split_exception(text[at].strip()) if at < len(text) else None
    if split is None or chain_link(text[at]) or is_cut_chain(text, at) or (header and _other(header, split[0])):
        return ReportedError(header, "", kept, truncated=True), index
    message, end = read_message(lines, at, split[1], 0)
    error = ReportedError(
        split[0],
        message,
        kept,
        truncated=not (header or plain_header) or len(kept) < len(frames),
        alternatives=printed_alternatives(message),
    )
    return error, end


def _other(header: str, name: str) -> bool:
    return header.rpartition(".")[2] != name.rpartition(".")[2]


def _is_skipped(line: str) -> bool:
    text = line.strip()
    if text.endswith(" frames") and text.removesuffix(" frames").strip("[").isdecimal():
        return True
    return text.startswith(("[... skipping", "(...)", "<", "---------")) and not split_exception(text)


def _frame_head(line: str) -> Frame | None:
    """Place and function of a frame: `File x.py:3, in f(a)`, `Cell In[3], line 1`, `x.py in f(a)`."""
    text = line.strip()
    if text.startswith("File ") and not text.startswith('File "'):
        return _new_style(text[5:])
    if text.startswith(("Cell In", "Input In")) and ("]" in text):
        place, _, rest = text.partition("]")
        number = _number_after(rest, "line ")
        function = rest.partition(", in ")[2] or rest.partition(" in ")[2]
        return (
            Frame(place + "]", number, _bare_function(function)) if number or function or not rest.strip(" :") else None
        )
    return _old_style(text) if not line.startswith((" ", "\t")) else None


def _new_style(text: str) -> Frame | None:
    where, comma, function = text[:_MAX_PATH].partition(", in ")
    if not comma:
        where, comma, function = text[:_MAX_PATH].rpartition(" in ") if " in " in text[:_MAX_PATH] else (text, "", "")
    path, colon, number = where.rstrip(" ,").rpartition(":")
    if not colon or not number.isdecimal() or len(number) > 9:
        return None
    return Frame(path, int(number), _bare_function(function) if comma else "")


def _old_style(text: str) -> Frame | None:
    """`/path/x.py in f(a, b)`, `<ipython-input-3-abc> in <module>`, also with `:12` behind the path."""
    path, middle, function = text[:_MAX_PATH].partition(" in ")
    if (
        not middle
        or not function
        or not path.endswith((".py", ".pyx", ".pxi", ".pyc", ">", ".ipynb", ".pyd", ".so", ".py?"))
    ):
        return None
    if not (function[:1].isalpha() or function[:1] in "_<") or path.startswith(("---", "->")):
        return None
    if "(" not in function and not function.startswith("<") and " " in function:
        return None
    return Frame(path, None, _bare_function(function))


def _bare_function(text: str) -> str:
    """`Index.get_loc(self, key)` → `Index.get_loc`; `<cell line: 1>()` → `<cell line: 1>`."""
    return text.partition("(")[0].strip().removesuffix(":")


def _number_after(text: str, word: str) -> int | None:
    at = text.find(word)
    digits = ""
    for char in text[at + len(word) : at + len(word) + 9] if at >= 0 else "":
        if char not in "0123456789":
            break
        digits += char
    return int(digits) if digits else None


def _arrow(line: str) -> _Arrow | None:
    """`---> 12     raise X`: number and source of a marked line."""
    text = line.lstrip(" ")
    if not text.startswith("-"):
        return None
    rest = text.lstrip("-")
    if not rest.startswith("> "):
        return None
    number, _, source = rest[2:].lstrip(" ").partition(" ")
    return _Arrow(int(number), source.strip()) if number.isdecimal() and len(number) <= 9 else None


def _is_listing(line: str) -> bool:
    """`     12 source`: a line of the listing."""
    number = line.strip().partition(" ")[0]
    return (number.isdecimal() and line[:1] in (" ", "\t")) or (number.isdecimal() and len(number) > 3)


def _frame(text: list[str], index: int, head: Frame) -> tuple[Frame, int]:
    """The frame with the source of its marked line, and the index after its listing."""
    frame, index = head, index + 1
    seen = False
    while index < len(text):
        line = text[index]
        arrow = _arrow(line)
        if arrow is not None:
            frame = frame._replace(
                line=arrow.line if frame.line is None else frame.line, source=frame.source or arrow.source
            )
            seen = True
        elif not line.strip():
            following = next_filled(text, index)
            if seen or following >= len(text) or not (_is_listing(text[following]) or _arrow(text[following])):
                break
            index = following
            continue
        elif not seen and not frame.source and line.startswith("    ") and not _is_listing(line) and frame.line:
            frame, seen = frame._replace(source=line.strip()), True
        elif not (_is_listing(line) or (seen and line.strip().strip("^~") == "") or line.startswith("     ")):
            break
        index += 1
    return frame, index
