"""errdex's own errors.

    ErrdexError                     anything errdex reports to a person; exit status 2
    ├── InputError                  what was given cannot be used: change it
    │   ├── TargetNotFoundError     no such file, directory or installed distribution
    │   ├── EmptyTargetError        nothing there that errdex can read
    │   ├── ArchiveError            an archive that is broken, too large, or escapes its folder
    │   ├── InterpreterError        --python names no interpreter that answers
    │   ├── UnreadableFileError     a source file that cannot be read, or is too large
    │   ├── TextInputError          the text to explain cannot be read
    │   ├── RecordFormatError       a file that should hold a published record does not
    │   └── SourceUnknownError      a record names no source that can be found
    ├── DownloadError               the package index or pip did not deliver
    ├── CatalogueError
    │   ├── CatalogueMissingError   there is no catalogue yet
    │   ├── CatalogueVersionError   written for another schema
    │   ├── CatalogueUnreadableError  not a catalogue, or broken
    │   └── CatalogueWriteError     disk full, read-only, locked
    ├── RecordNotFoundError         no record has this id
    ├── MissingExtraError           an optional part is not installed
    └── SandboxError                this machine cannot shut a program in, so nothing of it is run

Each class owns its message, keeps the facts as attributes and pickles; `slug` names it in the reference.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import ClassVar


class ErrdexError(Exception):
    """Anything errdex reports to a person."""

    slug: ClassVar[str] = "errdex"


class InputError(ErrdexError):
    """What was given cannot be used."""

    slug = "input"


class TargetNotFoundError(InputError):
    """No file, directory or installed distribution has this name."""

    slug = "target-not-found"

    def __init__(self, target: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(target, near)
        self.target, self.near = target, near

    def __str__(self) -> str:
        hint = f"; did you mean {', '.join(self.near)}?" if self.near else ""
        return f"{self.target}: no such file or directory, and no installed distribution has this name{hint}"


class EmptyTargetError(InputError):
    """Nothing there that errdex can read."""

    slug = "empty-target"

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.target = target

    def __str__(self) -> str:
        return f"{self.target}: holds no source file that errdex reads; give a directory with .py files in it"


class ArchiveError(InputError):
    """An archive that is broken, too large, or escapes its folder."""

    slug = "archive"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}; nothing was unpacked"


class InterpreterError(InputError):
    """`--python` names no interpreter that answers."""

    slug = "interpreter"

    def __init__(self, python: str, reason: str) -> None:
        super().__init__(python, reason)
        self.python, self.reason = python, reason

    def __str__(self) -> str:
        return (
            f"{self.python}: cannot ask this interpreter what is installed ({self.reason}); give --python a working one"
        )


class UnreadableFileError(InputError):
    """A source file cannot be read, or is too large."""

    slug = "unreadable-file"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


class TextInputError(InputError):
    """The text to explain cannot be read."""

    slug = "text-input"

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(source, reason)
        self.source, self.reason = source, reason

    def __str__(self) -> str:
        return f"{self.source}: {self.reason}"


class RecordFormatError(InputError):
    """A file that should hold a published record does not."""

    slug = "record-format"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}; a record is what `errdex show ID --format record` writes"


class SourceUnknownError(InputError):
    """A record names no source that can be found."""

    slug = "source-unknown"

    def __init__(self, repo: str, reason: str) -> None:
        super().__init__(repo, reason)
        self.repo, self.reason = repo, reason

    def __str__(self) -> str:
        return f"{self.repo}: {self.reason}; name the source with --against TARGET"


class DownloadError(ErrdexError):
    """The package index or pip did not deliver."""

    slug = "download"

    def __init__(self, requirement: str, reason: str) -> None:
        super().__init__(requirement, reason)
        self.requirement, self.reason = requirement, reason

    def __str__(self) -> str:
        return f"{self.requirement}: {self.reason}"


class CatalogueError(ErrdexError):
    """Something is wrong with the catalogue's file."""

    slug = "catalogue"


class CatalogueMissingError(CatalogueError):
    """There is no catalogue yet."""

    slug = "catalogue-missing"

    def __init__(self, path: Path | str) -> None:
        super().__init__(path)
        self.path = path

    def __str__(self) -> str:
        return f"{self.path}: no catalogue here yet; `errdex index` makes one"


class CatalogueVersionError(CatalogueError):
    """The catalogue was written for another schema."""

    slug = "catalogue-version"

    def __init__(self, path: Path | str, found: int, wanted: int) -> None:
        super().__init__(path, found, wanted)
        self.path, self.found, self.wanted = path, found, wanted

    def __str__(self) -> str:
        return (
            f"{self.path} has schema {self.found}, this errdex reads {self.wanted}: "
            "index into a new --catalogue, or delete the file and run `errdex index`"
        )


class CatalogueUnreadableError(CatalogueError):
    """The file is no catalogue, or it is broken."""

    slug = "catalogue-unreadable"

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path} cannot be read as a catalogue ({self.reason}); delete it and run `errdex index`, or give another --catalogue"


class CatalogueWriteError(CatalogueError):
    """The catalogue cannot be written: disk full, read-only, locked."""

    slug = "catalogue-write"

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    def __str__(self) -> str:
        return f"{self.path} cannot be written ({self.reason}); what it held before is intact"


class RecordNotFoundError(InputError):
    """No record has this id."""

    slug = "record-not-found"

    def __init__(self, record: str) -> None:
        super().__init__(record)
        self.record = record

    def __str__(self) -> str:
        return (
            f"{self.record}: no record in the catalogue has this id; ids are 16 hex digits, `errdex sites` lists them"
        )


class MissingExtraError(ErrdexError):
    """An optional part is not installed."""

    slug = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(what, extra)
        self.what, self.extra = what, extra

    def __str__(self) -> str:
        return f"{self.what} needs an optional part: pip install 'errdex[{self.extra}]'"


class SandboxError(ErrdexError):
    """The machine cannot shut a program in, so nothing of it is run."""

    slug = "sandbox"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"nothing was run: {self.reason}"
