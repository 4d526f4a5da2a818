"""From stack frames to files of the catalogue, and whether the lines fit the version that is there."""

from __future__ import annotations

import re

from errdex.matching.classes import VENDOR_FOLDERS
from errdex.matching.source_lines import line_agrees
from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import FileRef, FunctionSpan
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.store import CandidateStore, LineStore
    from errdex.nouns.matches import SiteRef
    from errdex.nouns.reports import Frame

RAISING = frozenset({SiteKind.RAISE, SiteKind.ASSERT, SiteKind.EXIT, SiteKind.THROW, SiteKind.PANIC, SiteKind.WARN})
"""Kinds of statements at which a traceback can end."""

_ROOTS = ("site-packages/", "dist-packages/")
_MOST_PARTS = 8
_MOST_FILES = 24
_FRAMES_CHECKED = 12
_FRAMES_SEEN = 200
_ANONYMOUS = frozenset({"<lambda>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", ""})
_COMPILED_ENDINGS = (".pyx", ".pxd", ".pxi", ".c", ".cc", ".cpp", ".cxx", ".rs", ".so", ".pyd", ".h")


class Innermost(NamedTuple):
    """The innermost frame, in one file of the catalogue."""

    frame: Frame
    file: FileRef
    fits: bool | None
    """Whether the function at that line is the one printed, and the line reads as printed, here and in the frames around
    of the same distribution; `None`: cannot be told."""
    at_line: tuple[SiteRef, ...]
    """Statements at that line at which a traceback can end."""
    in_function: tuple[SiteRef, ...]
    """All such statements of functions of that name in the file."""
    in_file: tuple[SiteRef, ...] = ()
    """All such statements of the file."""
    reads: bool | None = None
    """Whether the line reads as the frame prints it; `None`: cannot be told."""


def is_compiled_source(path: str) -> bool:
    """Whether a frame's file is the source of an extension module."""
    return path.lower().endswith(_COMPILED_ENDINGS)


def names_a_file(path: str) -> bool:
    """Whether a frame's file is one at all, not `<string>`, `<stdin>` or a notebook's cell."""
    return bool(path) and (not path.startswith("<") or path.startswith("<frozen "))


def usable_frames(frames: Sequence[Frame]) -> Sequence[Frame]:
    """The frames up to the innermost one; empty when that one names neither a file nor compiled code's source."""
    if not frames or frames[-1].line is None or not names_a_file(frames[-1].file):
        return ()
    return frames


def tails_of(path: str) -> list[str]:
    """Ends of a printed path under which a catalogue may know the file, most telling first."""
    if path.startswith("<frozen "):
        module = path[len("<frozen ") :].rstrip(">").replace(".", "/")
        return [f"{module}.py", f"{module}/__init__.py"] if module else []
    plain = path.replace("\\", "/")
    plain = plain.removesuffix("c") if plain.endswith(".pyc") else plain
    known = _below_root(plain)
    if known:
        return [known, *_inner_tails(known)]
    parts = [part for part in plain.split("/") if part not in {"", ".", ".."}][-_MOST_PARTS:]
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _inner_tails(path: str) -> list[str]:
    """What follows an egg's folder, and what follows the folder of copies (`pip/_vendor/requests/api.py`)."""
    parts = path.split("/")
    starts = [place + 1 for place, part in enumerate(parts[:-2]) if part in VENDOR_FOLDERS]
    if parts[0].endswith(".egg") and len(parts) > 1:
        starts.insert(0, 1)
    return ["/".join(parts[start:]) for start in starts]


def _below_root(path: str) -> str:
    """What follows the folder that distributions, or the standard library, are installed in; `""`: no such folder."""
    for root in _ROOTS:
        rest = path.rpartition(root)[2]
        if rest != path:
            return rest
    found = re.search(r"/(?:lib|lib64|Lib)/(?:python\d[\w.]*/)([\w./-]+\.py)$|^\w:/.*/[lL]ib/([\w./-]+\.py)$", path)
    return "" if found is None else found.group(1) or found.group(2)


def files_of(path: str, store: CandidateStore) -> Sequence[FileRef]:
    """Files of the catalogue that the printed path may mean: those with the longest equal end.

    A name alone (`utils.py`) tells nothing unless it is the file's whole path in its distribution.
    """
    if not names_a_file(path):
        return ()
    for tail in tails_of(path):
        found = store.files_ending(tail)
        whole = [ref for ref in found if ref.file == tail]
        if whole or (found and "/" in tail):
            return (whole or found)[:_MOST_FILES]
    return ()


def is_sure_path(path: str, file: FileRef) -> bool:
    """Whether the printed path can hardly mean another file than this one; a copy inside a package is another one."""
    known = _below_root(path.replace("\\", "/"))
    if known:
        folder, _, inside = known.partition("/")
        return file.file == (inside if folder.endswith(".egg") else known)
    return "/" in file.file or path.startswith("<frozen ")


def innermost_span(spans: Sequence[FunctionSpan], line: int) -> FunctionSpan | None:
    """The innermost function that contains a line."""
    around = [span for span in spans if span.line <= line <= span.end_line]
    return max(around, key=lambda span: span.line, default=None)


def frame_fits(frame: Frame, spans: Sequence[FunctionSpan]) -> bool | None:
    """Whether the function at the frame's line is the one that the frame names; `None`: cannot be told."""
    name = frame.function.rpartition(".")[2].rstrip("()") if frame.function not in _ANONYMOUS else ""
    if frame.line is None or not name or not spans:
        return None
    span = innermost_span(spans, frame.line)
    if span is not None and span.name.rpartition(".")[2] == name:
        return True
    if name == "<module>":
        return span is None
    known = any(other.name.rpartition(".")[2] == name for other in spans)
    return False if known or span is not None else None


def fitting_files(frame: Frame, store: CandidateStore) -> list[FileRef]:
    """The files that a frame may mean and in which the function at that line is the printed one."""
    found = files_of(frame.file, store)
    return [file for file in found if frame_fits(frame, store.functions_in_file(file.file_row))]


def read_innermost(frames: Sequence[Frame], store: CandidateStore, lines: LineStore | None = None) -> list[Innermost]:
    """The innermost frame in each file that it may mean, those that fit first, then active ones."""
    frame = frames[-1]
    if frame.line is None:
        return []
    found = []
    for file in files_of(frame.file, store):
        spans = store.functions_in_file(file.file_row)
        reads = line_agrees(frame, file.file_row, frame.line, lines)
        fits = _both(frame_fits(frame, spans), reads)
        if fits is not False and not _others_fit(frames, file, store, lines):
            fits = False
        sites = [ref for ref in store.sites_in_file(file.file_row) if ref.kind in RAISING]
        at_line = tuple(ref for ref in sites if ref.line <= frame.line <= ref.end_line)
        in_function = tuple(ref for ref in sites if same_function(ref, frame))
        found.append(Innermost(frame, file, fits, at_line, in_function, tuple(sites), reads))
    return sorted(
        found, key=lambda one: (one.fits is False, one.fits is None, one.reads is not True, not one.file.active)
    )


def _both(function: bool | None, reads: bool | None) -> bool | None:
    """Whether a frame fits, by its function and by its line: either may contradict, either is enough alone."""
    if function is False or reads is False:
        return False
    return True if function or reads else None


def _is_cut(path: str) -> bool:
    """Whether a path lacks its beginning, and with it perhaps the distribution's folder: `.../urls/resolvers.py`."""
    return path.startswith("...") or not (path.startswith(("/", "\\", "<")) or path[1:2] == ":")


def same_function(ref: SiteRef, frame: Frame) -> bool:
    """Whether a statement stands in a function of the name that the frame prints."""
    if frame.function in _ANONYMOUS:
        return False
    return ref.function.rpartition(".")[2] == frame.function.rpartition(".")[2].rstrip("()")


def _others_fit(frames: Sequence[Frame], file: FileRef, store: CandidateStore, lines: LineStore | None) -> bool:
    """Whether no other frame of the distribution contradicts its version."""
    root = file.file.partition("/")[0]
    checked = 0
    for frame in reversed(frames[-_FRAMES_SEEN:-1]):
        if checked >= _FRAMES_CHECKED:
            break
        if not names_a_file(frame.file) or (root not in frame.file and not _is_cut(frame.file)):
            continue
        checked += 1
        for other in files_of(frame.file, store):
            if (other.package, other.version) == (file.package, file.version):
                if frame_fits(frame, store.functions_in_file(other.file_row)) is False:
                    return False
                if line_agrees(frame, other.file_row, frame.line, lines) is False:
                    return False
                break
    return True
