"""`errdex index [TARGET…]`."""

from __future__ import annotations

import sys

from errdex.surfaces.cli.arguments import Argument
from errdex.surfaces.cli.places import catalogue_path
from errdex.surfaces.cli.terminal import make_output_safe, read_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.index import IndexSummary
    from errdex.surfaces.cli.arguments import Given

ARGUMENTS = (
    Argument(("targets",), "what to index (default: the whole environment)", "TARGET", many="*"),
    Argument(("--python",), "the interpreter whose environment is meant", "PATH"),
    Argument(("--jobs",), "processes to use (default: one a core)", "N", number=True),
    Argument(("--repo",), "repository that the targets come from, as record ids name it", "OWNER/NAME"),
    Argument(("--prefix",), "folder of that repository in which the targets' files lie, such as src/", "FOLDER"),
    Argument(("--prune",), "remove versions that no environment has any more"),
)

EXAMPLES = """\
examples:
  errdex index                              all that is installed here
  errdex index --python .venv/bin/python    the same for another interpreter
  errdex index requests stdlib              two of them only
  errdex index .                            the project in this directory
  errdex index pandas==2.2.3 dist/mine-1.0-py3-none-any.whl
  errdex index mine-1.0-py3-none-any.whl --repo me/mine --prefix src/

A TARGET is a directory, a .py file, a wheel, an sdist, the name of an installed
distribution, `stdlib`, or NAME==VERSION (fetched through this machine's pip).
Stopping it loses nothing: the next run goes on where it was.
"""


def run(options: Given) -> int:
    """Indexes, and says what was done."""
    from errdex.app.index import index
    from errdex.app.options import IndexOptions
    from errdex.surfaces.cli.progress import progress_on

    make_output_safe()
    asked = IndexOptions(
        catalogue_path(options.catalogue),
        options.python,
        options.jobs,
        options.prune,
        options.repo,
        options.prefix,
    )
    summary = index(options.targets, asked, progress_on(sys.stderr, quiet=options.quiet))
    if options.json:
        from errdex.rendering.index_json import summary_json

        sys.stdout.write(summary_json(figures_of(summary), summary.unread) + "\n")
    elif not options.quiet:
        sys.stdout.write(summary_text(summary, read_terminal(options).width))
    return 0


def figures_of(summary: IndexSummary) -> dict[str, object]:
    """The summary's numbers, by name."""
    return {
        "catalogue": summary.catalogue,
        "distributions": summary.distributions,
        "changed": summary.changed,
        "files": summary.files,
        "analysed": summary.analysed,
        "sites": summary.sites,
        "removed": summary.removed,
        "seconds": round(summary.seconds, 3),
    }


def summary_text(summary: IndexSummary, width: int) -> str:
    """What the run came to, for people."""
    from errdex.rendering.index_text import count_of, unread_lines

    done = (
        f"{count_of(summary.distributions, 'distribution')}: {count_of(summary.files, 'file')}, "
        f"{count_of(summary.sites, 'site')}; {summary.analysed:,} of the files were new, in {summary.seconds:.1f} s"
    )
    lines = [done]
    if summary.removed:
        lines.append(f"{count_of(summary.removed, 'distribution')} removed that nothing has installed any more")
    lines += unread_lines([(file.path, file.reason) for file in summary.unread], width)
    lines.append(f"Catalogue: {summary.catalogue}")
    return "\n".join(lines) + "\n"
