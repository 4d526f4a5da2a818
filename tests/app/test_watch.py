from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.app.watch import Watcher, line_of, summary_of
from errdex.matching.memory import MemoryFile, MemoryStore
from errdex.nouns.anchors import literal_parts
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import Hole, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

COLUMN = Template(("no such column ", Hole("name", "r"), " in frame ", Hole("frame")))
SHARED = Template(("printed by two statements",))
SITES = (
    Site(SiteKind.RAISE, 3, 3, "pick", "ColumnError", "pkg.ColumnError", ("builtins.ValueError",), templates=(COLUMN,)),
    Site(SiteKind.RAISE, 5, 5, "one", "RuntimeError", "builtins.RuntimeError", templates=(SHARED,)),
    Site(SiteKind.LOG, 7, 7, "two", "WARNING", templates=(SHARED,)),
)
STORE = MemoryStore([MemoryFile("pkg", "1.0", "pkg/mod.py", SITES)])
TEMPLATES = [(row, tuple(literal_parts(template.parts))) for row, template in enumerate((COLUMN, SHARED))]
TRACEBACK = """\
Traceback (most recent call last):
  File "/app/main.py", line 3, in <module>
    pick()
  File "/usr/lib/python3.11/site-packages/pkg/mod.py", line 3, in pick
    raise ColumnError(name)
pkg.ColumnError: no such column 'a' in frame b
"""


def watcher() -> Watcher:
    return Watcher(STORE, TEMPLATES, clock=lambda: 1_796_000_000.0)


def told(*pieces: str) -> list[dict[str, object]]:
    """The answer lines for a log that comes in pieces."""
    one = watcher()
    lines = [line for piece in pieces for line in one.add(piece.encode(), telling=True)]
    return [json.loads(json.dumps(line_of(line))) for line in [*lines, *one.finish(telling=True)]]


def counts(*pieces: str) -> dict[str, int]:
    """How often each first statement was seen."""
    one = watcher()
    assert not [line for piece in pieces for line in one.add(piece.encode())]
    assert not list(one.finish())
    return {
        f"{one.origin.statements[0].ref.file}:{one.origin.statements[0].ref.line}": one.number
        for one in one.summary().counted
        if one.origin.statements
    }


def test_an_attributed_line_has_its_place_in_the_log_and_its_statement() -> None:
    log = "starting\n2026-12-01 10:00:00,500 ERROR app: no such column 'x' in frame sales\n"

    assert told(log) == [
        {
            "log_line": 2,
            "offset": 9,
            "time": "2026-12-01T10:00:00.500",
            "traceback": False,
            "template": "no such column {} in frame {}",
            "id": "0000000000000000",
            "package": "pkg",
            "version": "1.0",
            "file": "pkg/mod.py",
            "line": 3,
            "end_line": 3,
            "kind": "raise",
            "exception": "ColumnError",
            "holes": {"name": "'x'", "frame": "sales"},
            "also": [],
        }
    ]


def test_the_level_and_the_class_in_a_line_tell_statements_apart() -> None:
    log = "RuntimeError: printed by two statements\nERROR: printed by two statements\nWARNING: printed by two statements\n"

    assert [(line["line"], [other["line"] for other in line["also"]]) for line in told(log)] == [  # type: ignore[attr-defined]
        (5, []),
        (5, []),
        (7, [5]),
    ]


def test_a_line_with_a_class_that_no_statement_raises_is_not_attributed() -> None:
    assert told("KeyError: no such column 'x' in frame sales\n") == []


def test_a_traceback_is_one_line_of_the_answer_and_names_the_raising_statement() -> None:
    (line,) = told("before\n" + TRACEBACK + "after\n")

    assert (line["log_line"], line["offset"], line["traceback"], line["file"], line["line"]) == (
        2,
        7,
        True,
        "pkg/mod.py",
        3,
    )


def test_a_traceback_of_no_known_statement_is_counted_by_its_frame() -> None:
    one = watcher()
    other = TRACEBACK.replace("pkg/mod.py", "other/mod.py").replace("no such column", "nothing like that")
    assert not list(one.add((other * 3).encode()))

    assert summary_of(one.summary())["tracebacks"] == [
        {
            "exception": "pkg.ColumnError",
            "frame": 'File "/usr/lib/python3.11/site-packages/other/mod.py", line 3, in pick',
            "count": 3,
            "first": "2026-11-30T00:53:20Z",
            "last": "2026-11-30T00:53:20Z",
            "new": False,
        }
    ]


def test_what_was_not_there_at_the_start_is_new() -> None:
    one = watcher()
    list(one.add(b"2026-12-01 10:00:00 ERROR printed by two statements\n"))
    one.begin_news()
    list(one.add(b"2026-12-01 11:00:00 ERROR printed by two statements\n"))
    list(one.add(b"2026-12-01 12:00:00 ERROR no such column 'x' in frame sales\n"))

    summary = summary_of(one.summary())

    assert (summary["lines"], summary["attributed"]) == (3, 3)
    statements = summary["statements"]
    assert isinstance(statements, list)
    assert [(one["line"], one["count"], one["first"], one["last"], one["new"]) for one in statements] == [
        (5, 2, "2026-12-01T10:00:00", "2026-12-01T11:00:00", False),
        (3, 1, "2026-12-01T12:00:00", "2026-12-01T12:00:00", True),
    ]


LINES = st.sampled_from(
    [
        "no such column 'x' in frame sales",
        "ERROR: printed by two statements",
        "noise",
        "",
        "Traceback (most recent call last):",
        *TRACEBACK.splitlines(),
        "\x1b[31mERROR: printed by two statements\x1b[0m\r",
        "\udcff\x00\x01",
    ]
)


@given(st.lists(LINES, max_size=20), st.integers(1, 40))
@settings(deadline=None)
def test_any_log_is_counted_the_same_in_any_pieces(lines: list[str], size: int) -> None:
    log = "\n".join(lines)
    content = log.encode("utf-8", "surrogateescape")

    whole, pieces = watcher(), watcher()
    list(whole.add(content))
    for at in range(0, len(content), size):
        list(pieces.add(content[at : at + size]))
    list(whole.finish())
    list(pieces.finish())

    assert whole.summary() == pieces.summary()


def numbered(lines: Iterable[int]) -> bytes:
    return b"".join(b"unknown line number %d of an endless log\n" % number for number in lines)


def test_unknown_lines_leave_nothing_behind() -> None:
    one = watcher()
    for start in range(0, 200_000, 20_000):
        list(one.add(numbered(range(start, start + 20_000))))

    assert (one.summary().lines, one.summary().counted) == (200_000, ())


def test_counting_and_telling_say_the_same() -> None:
    log = TRACEBACK + "ERROR: printed by two statements\n" * 2

    assert counts(log) == {"pkg/mod.py:3": 1, "pkg/mod.py:5": 2}
    assert [line["line"] for line in told(log)] == [3, 5, 5]
