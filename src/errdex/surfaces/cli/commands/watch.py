"""`errdex watch [FILE | -]`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from errdex.app.watch import Summary, WatchedLine, Watcher
    from errdex.app.watching.following import Pause
    from errdex.surfaces.cli.arguments import Given

    class View(Protocol):
        """Shows what is counted while it is counted."""

        def show(self, watcher: Watcher) -> None:
            """Something may have changed."""

        def end(self) -> None:
            """Takes it off the screen."""


ARGUMENTS = (
    Argument(("file",), "the log to follow (default: standard input)", "FILE", default="-", many="?"),
    Argument(("--once",), "stop at the end of the file instead of waiting for more"),
    Argument(("--jsonl",), "write a line of JSON for each line that a known statement printed"),
    Argument(("--python",), "the interpreter that writes the log", "PATH"),
    Argument(("--package",), "only statements of these distributions, separated by commas", "NAMES"),
    Argument(("--engine",), "what looks for the texts: hyperscan, ahocorasick_rs or python (default: the fastest)", "NAME", choices=("hyperscan", "ahocorasick_rs", "python")),
)  # fmt: skip

EXAMPLES = """\
examples:
  errdex watch app.log
  docker logs -f app 2>&1 | errdex watch
  errdex watch --once --json app.log > summary.json
  errdex watch --once --jsonl app.log | jq -r .file | sort | uniq -c
  errdex watch --package django,celery app.log

A file is followed when it is rotated, cut or made anew. On a terminal a table
shows what was counted; at the end, or when Ctrl-C is pressed, it stands there
as text (with --json as JSON). "new" marks what was not yet in the file when
watching began.

With --jsonl each line of the answer has: log_line, offset (in bytes), time,
traceback (whether it is a whole one), template, id, package, version, file,
line, end_line, kind, exception, holes, and in "also" the other statements that
print the same.

Exit status: 0 when some line was attributed, 1 when none was, 2 when the log
or the catalogue cannot be read.
"""


def run(options: Given) -> int:
    """Watches until the log ends or somebody presses Ctrl-C."""
    from errdex.app.watch import WatchOptions, watch
    from errdex.app.watching.following import follow_file, read_pipe

    make_output_safe()
    packages = tuple(name for name in (options.package or "").split(",") if name)
    with watch(
        WatchOptions(catalogue_path(options.catalogue), options.python, packages, options.engine or "")
    ) as watcher:
        pieces = (
            read_pipe(sys.stdin.buffer, once=options.once)
            if options.file == "-"
            else follow_file(options.file, once=options.once)
        )
        view = view_for(options)
        try:
            for line in followed(watcher, pieces, view, options):
                write_line(line)
        except KeyboardInterrupt:
            for line in watcher.finish(telling=options.jsonl):
                write_line(line)
        finally:
            view.end()
        summary = watcher.summary()
    write_summary(summary, options)
    return 0 if summary.attributed else 1


def followed(watcher: Watcher, pieces: Iterable[bytes | Pause], view: View, options: Given) -> Iterator[WatchedLine]:
    """The attributed lines of a log with `--jsonl`; else none, and the view shows what is counted."""
    from errdex.app.watching.following import Pause

    telling = options.jsonl

    for piece in pieces:
        if piece is Pause.IDLE:
            yield from watcher.settle(telling=telling)
            if options.file != "-":
                watcher.begin_news()
            if telling:
                sys.stdout.flush()
        elif piece is Pause.RESTART:
            yield from watcher.restart(telling=telling)
        else:
            yield from watcher.add(piece, telling=telling)
        view.show(watcher)
    yield from watcher.finish(telling=telling)


def write_line(line: WatchedLine) -> None:
    """Writes an attributed line as JSON."""
    import json

    from errdex.app.watch import line_of

    sys.stdout.write(json.dumps(line_of(line), ensure_ascii=True) + "\n")


def write_summary(summary: Summary, options: Given) -> None:
    """Writes what was counted to standard output; beside lines of JSON only a sentence to standard error."""
    from errdex.surfaces.cli.watch_text import summary_text, totals_text

    if options.jsonl:
        sys.stdout.flush()
        if not options.quiet:
            sys.stderr.write(totals_text(summary) + "\n")
    elif options.json:
        import json

        from errdex.app.watch import summary_of

        sys.stdout.write(json.dumps(summary_of(summary), ensure_ascii=True, indent=2) + "\n")
    else:
        terminal = read_terminal(options)
        sys.stdout.write(summary_text(summary, terminal.style, terminal.width))


class NoView:
    """Shows nothing."""

    def show(self, watcher: Watcher) -> None:
        """As `View`."""

    def end(self) -> None:
        """As `View`."""


def view_for(options: Given) -> View:
    """A live table where there is a terminal to show it on."""
    if options.jsonl or options.json or options.quiet or options.once or not sys.stdout.isatty():
        return NoView()
    from errdex.surfaces.cli.live import LiveTable

    return LiveTable(sys.stdout, plain=not read_terminal(options).style.strong)
