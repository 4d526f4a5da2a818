"""Matches a regular expression in time linear in the text, as RE2 does, so that nobody's pattern can make an audit hang.

Python's own parser reads the pattern; what RE2 has no meaning for (look-around, back references, atomic groups) is
refused. Matching keeps all ways alive at once, in order of preference, so that groups are what `re.search` would give.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

from re import _constants as sre  # type: ignore[attr-defined]  # the same parser as `re` uses, kept there since 3.11
from re import _parser  # type: ignore[attr-defined]

LONGEST_PATTERN = 20_000
MOST_STEPS = 20_000
MOST_REPEATS = 1000
"""As RE2."""
DEEPEST = 100


class Refused(NamedTuple):
    """A pattern that RE2 would not take, or that is no pattern."""

    reason: str


class Found(NamedTuple):
    """Where a pattern matches."""

    span: tuple[int, int]
    groups: tuple[tuple[int, int] | None, ...]
    """Span of each group, `None` for one that took no part."""


class Step(NamedTuple):
    """One instruction: `one` character, `split`, `save`, `at` or `end`."""

    kind: str
    test: Callable[[str], bool] | None = None
    first: int = 0
    """The step to go on with, the preferred one of a split; the slot of a `save`."""
    second: int = 0
    at: str = ""


class LinearPattern:
    """A compiled pattern."""

    def __init__(self, steps: list[Step], groups: int) -> None:
        self.steps, self.groups = steps, groups

    def search(self, text: str) -> Found | None:
        """The first match in a text, as `re.search` would find it; `None`: there is none."""
        slots = (-1,) * (2 * self.groups + 2)
        threads: list[tuple[int, tuple[int, ...]]] = []
        best: tuple[int, ...] | None = None
        for position in range(len(text) + 1):
            if best is None:
                threads.append((0, slots))
            threads, ended = self._closed(threads, text, position)
            if ended is not None:
                best = ended
            if position == len(text) or (not threads and best is not None):
                break
            threads = [
                (at + 1, saved)
                for at, saved in threads
                if (test := self.steps[at].test) is not None and test(text[position])
            ]
        return None if best is None else found_from_slots(best)

    def _closed(
        self, threads: Iterable[tuple[int, tuple[int, ...]]], text: str, position: int
    ) -> tuple[list[tuple[int, tuple[int, ...]]], tuple[int, ...] | None]:
        """All ways that wait for a character, in order of preference; and the match that is preferred to the rest."""
        seen: set[int] = set()
        waiting: list[tuple[int, tuple[int, ...]]] = []
        for thread in threads:
            stack = [thread]
            while stack:
                at, saved = stack.pop()
                if at in seen:
                    continue
                seen.add(at)
                step = self.steps[at]
                match step.kind:
                    case "one":
                        waiting.append((at, saved))
                    case "split":
                        stack += [(step.second, saved), (step.first, saved)]
                    case "save":
                        stack.append((at + 1, (*saved[: step.first], position, *saved[step.first + 1 :])))
                    case "at":
                        if holds_at(step.at, text, position):
                            stack.append((at + 1, saved))
                    case _:
                        return waiting, saved
        return waiting, None


def found_from_slots(slots: tuple[int, ...]) -> Found:
    """Spans from the positions that were saved."""
    spans = list(zip(slots[::2], slots[1::2], strict=True))
    return Found(spans[0], tuple(span if span[0] >= 0 <= span[1] else None for span in spans[1:]))


def read_pattern(pattern: str) -> LinearPattern | Refused:
    """A pattern to match with, or why RE2 would not take it."""
    if len(pattern) > LONGEST_PATTERN:
        return Refused("it is too long")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _parser.parse(pattern)
        compiler = _Compiler(tree.state.flags)
        compiler.add(Step("save", first=0))
        compiler.sequence(tree, tree.state.flags, 0)
        compiler.add(Step("save", first=1))
        compiler.add(Step("end"))
    except (re.error, OverflowError) as error:
        return Refused(f"it is no regular expression: {error}")
    except RecursionError:
        return Refused("it is nested too deeply")
    except NotLinear as error:
        return Refused(str(error))
    return LinearPattern(compiler.steps, tree.state.groups - 1)


class NotLinear(Exception):  # noqa: N818 - the reason of a refusal
    """RE2 has no meaning for this."""


class _Compiler:
    """From the parser's tree to steps."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.steps: list[Step] = []

    def add(self, step: Step) -> int:
        """Adds a step; its number."""
        if len(self.steps) >= MOST_STEPS:
            raise NotLinear("it grows too large when its repetitions are written out")
        self.steps.append(step)
        return len(self.steps) - 1

    def sequence(self, nodes: Any, flags: int, depth: int) -> None:
        """Steps of nodes that follow one another."""
        if depth > DEEPEST:
            raise NotLinear("it is nested too deeply")
        for operator, argument in nodes:
            self.node(operator, argument, flags, depth)

    def node(self, operator: Any, argument: Any, flags: int, depth: int) -> None:
        """Steps of one node."""
        if operator in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            self.add(Step("one", test_of(operator, argument, flags)))
        elif operator is sre.AT:
            self.add(Step("at", at=at_name(argument, flags)))
        elif operator is sre.SUBPATTERN:
            group, added, removed, inner = argument
            if group is not None:
                self.add(Step("save", first=2 * group))
            self.sequence(inner, (flags | added) & ~removed, depth + 1)
            if group is not None:
                self.add(Step("save", first=2 * group + 1))
        elif operator is sre.BRANCH:
            self.branch(argument[1], flags, depth)
        elif operator in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            low, high, inner = argument
            self.repeat((low, high, operator is sre.MAX_REPEAT), inner, flags, depth)
        else:
            raise NotLinear(f"RE2 has no {str(operator).lower().replace('_', ' ')}")

    def branch(self, options: Any, flags: int, depth: int) -> None:
        """One of several, the first preferred."""
        ends = []
        for number, option in enumerate(options):
            last = number == len(options) - 1
            split = -1 if last else self.add(Step("split"))
            self.sequence(option, flags, depth + 1)
            if not last:
                ends.append(self.add(Step("split")))
                self.steps[split] = Step("split", first=split + 1, second=len(self.steps))
        for end in ends:
            self.steps[end] = Step("split", first=len(self.steps), second=len(self.steps))

    def repeat(self, how: tuple[int, Any, bool], inner: Any, flags: int, depth: int) -> None:
        """So many times: at least, at most, and whether more is preferred."""
        low, high, greedy = how
        endless = high is sre.MAXREPEAT
        if low > MOST_REPEATS or (not endless and high > MOST_REPEATS):
            raise NotLinear(f"RE2 repeats at most {MOST_REPEATS} times")
        for _ in range(low):
            self.sequence(inner, flags, depth + 1)
        splits = []
        for _ in range(1 if endless else high - low):
            splits.append(self.add(Step("split")))
            self.sequence(inner, flags, depth + 1)
            if endless:
                self.add(Step("split", first=splits[0], second=splits[0]))
        after = len(self.steps)
        for split in splits:
            self.steps[split] = (
                Step("split", first=split + 1, second=after) if greedy else Step("split", first=after, second=split + 1)
            )


def test_of(operator: Any, argument: Any, flags: int) -> Callable[[str], bool]:
    """Whether one character is taken."""
    if operator is sre.ANY:
        return (lambda _: True) if flags & sre.SRE_FLAG_DOTALL else (lambda mark: mark != "\n")
    if operator is sre.IN:
        taken = [one_of(kind, value, flags) for kind, value in argument if kind is not sre.NEGATE]
        wanted = argument[0][0] is not sre.NEGATE
        return lambda mark: any(test(mark) for test in taken) is wanted
    same = one_of(sre.LITERAL, argument, flags)
    return same if operator is sre.LITERAL else lambda mark: not same(mark)


def one_of(operator: Any, argument: Any, flags: int) -> Callable[[str], bool]:
    """Whether a character is what one item of a set says."""
    folds = bool(flags & sre.SRE_FLAG_IGNORECASE)
    if operator is sre.LITERAL:
        wanted = chr(argument)
        return (lambda mark: mark.lower() == wanted.lower()) if folds else (lambda mark: mark == wanted)
    if operator is sre.RANGE:
        low, high = map(chr, argument)
        if folds:
            return lambda mark: low <= mark <= high or low <= mark.swapcase() <= high
        return lambda mark: low <= mark <= high
    known = CATEGORIES.get(str(argument))
    if operator is not sre.CATEGORY or known is None:
        raise NotLinear(f"RE2 has no {str(operator).lower()}")
    test, wanted_answer = known
    return lambda mark: test(mark) is wanted_answer


CATEGORIES: dict[str, tuple[Callable[[str], bool], bool]] = {
    "CATEGORY_DIGIT": (lambda mark: mark.isdecimal(), True),
    "CATEGORY_NOT_DIGIT": (lambda mark: mark.isdecimal(), False),
    "CATEGORY_SPACE": (lambda mark: mark.isspace(), True),
    "CATEGORY_NOT_SPACE": (lambda mark: mark.isspace(), False),
    "CATEGORY_WORD": (lambda mark: mark.isalnum() or mark == "_", True),
    "CATEGORY_NOT_WORD": (lambda mark: mark.isalnum() or mark == "_", False),
}


def at_name(argument: Any, flags: int) -> str:
    """The place that an anchor means, flags taken into account."""
    name = str(argument).removeprefix("AT_").lower()
    if name in ("beginning", "end") and flags & sre.SRE_FLAG_MULTILINE:
        return f"{name}_line"
    return name


def holds_at(name: str, text: str, position: int) -> bool:
    """Whether a position is the place that an anchor means."""
    before, after = text[position - 1 : position], text[position : position + 1]
    match name:
        case "beginning" | "beginning_string":
            return position == 0
        case "beginning_line":
            return position == 0 or before == "\n"
        case "end_string":
            return position == len(text)
        case "end":
            return position == len(text) or (position == len(text) - 1 and after == "\n")
        case "end_line":
            return position == len(text) or after == "\n"
        case _:
            word, next_word = (bool(mark) and (mark.isalnum() or mark == "_") for mark in (before, after))
            return (word is not next_word) is (name == "boundary")
