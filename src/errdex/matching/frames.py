"""From stack frames to files of the catalogue, and whether the lines fit the version that is there."""

from __future__ import annotations

import re

from errdex.nouns.base import NamedTuple
from errdex.nouns.matches import FileRef, FunctionSpan
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.matching.store import CandidateStore
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
    """Whether the function at that line is the one printed, here and in the frames around of the same distribution;
    `None`: cannot be told."""
    at_line: tuple[SiteRef, ...]
    """Statements at that line at which a traceback can end."""
    in_function: tuple[SiteRef, ...]
    """All such statements of functions of that name in the file."""


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
        return [known]
    parts = [part for part in plain.split("/") if part not in {"", ".", ".."}][-_MOST_PARTS:]
    return ["/".join(parts[start:]) for start in range(len(parts))]


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
    """Whether the printed path can hardly mean another file than this one."""
    return "/" in file.file or bool(_below_root(path.replace("\\", "/"))) or path.startswith("<frozen ")


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


def read_innermost(frames: Sequence[Frame], store: CandidateStore) -> list[Innermost]:
    """The innermost frame in each file that it may mean, those that fit first, then active ones."""
    frame = frames[-1]
    if frame.line is None:
        return []
    found = []
    for file in files_of(frame.file, store):
        spans = store.functions_in_file(file.file_row)
        fits = frame_fits(frame, spans)
        if fits is not False and not _others_fit(frames, file, store):
            fits = False
        sites = [ref for ref in store.sites_in_file(file.file_row) if ref.kind in RAISING]
        at_line = tuple(ref for ref in sites if ref.line <= frame.line <= ref.end_line)
        in_function = tuple(ref for ref in sites if _same_function(ref, frame))
        found.append(Innermost(frame, file, fits, at_line, in_function))
    return sorted(found, key=lambda entry: (entry.fits is False, entry.fits is None, not entry.file.active))


def _same_function(ref: SiteRef, frame: Frame) -> bool:
    if frame.function in _ANONYMOUS:
        return False
    return ref.function.rpartition(".")[2] == frame.function.rpartition(".")[2].rstrip("()")


def _others_fit(frames: Sequence[Frame], file: FileRef, store: CandidateStore) -> bool:
    """Whether no other frame of the distribution contradicts its version."""
    root = file.file.partition("/")[0]
    checked = 0
    for frame in reversed(frames[-_FRAMES_SEEN:-1]):
        if checked >= _FRAMES_CHECKED:
            break
        if root not in frame.file or not names_a_file(frame.file):
            continue
        checked += 1
        for other in files_of(frame.file, store):
            if (other.package, other.version) == (file.package, file.version):
                if frame_fits(frame, store.functions_in_file(other.file_row)) is False:
                    return False
                break
    return True
