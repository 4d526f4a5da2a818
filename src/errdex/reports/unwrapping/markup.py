"""HTML and Markdown around an error: entities, tags, links in the place of line numbers, fences, quotes."""

from __future__ import annotations

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


def is_escaped(text: str) -> bool:
    """Whether entities stand for characters: one does that nowhere stands for itself, and no frame is readable as it is."""
    if "&" not in text:
        return False
    if has_plain_frames(text):
        return "in &lt;" in text
    return any(entity in text and plain not in text for entity, plain in _ENTITIES)


def has_plain_frames(text: str) -> bool:
    """Whether a traceback stands here that needs no unwrapping: any markup is part of its messages."""
    return '\n  File "' in text and "Traceback (most recent call last):\n" in text


def unescaped(text: str) -> str:
    """The text with its entities as characters."""
    from html import unescape

    return unescape(text)


def has_tags(text: str) -> bool:
    """Whether this is a piece of a page: it closes an element that pages use for text."""
    return not has_plain_frames(text) and any(
        tag in text for tag in ("</pre>", "</span>", "</code>", "</div>", "</td>", "</details>", "</a>", "<br")
    )


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
        opening = text.rfind("[", max(start, middle - _MAX_LINK_TEXT), middle)
        closing = _end_of_target(text, middle + 2)
        if opening < 0 or closing < 0 or not _is_target(text[middle + 2 : closing]):
            pieces.append(text[start : middle + 2])
            start = middle + 2
            continue
        pieces += (text[start:opening], text[opening + 1 : middle])
        start = closing + 1
    return "".join((*pieces, text[start:]))


def _end_of_target(text: str, start: int) -> int:
    depth = 0
    for index in range(start, min(start + 2000, len(text))):
        char = text[index]
        if char in " \n<>":
            return -1
        if char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return index
            depth -= 1
    return -1


def _is_target(target: str) -> bool:
    return target.startswith(("http://", "https://", "vscode-", "file:", "command:", "/", "./", "../", "~/", "#")) or (
        target[1:3] == ":\\"
    )


def is_fenced(lines: list[str]) -> bool:
    """Whether Markdown fences stand around what was pasted: one comes before anything that could hold one."""
    for line in lines:
        if line.lstrip().startswith(("```", "~~~")):
            return True
        if "(most recent call last)" in line:
            return False
    return False
