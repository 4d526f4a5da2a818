"""Attributes the lines of an endless log to the templates that printed them, a block of bytes at a time.

A line is attributed to the templates that print its whole message: all of what stands behind what loggers put before it
(`stream_prefixes`), to the line's end. Of several the one with the most literal text wins; those with equally much are all
kept. Tracebacks are taken together (`stream_folds`). What comes out does not depend on where blocks begin and end.
"""

from __future__ import annotations

from errdex.matching.stream_blocks import Block, Cutter, block_of
from errdex.matching.stream_folds import HEADER, Fold, Unfinished, read_fold
from errdex.matching.stream_prefixes import LONGEST_PREFIX, NO_PREFIX, Prefix, Prefixes
from errdex.matching.stream_scanners import INDEX, SHIFT, fastest_scanner
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from errdex.matching.stream_anchors import ByteParts
    from errdex.matching.stream_templates import Watched

_LOWERCASE = frozenset(b"abcdefghijklmnopqrstuvwxyz")
_SPACE = 32


class FoundLine(NamedTuple):
    """A message in a block, of one line or several."""

    start: int
    """Of its first line, in the block's text."""
    end: int
    """Of its last line, before the line end."""
    message: int
    """Where the message starts; the line's start where the template begins with a hole."""
    prefix: Prefix
    """What stands before it."""
    templates: tuple[Watched, ...]
    """What prints it; several: they have equally much literal text."""


class Searched(NamedTuple):
    """What a block holds."""

    block: Block
    found: tuple[FoundLine | Fold, ...]
    """In order of lines."""


class Matcher:
    """Compares lines with templates. What it says of a line depends on that line and those below it that belong to it."""

    def __init__(
        self, templates: Sequence[Watched], read_prefix: Callable[[str], Prefix | None], engine: str = ""
    ) -> None:
        by_anchor: dict[bytes, list[Watched]] = {HEADER: []}
        for one in sorted(templates, key=lambda one: -one.weight):
            by_anchor.setdefault(one.anchor, []).append(one)
        self._groups = [tuple(group) for group in by_anchor.values()]
        self._scanner = fastest_scanner(list(by_anchor), engine)
        self.prefixes = Prefixes(read_prefix)

    @property
    def engine(self) -> str:
        """Name of what looks for the literals."""
        return self._scanner.name

    def search(self, block: bytes, *, final: bool = True) -> tuple[list[FoundLine | Fold], int]:
        """What a block of whole lines holds, and up to where it is done: what belongs together may go on behind its end.

        `final`: nothing follows, so that all of it is done.
        """
        return _Search(self, block, final=final).run(self._scanner.hits(block), self._groups)


class _Search:
    """One pass over the hits of one block."""

    def __init__(self, matcher: Matcher, block: bytes, *, final: bool) -> None:
        self._prefixes = matcher.prefixes
        self._block = block
        self._final = final
        self._found: list[FoundLine | Fold] = []
        self._done = 0
        """End of the last thing found."""
        self._best: list[Watched] = []
        self._weight = 0
        self._message = 0
        self._end = 0
        self._prefix = self._begun = NO_PREFIX
        """Before the best message, and before the one looked at."""

    def run(self, hits: Sequence[int], groups: Sequence[tuple[Watched, ...]]) -> tuple[list[FoundLine | Fold], int]:
        """Found lines in order, and up to where the block is done."""
        block = self._block
        start, end = 0, -1
        for hit in hits:
            at = hit >> SHIFT
            if at > end + 1:
                if self._best:
                    self._keep(start)
                end = block.find(b"\n", at - 1)
                start = block.rfind(b"\n", 0, at - 1) + 1
            if start < self._done:
                continue
            index = hit & INDEX
            if not (self._try(groups[index], start, end, at) if index else self._fold(start, at)):
                return self._found, start
        if self._best:
            self._keep(start)
        return self._found, len(block)

    def _try(self, group: Sequence[Watched], start: int, end: int, at: int) -> bool:
        """Compares the templates whose anchor ends at `at` with a line; `False`: one goes on behind the block."""
        block = self._block
        for one in group:
            if one.weight < self._weight:
                break
            first = -1
            if one.lead >= 0:
                # most hits lie in the midst of other text: told by the character before them
                first = at - one.lead
                if first < start:
                    continue
                if first > start:
                    before = block[first - 1]
                    if before in _LOWERCASE or (before == _SPACE and block[first - 2] in _LOWERCASE):
                        continue
            if self._prints(one, start, end, first) is None:
                return False
        return True

    def _keep(self, start: int) -> None:
        best = self._best
        templates = tuple(best) if len(best) == 1 else tuple({one.row: one for one in best}.values())
        self._found.append(FoundLine(start, self._end, self._message, self._prefix, templates))
        self._done = self._end + 1
        self._best, self._weight = [], 0

    def _fold(self, start: int, header_end: int) -> bool:
        """Takes a traceback; `False`: it goes on behind the block."""
        fold = read_fold(self._block, start, header_end)
        if isinstance(fold, Unfinished):
            return self._final
        if fold is not None:
            self._best, self._weight = [], 0
            self._found.append(fold)
            self._done = fold.end
        return True

    def _prints(self, one: Watched, start: int, end: int, first: int) -> bool | None:
        """Whether a template prints a line; `first` says where its message starts, -1: it is to be found out.

        `None`: that depends on lines behind the block.
        """
        first = self._message_start(one.lines[0], start, end, first)
        if first < 0:
            return False
        last = end if len(one.lines) == 1 else self._lines_end(one.lines[1:], end)
        if last is None:
            return None if not self._final else False
        if last < 0:
            return False
        if one.weight > self._weight:
            self._best, self._weight = [], one.weight
            self._message, self._end, self._prefix = first, last, self._begun
        self._best.append(one)
        return True

    def _message_start(self, parts: ByteParts, start: int, end: int, first: int) -> int:
        """Where the message starts that a template prints in a line; -1: it prints none."""
        literal = parts[0]
        if literal is None:
            self._begun = NO_PREFIX
            return start if aligns(parts, self._block, start, end) else -1
        if first >= 0:
            fits = self._begins(start, first) and aligns(parts, self._block, first, end)
            return first if fits else -1
        block = self._block
        reach = min(end, start + LONGEST_PREFIX + len(literal))
        first = block.find(literal, start, reach)
        while first >= 0:
            if self._begins(start, first) and aligns(parts, block, first, end):
                return first
            first = block.find(literal, first + 1, reach)
        return -1

    def _begins(self, start: int, first: int) -> bool:
        """Whether a message can start at `first` in the line that starts at `start`."""
        prefix = self._prefixes.find(self._block, start, first)
        if prefix is None:
            return False
        self._begun = prefix
        return True

    def _lines_end(self, lines: Sequence[ByteParts], end: int) -> int | None:
        """Where the last of further lines ends, which must follow the line that ends at `end`; -1: others follow.

        `None`: the block ends before.
        """
        block = self._block
        for parts in lines:
            start = end + 1
            end = block.find(b"\n", start)
            if end < 0:
                return None
            if not aligns(parts, block, start, end):
                return -1
        return end


def aligns(parts: ByteParts, block: bytes, start: int, end: int) -> bool:
    """Whether the parts print exactly `block[start:end]`, as `alignment.align_whole` has it."""
    first, last = parts[0], parts[-1]
    if first is not None:
        if not block.startswith(first, start, end):
            return False
        start += len(first)
        if len(parts) == 1:
            return start == end
    if last is not None:
        end -= len(last)
        if end < start or not block.startswith(last, end):
            return False
    if len(parts) <= 3:
        return True
    for part in parts[1:-1]:
        if part is not None:
            start = block.find(part, start, end) + len(part)
            if start < len(part):
                return False
    return True


class Stream:
    """An endless log: takes what was read, gives what was found in it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher
        self._cutter = Cutter()
        self._pending: Block | None = None

    def add(self, chunk: bytes) -> Iterator[Searched]:
        """What is found in the lines that a piece of the log ends, as far as it is sure."""
        for block in self._cutter.add(chunk):
            yield from self._search(block, final=False)

    def settle(self) -> Iterator[Searched]:
        """Nothing came for a while: what still waits for more whole lines is done as it is."""
        if self._pending is not None:
            block, self._pending = self._pending, None
            yield self._searched(block, final=True)[0]

    def finish(self) -> Iterator[Searched]:
        """The log ends here, perhaps inside a line."""
        for block in self._cutter.finish():
            yield from self._search(block, final=False)
        yield from self.settle()

    def restart(self) -> Iterator[Searched]:
        """The log ends here and another one begins: line numbers and offsets start anew."""
        yield from self.finish()
        self._cutter.restart()

    def _search(self, block: Block, *, final: bool) -> Iterator[Searched]:
        pending, self._pending = self._pending, None
        if pending is not None:
            if pending.offset + len(pending.raw) == block.offset:
                block = block_of(pending.raw + block.raw, pending.offset, pending.line)
            else:  # the rest of a line was dropped between them
                yield self._searched(pending, final=True)[0]
        searched, self._pending = self._searched(block, final=final)
        yield searched

    def _searched(self, block: Block, *, final: bool) -> tuple[Searched, Block | None]:
        found, done = self._matcher.search(block.text, final=final)
        if done >= len(block.text):
            return Searched(block, tuple(found)), None
        raw = block.raw_position(done)
        line = block.line + block.text.count(b"\n", 0, done)
        rest = block_of(block.raw[raw:], block.offset + raw, line)
        done_block = Block(block.raw[:raw], block.text[:done], block.offset, block.line, line - block.line)
        return Searched(done_block, tuple(found)), rest
