"""The person at the terminal, while an error is explained: sees progress, and is asked before much is indexed."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.app.index import Progress

QUESTION = "There is no catalogue yet. Index everything that is installed here now? It takes a minute or so. [Y/n] "


class Offering:
    """Satisfies `app.explain.Company`."""

    def progress(self) -> Progress:
        """Shows what indexing does, on standard error."""
        from errdex.surfaces.cli.progress import progress_on

        return progress_on(sys.stderr)

    def agrees_to_index(self) -> bool:
        """Asks, where there is somebody to ask."""
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        sys.stderr.write(QUESTION)
        sys.stderr.flush()
        return sys.stdin.readline().strip().lower() in ("", "y", "yes")
