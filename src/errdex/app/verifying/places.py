"""Where analysed code runs: the environment's interpreter, and the folders that it may read."""

from __future__ import annotations

import os

from errdex.evidence.trials import TrialPlace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.sources import Environment


def trial_place(environment: Environment, root: str, *, installed: bool) -> TrialPlace:
    """The place for a distribution whose import paths start at `root`.

    What is shown: the interpreter with its standard library, the folders of its distributions, and `root`.
    """
    real = os.path.realpath(environment.python)
    prefixes = {
        os.path.dirname(os.path.dirname(environment.python)),
        os.path.dirname(os.path.dirname(real)),
        os.path.dirname(os.path.dirname(os.path.realpath(environment.stdlib))),
        os.path.dirname(os.path.dirname(environment.stdlib)),
    }
    shown = {path for path in (*prefixes, *environment.paths, root) if path and not is_system(path)}
    outer = tuple(sorted(path for path in shown if not any(path.startswith(f"{other}/") for other in shown)))
    return TrialPlace(environment.python, environment.version, outer, () if installed else (root,))


def is_system(path: str) -> bool:
    """Whether the sandbox shows a path anyway."""
    return path == "/usr" or path.startswith("/usr/")
