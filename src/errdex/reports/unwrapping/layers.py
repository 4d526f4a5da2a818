"""The layers around an error, taken off from the outside in; each only where a cheap look says that it is there."""

from __future__ import annotations

from errdex.reports.found import Lines
from errdex.reports.frames import HEADER
from errdex.reports.limits import MAX_LINES, capped_line, capped_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MIN_SPACED = 6
_INVISIBLE = ("\ufeff", "\u200b", "\u200e", "\u2060")


def unwrapped(text: str) -> Lines:
    """The lines of a capped text without what surrounds them."""
    text = _without_line_ends(_without_markup(text))
    text = _without_escapes(text)
    lines = capped_lines(text)
    fenced = "```" in text or "~~~" in text
    if "\n>" in text or text.startswith(">"):
        from errdex.reports.unwrapping.carriers import quotes_off

        lines = quotes_off(lines)
    if "`" in text:
        lines = _without_backticks(lines)
    lines = _rejoined(lines, text)
    result = _uncarried(lines)
    if fenced:
        from errdex.reports.unwrapping.markup import is_fenced

        result = result._replace(fenced=is_fenced(result.text))
    return result


def _without_markup(text: str) -> str:
    if "\xa0" in text and ("\n\xa0" in text or text.startswith("\xa0") or "File\xa0" in text or " \xa0" in text):
        text = text.replace("\xa0", " ")
    for invisible in _INVISIBLE:
        if invisible in text:
            text = text.replace(invisible, "")
    if "</" in text or "<br" in text or "&" in text or "](" in text:
        from errdex.reports.unwrapping import markup

        if markup.has_tags(text):
            text = markup.without_tags(text)
        if markup.is_escaped(text):
            text = markup.unescaped(text)
        if "](" in text:
            text = markup.without_links(text)
    return text


def _without_line_ends(text: str) -> str:
    """Line ends of other systems as those of this one; a carriage return inside a message is data and stays."""
    if "\r" not in text:
        return text
    if "\n" not in text or "\rTraceback (" in text:
        return text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\r\n") * 2 >= text.count("\n") or any(_is_frame_of_windows(line) for line in text.split("\n")):
        return text.replace("\r\n", "\n")
    return text


def _is_frame_of_windows(line: str) -> bool:
    return line.endswith("\r") and (HEADER in line or 'File "' in line)


def _without_escapes(text: str) -> str:
    if '{"' in text or text.lstrip()[:1] in ("{", "["):
        from errdex.reports.unwrapping.documents import without_json

        text = _without_line_ends(without_json(text))
    if "\\n" in text:
        from errdex.reports.unwrapping.escapes import has_escaped_lines, with_real_lines

        if has_escaped_lines(text):
            text = _without_line_ends(with_real_lines(text))
    if "\x1b" in text or "[" in text or "\x9b" in text:
        text = _without_colours(text)
    return text


def _without_colours(text: str) -> str:
    # Cheap first: nearly all texts hold brackets, few hold escapes.
    if "\x1b" in text or ("m" in text and any(mark in text for mark in ("[0", "[3", "[1;", "[9", "[2", "\x9b"))):
        from errdex.reports.unwrapping import colours

        if colours.has_colours(text):
            return colours.without_colours(text)
    return text


def _without_backticks(lines: list[str]) -> list[str]:
    """Lines of which each was quoted as code by itself."""
    filled = [line for line in lines if line.strip()]
    if len(filled) > 1 and all(len(line) > 2 and line[0] == "`" == line.rstrip()[-1] for line in filled):
        return [line.rstrip()[1:-1] for line in lines]
    return lines


def _rejoined(lines: list[str], text: str) -> list[str]:
    """Lines as they were before they were joined, spaced or wrapped."""
    if 'File "' not in text:
        return lines
    is_collapsed = any(line.count('", line ') > 1 or (HEADER in line and 'File "' in line) for line in lines)
    is_spaced = text.count("\n\n") * 3 > len(lines) > _MIN_SPACED
    if not is_collapsed and not is_spaced and not any(_is_broken(line) for line in lines):
        return lines
    from errdex.reports.unwrapping import wraps

    if is_collapsed:
        lines = [part for line in lines for part in (wraps.expanded(line) if wraps.is_collapsed(line) else (line,))]
    if is_spaced and wraps.is_double_spaced(lines):
        lines = [line for line in lines if line.strip()]
    if any(_is_broken(line) for line in lines):
        width = wraps.broken_width(lines)
        lines = wraps.joined_at(lines, width) if width else wraps.with_whole_frames(lines)
    return [capped_line(line) for line in lines[:MAX_LINES]]


def _is_broken(line: str) -> bool:
    """Whether a frame line does not end as frame lines do."""
    text = line.lstrip()
    return text.startswith('File "') and ('", line ' not in text or text.rstrip().endswith((",", " in", " line")))


def _uncarried(lines: Sequence[str]) -> Lines:
    if _is_plain(lines):
        return Lines(list(lines), [])
    from errdex.reports.unwrapping.carriers import without_carriers

    return without_carriers(lines)


def _is_plain(lines: Sequence[str]) -> bool:
    """Whether no carrier put anything before the lines: the first words of a traceback stand at the start of theirs."""
    if len(lines) < 3:
        return True
    return any(line.startswith(("Traceback (most", '  File "', "  + Exception Group")) for line in lines) and not any(
        line.find('File "') > 0 and line[: line.find('File "')].strip() for line in lines
    )
