"""What stands in the holes of a template that printed a message."""

from __future__ import annotations

from errdex.matching.alignment import align_whole
from errdex.nouns.anchors import literal_parts
from errdex.nouns.templates import Hole, Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.store import CandidateStore, Parts
    from errdex.matching.stream_templates import Watched
    from errdex.nouns.matches import SiteRef

_MOST_KNOWN = 5_000


class Expressions:
    """The templates of statements with the expressions of their holes, each read once."""

    def __init__(self, store: CandidateStore) -> None:
        self._store = store
        self._known: dict[tuple[int, int, int], Template | None] = {}

    def template(self, ref: SiteRef, watched: Watched) -> Template | None:
        """The template of a statement; `None`: it has none with these parts (any more)."""
        key = (ref.site, ref.file_row, watched.row)
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            wanted = without_last_line_ends(parts_of(watched))
            templates = self._store.site(ref).templates
            self._known[key] = next(
                (one for one in templates if without_last_line_ends(literal_parts(one.parts)) == wanted), None
            )
        return self._known[key]


def parts_of(watched: Watched) -> Parts:
    """The parts that a template was made of."""
    parts: list[str | None] = []
    for number, line in enumerate(watched.lines):
        for index, part in enumerate(line):
            text = None if part is None else part.decode("utf-8", "surrogatepass")
            if number and not index:
                text, parts = _joined(parts, text)
            if text != "" or watched.lines == ((b"",),):
                parts.append(text)
    return tuple(parts)


def _joined(parts: list[str | None], text: str | None) -> tuple[str | None, list[str | None]]:
    """A line end between what there is and the next part: literals do not stand side by side."""
    before = parts[-1] if parts else None
    if parts and before is not None:
        parts, start = parts[:-1], before + "\n"
    else:
        start = "\n"
    if text is None:
        return None, [*parts, start]
    return start + text, parts


def without_last_line_ends(parts: Sequence[str | None]) -> Parts:
    """The parts without line ends at the end, which no line of a log shows."""
    last = parts[-1]
    if last is None:
        return tuple(parts)
    kept = last.replace("\r\n", "\n").rstrip("\n")
    return (*parts[:-1], kept) if kept or len(parts) == 1 else tuple(parts[:-1])


def values_of(parts: Parts, message: str, starts: Sequence[int]) -> tuple[str, ...]:
    """Text in each hole of a template that prints the message from one of the starts on; empty: it prints none."""
    for start in starts:
        values = align_whole(parts, message[start:])
        if values is not None:
            return values
    return ()


def holes_of(template: Template | None, values: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Expression and value of each hole; `…` for expressions that are not known."""
    expressions = [part.expression for part in template.parts if isinstance(part, Hole)] if template else []
    if len(expressions) != len(values):
        expressions = ["…"] * len(values)
    return tuple(zip(expressions, values, strict=True))
