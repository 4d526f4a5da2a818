"""The source of modules as a catalogue has them: those of one distribution first, then those installed beside it."""

from __future__ import annotations

import os
import sys

from errdex.app.source_text import source_of_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.catalogue.read import Reader

COMPILED = (".so", ".pyd", ".pyx", ".pyi")
MOST_TEXTS = 400
"""Modules that are kept in memory."""


class CatalogueModules:
    """What `evidence` asks about modules (`evidence.namespaces.ModuleTexts`), answered for the version of one file."""

    def __init__(self, reader: Reader, file_row: int) -> None:
        self._reader, self._file_row = reader, file_row
        self._rows: dict[str, int | None] = {}
        self._texts: dict[str, str | None] = {}

    def text_of_module(self, module: str) -> str | None:
        """Its source; `None`: there is none, or it cannot be read any more."""
        if module not in self._texts:
            row = self._row(module)
            if len(self._texts) > MOST_TEXTS:
                self._texts.clear()
            source = None if row is None else source_of_file(self._reader, row)
            self._texts[module] = "\n".join(source.lines) if source is not None and not source.unread else None
        return self._texts[module]

    def has_module(self, module: str) -> bool | None:
        """Whether there is such a module, compiled ones included; `None`: not known."""
        if self._row(module) is not None or module in sys.builtin_module_names:
            return True
        parent, _, name = module.rpartition(".")
        if not parent:
            return True if module in sys.stdlib_module_names else None
        folder = self._folder(parent)
        if not folder:
            return None
        try:
            entries = os.listdir(folder)
        except OSError:
            return None
        return any(entry == name or (entry.split(".")[0] == name and entry.endswith(COMPILED)) for entry in entries)

    def is_package(self, module: str) -> bool:
        """Whether the module is a package."""
        row = self._row(module)
        return row is not None and self._reader.path_of_file(row).endswith("/__init__.py")

    def _row(self, module: str) -> int | None:
        if module not in self._rows:
            self._rows[module] = self._reader.file_of_module(module, self._file_row)
        return self._rows[module]

    def _folder(self, package: str) -> str:
        """Folder of a package on the disk; `""`: it is a plain module, or it was in an archive."""
        row = self._row(package)
        location = self._reader.location(row)[0] if row is not None else ""
        return os.path.dirname(location) if os.path.basename(location) == "__init__.py" else ""
