"""HTML and Markdown around an error: entities, tags, links in the place of line numbers, fences, quotes."""

from __future__ import annotations

from errdex.reports.frames import HEADER

_ENTITIES = (
    ("&quot;", '"'),
    ("&#34;", '"'),
    ("&lt;", "<"),
    ("&#60;", "<"),
    ("&gt;", ">"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&#x3C;", "<"),
)
_MAX_LINK_TEXT = 300
_MAX_TARGET = 2000


def is_escaped(text: str) -> bool:
    """Whether entities stand for characters: one does that nowhere stands for itself, and no frame is readable as it is."""
    if "&" not in text:
        return False
    if has_plain_frames(text):
        return "in &lt;" in text
    return any(entity in text and plain not in text for entity, plain in _ENTITIES)


def has_plain_frames(text: str) -> bool:
    """Whether a traceback stands here that needs no unwrapping: any markup is part of its messages."""
    return 'File "' in text and '", line ' in text and HEADER in text


def unescaped(text: str) -> str:
    """The text with its entities as characters."""
    from html import unescape

    return unescape(text)


def has_tags(text: str) -> bool:
    """Whether this is a piece of a page: it closes an element that pages use for text, or opens one around a traceback."""
    if has_plain_frames(text):
        head = text[: text.find(HEADER)]
        return any(tag in head for tag in ("<pre", "<code", "<details", "<summary", "<div"))
    return any(tag in text for tag in ("</pre>", "</span>", "</code>", "</div>", "</td>", "</details>", "</a>", "<br"))


def without_tags(text: str) -> str:
    """The text of the piece of a page; names in angle brackets that are no elements stay (`<module>`)."""
    import re

    text = re.sub(r"<(?:br|/div|/p|/tr|/li|/summary|/h[1-6])\b[^<>]{0,200}>", "\n", text)
    return re.sub(
        r"</?(?:pre|span|div|code|td|tr|th|table|tbody|thead|li|ul|ol|font|tt|kbd|samp|strong|em|details|summary|h[1-6]|p)\b"
        r"[^<>]{0,500}>|<a\s[^<>]{0,1000}>|</[abi]>",
        "",
        text,
    )


def without_links(text: str) -> str:
    """The text with `[607](https://…)` as `607`, as editors write line numbers and trackers write `#44`."""
    pieces: list[str] = []
    start = 0
    while True:
        middle = text.find("](", start)
        if middle < 0:
            break
        closing = _end_of_target(text, middle + 2)
        opening = text.rfind("[", max(start, middle - _MAX_LINK_TEXT), middle) if closing >= 0 else -1
        if opening < 0:
            pieces.append(text[start : middle + 2])
            start = middle + 2
            continue
        pieces += (text[start:opening], text[opening + 1 : middle])
        start = closing + 1
    return "".join((*pieces, text[start:]))


def _end_of_target(text: str, start: int) -> int:
    """Index of the parenthesis that closes a link's target, -1: what stands here is none."""
    if not _is_target(text[start : start + 12]):
        return -1
    end = text.find(")", start, start + _MAX_TARGET)
    target = text[start:end] if end >= 0 else " "
    if "(" in target:  # one pair inside, as in the names of some pages
        end = text.find(")", end + 1, start + _MAX_TARGET)
    return end if end >= 0 and not any(char in target for char in " \n<>") else -1


def _is_target(start: str) -> bool:
    return start.startswith(("http://", "https://", "vscode-", "file:", "command:", "/", "./", "../", "~/", "#")) or (
        start[1:3] == ":\\"
    )


def is_fenced(lines: list[str]) -> bool:
    """Whether Markdown fences stand around what was pasted: one comes before anything that could hold one."""
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            return True
        if "(most recent call last)" in line:
            return False
    return False
