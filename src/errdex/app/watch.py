"""Follows a log: attributes its lines and tracebacks to statements, counts them, and says what is new."""

from __future__ import annotations

import time
from contextlib import contextmanager

from errdex.app.match import holes_by_expression
from errdex.app.opening import interpreter_meant
from errdex.app.watching.holes import Expressions, holes_of, parts_of, values_of
from errdex.app.watching.prefixes import message_start, read_prefix
from errdex.app.watching.statements import KINDS, MOST_NAMED, Statement, statements_of
from errdex.app.watching.tallies import Counted, Moment, Origin, Tally, counted
from errdex.app.watching.times import LONGEST_HEAD, time_of
from errdex.catalogue.active_templates import read_active_templates
from errdex.catalogue.read import Reader
from errdex.errors import MissingExtraError
from errdex.matching.binary_texts import with_texts
from errdex.matching.match import match_report
from errdex.matching.store import MatchOptions
from errdex.matching.stream import FoundLine, Matcher, Stream
from errdex.matching.stream_blocks import CUT
from errdex.matching.stream_templates import watched_templates
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import Verdict
from errdex.reports.parse import parse_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from errdex.matching.store import CandidateStore, Parts
    from errdex.matching.stream import Searched
    from errdex.matching.stream_folds import Fold
    from errdex.matching.stream_templates import Watched

_MOST_KNOWN = 100_000
_MOST_ORIGINS = 50_000
"""Origins beyond which tracebacks of unknown statements are counted together."""
OTHERS = Origin((), "others")


class WatchOptions(NamedTuple):
    """What to watch for."""

    catalogue: str
    """The catalogue's file."""
    python: str | None = None
    """The interpreter that writes the log; `None`: the active environment's."""
    packages: tuple[str, ...] = ()
    """Distributions whose statements count; empty: all do."""
    engine: str = ""
    """What looks for literals (`stream_scanners.ENGINES`); `""`: the fastest that is installed."""


class WatchedLine(NamedTuple):
    """A line, or several that belong together, and what printed them."""

    line: int
    """Number of the first line in the log, from 1."""
    offset: int
    """Byte of the log at which it starts."""
    moment: Moment
    origin: Origin
    holes: tuple[tuple[str, str], ...]
    is_traceback: bool


class Summary(NamedTuple):
    """What was seen so far."""

    lines: int
    bytes: int
    attributed: int
    """Messages and tracebacks whose statement, or one of a few, is known."""
    templates: int
    """How many are watched for."""
    engine: str
    counted: tuple[Counted, ...]


class Watcher:
    """Takes a log piece by piece. Memory does not grow with the log."""

    def __init__(
        self,
        store: CandidateStore,
        templates: Iterable[tuple[int, Parts]],
        options: WatchOptions = WatchOptions(""),  # noqa: B008 - frozen
        clock: Callable[[], float] = time.time,
    ) -> None:
        watched = watched_templates(templates)
        self._store = store
        self._packages = frozenset(options.packages)
        self._clock = clock
        self._matcher = Matcher(watched, read_prefix, options.engine)
        self._stream = Stream(self._matcher)
        self._options = with_texts(MatchOptions(limit=MOST_NAMED), store)
        self._expressions = Expressions(store)
        self._tallies: dict[tuple[object, ...], Tally] = {}
        self._known: dict[tuple[object, ...], Tally] = {}
        """Tallies by what is told cheaply of a line."""
        self._templates = len(watched)
        self._lines = self._bytes = 0
        self._is_new = False

    def add(self, chunk: bytes, *, telling: bool = False) -> Iterator[WatchedLine]:
        """Counts what a piece of the log holds; gives each attributed line when `telling`."""
        return self._take(self._stream.add(chunk), telling=telling)

    def settle(self, *, telling: bool = False) -> Iterator[WatchedLine]:
        """Nothing came for a while: lines that wait for others to follow are counted as they are."""
        return self._take(self._stream.settle(), telling=telling)

    def restart(self, *, telling: bool = False) -> Iterator[WatchedLine]:
        """The log was rotated, cut or made anew."""
        return self._take(self._stream.restart(), telling=telling)

    def finish(self, *, telling: bool = False) -> Iterator[WatchedLine]:
        """The log has ended."""
        return self._take(self._stream.finish(), telling=telling)

    def begin_news(self) -> None:
        """What was there at the start is read: an origin seen first from now on is new."""
        self._is_new = True

    def summary(self) -> Summary:
        """What was seen so far."""
        found = counted(self._tallies.values())
        attributed = sum(one.number for one in found if one.origin.statements)
        return Summary(self._lines, self._bytes, attributed, self._templates, self._matcher.engine, found)

    def _take(self, pieces: Iterable[Searched], *, telling: bool) -> Iterator[WatchedLine]:
        for searched in pieces:
            now = self._clock()
            self._lines += searched.block.lines
            self._bytes += len(searched.block.raw)
            if telling:
                yield from self._told(searched, now)
            else:
                for found in searched.found:
                    self._count(searched.block.text, found, now)

    def _told(self, searched: Searched, now: float) -> Iterator[WatchedLine]:
        block = searched.block
        number, at = block.line, 0
        for found in searched.found:
            tally = self._count(block.text, found, now)
            number, at = number + block.text.count(b"\n", at, found.start), found.start
            if tally is None or not tally.origin.statements:
                continue
            offset = block.offset + block.raw_position(found.start)
            holes = self._holes(block.text, found, tally.origin) if isinstance(found, FoundLine) else ()
            yield WatchedLine(number, offset, tally.last, tally.origin, holes, not isinstance(found, FoundLine))

    def _count(self, text: bytes, found: FoundLine | Fold, now: float) -> Tally | None:
        """Counts a line; `None`: no statement prints it with what stands before it."""
        if isinstance(found, FoundLine):
            key: tuple[object, ...] = (found.templates[0].row, len(found.templates), found.prefix)
        else:
            key = (found.frame, found.exception)
        tally = self._known.get(key)
        if tally is None and (tally := self._tally(key, text, found)) is None:
            return None
        tally.add(text[found.start : min(found.start + LONGEST_HEAD, found.end)], now)
        return tally

    def _tally(self, key: tuple[object, ...], text: bytes, found: FoundLine | Fold) -> Tally | None:
        """The tally of a line whose key was not seen before, or not lately."""
        if isinstance(found, FoundLine):
            rows = [one.row for one in found.templates]
            origin = Origin(statements_of(rows, found.prefix, self._store, self._packages), text_of(found.templates[0]))
            if not origin.statements:
                return None
        else:
            origin = self._origin_of_traceback(found, text)
            if not origin.statements and len(self._tallies) >= _MOST_ORIGINS:
                origin = OTHERS
        tally = self._tallies.get(origin.key)
        if tally is None:
            tally = self._tallies[origin.key] = Tally(origin, is_new=self._is_new)
        if isinstance(found, FoundLine) or len(origin.statements) == 1:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = tally
        return tally

    def _origin_of_traceback(self, fold: Fold, text: bytes) -> Origin:
        """What raised the error of a traceback, as `errdex explain` would say of the same text."""
        report = parse_report(b"\n".join(fold.lines(text)).decode("utf-8", "replace"))
        answer = match_report(report, self._store, self._options)[report.final]
        named = [one for one in answer.matches if one.ref is not None]
        exception = answer.error.exception or fold.exception.decode("utf-8", "replace")
        if answer.verdict is Verdict.EXACT:
            named = named[:1] if answer.matches[0].ref is not None else []
        if answer.verdict in (Verdict.EXACT, Verdict.AMBIGUOUS) and named:
            statements = tuple([Statement(one.id, one.ref) for one in named if one.ref is not None])
            return Origin(statements, named[0].template or exception)
        return Origin((), exception, fold.frame.decode("utf-8", "replace"))

    def _holes(self, text: bytes, found: FoundLine, origin: Origin) -> tuple[tuple[str, str], ...]:
        watched = found.templates[0]
        message = text[found.message : found.end].removesuffix(CUT[:1]).decode("utf-8", "replace")
        starts = [0] if watched.parts[0] is not None else [message_start(message), 0]
        values = values_of(parts_of(watched), message, starts)
        return holes_of(self._expressions.template(origin.statements[0].ref, watched), values)


def text_of(watched: Watched) -> str:
    """A template for people."""
    return "".join("{}" if part is None else part for part in parts_of(watched))


@contextmanager
def watch(options: WatchOptions) -> Iterator[Watcher]:
    """A watcher for the statements of an environment, all of the catalogue where that environment was never indexed.

    The catalogue is open while the context lasts.

    Raises:
        CatalogueMissingError, CatalogueError: there is no catalogue, or it cannot be used.
        InterpreterError: `options.python` names no interpreter.
        MissingExtraError: `options.engine` names one that is not installed.
    """
    interpreter: str | None = interpreter_meant(options.python, ())
    with Reader(options.catalogue, interpreter, lasting=True) as reader:
        if not reader.knows_environment:
            interpreter = None
    with Reader(options.catalogue, interpreter, lasting=True) as reader:
        templates = read_active_templates(options.catalogue, interpreter, KINDS, options.packages)
        try:
            watcher = Watcher(reader, templates, options)
        except ImportError as error:
            raise MissingExtraError(f"--engine {options.engine}", "watch") from error
        yield watcher


def line_of(watched: WatchedLine) -> dict[str, object]:
    """An attributed line as `errdex watch --jsonl` writes it; ready for `json.dumps`."""
    first, *others = watched.origin.statements
    return {
        "log_line": watched.line,
        "offset": watched.offset,
        "time": shown_time(watched.moment),
        "traceback": watched.is_traceback,
        "template": watched.origin.template,
        **statement_of(first),
        "holes": holes_by_expression(watched.holes),
        "also": [statement_of(one) for one in others[:MOST_NAMED]],
    }


def summary_of(summary: Summary) -> dict[str, object]:
    """What was seen, as `errdex watch --json` writes it."""
    return {
        "lines": summary.lines,
        "bytes": summary.bytes,
        "attributed": summary.attributed,
        "templates": summary.templates,
        "engine": summary.engine,
        "statements": [_counted(one) for one in summary.counted if one.origin.statements],
        "tracebacks": [
            {"exception": one.origin.template, "frame": one.origin.frame or None, **_seen(one)}
            for one in summary.counted
            if not one.origin.statements
        ],
    }


def _counted(one: Counted) -> dict[str, object]:
    first, *others = one.origin.statements
    return {
        **_seen(one),
        "template": one.origin.template,
        **statement_of(first),
        "also": [statement_of(other) for other in others[:MOST_NAMED]],
    }


def _seen(one: Counted) -> dict[str, object]:
    return {
        "count": one.number,
        "first": shown_time(one.first),
        "last": shown_time(one.last),
        "new": one.is_new,
    }


def statement_of(statement: Statement) -> dict[str, object]:
    """A statement as the contract's answers name one."""
    ref = statement.ref
    return {
        "id": statement.id,
        "package": ref.package,
        "version": ref.version,
        "file": ref.file,
        "line": ref.line,
        "end_line": ref.end_line,
        "kind": str(ref.kind),
        "exception": ref.exception,
    }


def shown_time(moment: Moment) -> str:
    """The line's own time as it stands there, else when it was read (UTC); ISO 8601."""
    at = time.gmtime(moment.arrived)
    return time_of(moment.head, at.tm_year) or time.strftime("%Y-%m-%dT%H:%M:%SZ", at)
