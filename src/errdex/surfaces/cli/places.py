"""Where the catalogue lies when nobody says so."""

from __future__ import annotations

import os
import sys

NAME = "catalogue.sqlite"


def catalogue_path(given: str | None) -> str:
    """The catalogue's file: as given, else `ERRDEX_CATALOGUE`, else under the user's cache directory."""
    return given or os.environ.get("ERRDEX_CATALOGUE") or os.path.join(cache_directory(), "errdex", NAME)


def cache_directory() -> str:
    """The user's cache directory, as the operating system has it."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches")
    return os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
