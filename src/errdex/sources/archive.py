"""A wheel or a source archive as a source tree, unpacked into a folder that is gone afterwards."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager

from errdex.errors import ArchiveError, TargetNotFoundError
from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import SourceTree, Unread
from errdex.sources.directory import read_directory
from errdex.sources.metadata import distribution_of_metadata
from errdex.sources.project import MARKERS
from errdex.sources.tarball import unpack_tar
from errdex.sources.unpack import Limits, Unpacking
from errdex.sources.walk import SUFFIXES, WalkRules, readable_names, walk_files
from errdex.sources.zipball import unpack_zip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

ARCHIVE_SUFFIXES = (".whl", ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar")
_DATA = re.compile(r"[^/]+\.data/(?:purelib|platlib)/(.+)")
_OTHER_DATA = re.compile(r"[^/]+\.data/")
_DIST_INFO = re.compile(r"([^/]+\.dist-info)/METADATA")
_STEM = re.compile(r"(.+?)-(\d[^-]*)$")


class _Unpacked(NamedTuple):
    """What came out of an archive."""

    folder: str
    paths: list[str]
    """Of all members but folders, kept or not."""
    unread: tuple[Unread, ...]


@contextmanager
def open_archive(path: str, suffixes: tuple[str, ...] = SUFFIXES, limits: Limits | None = None) -> Iterator[SourceTree]:
    """The source files of a wheel (as installed) or of a source archive (its root folder stripped).

    Only the files that are asked for are unpacked; they are gone when the context ends.

    Raises:
        TargetNotFoundError: there is no such file.
        ArchiveError: it is no archive, broken or too large, or it leads out of its folder.
    """
    with tempfile.TemporaryDirectory(prefix="errdex-") as folder:
        # The folder's own name may pass through a link; paths below it must not look as if they left it.
        yield _read_archive(path, os.path.realpath(folder), suffixes, limits or Limits())


def _read_archive(path: str, folder: str, suffixes: tuple[str, ...], limits: Limits) -> SourceTree:
    unpacking = Unpacking(path, folder, limits)
    try:
        with open(path, "rb") as file:
            is_zip = file.read(4) in {b"PK\x03\x04", b"PK\x05\x06"}
            file.seek(0)
            if is_zip:
                paths, links = unpack_zip(file, unpacking, lambda member: _kept_as(member, suffixes))
            else:
                paths, links = unpack_tar(file, unpacking, lambda member: _is_kept(member, suffixes))
    except FileNotFoundError as error:
        raise TargetNotFoundError(path) from error
    except OSError as error:
        raise ArchiveError(path, f"cannot be read ({error.strerror})") from error
    unread = tuple(Unread(link, "is a link inside the archive") for link in links)
    unpacked = _Unpacked(folder, paths, unread)
    metadata = next((match[1] for path in paths if is_zip and (match := _DIST_INFO.fullmatch(path))), None)
    return _wheel(unpacked, metadata, suffixes) if metadata else _sdist(path, unpacked, suffixes)


def _is_kept(path: str, suffixes: tuple[str, ...]) -> bool:
    return path.endswith(suffixes) or path.rpartition("/")[2] in MARKERS


def _kept_as(path: str, suffixes: tuple[str, ...]) -> str | None:
    """Path of a zip file's member after installation; `None`: not needed here."""
    if data := _DATA.fullmatch(path):
        path = data[1]
    elif _OTHER_DATA.match(path):
        return None
    return path if _is_kept(path, suffixes) or _DIST_INFO.fullmatch(path) else None


def _wheel(unpacked: _Unpacked, metadata: str, suffixes: tuple[str, ...]) -> SourceTree:
    walked = readable_names(walk_files(unpacked.folder, WalkRules(suffixes, _enters_wheel)))
    distribution = distribution_of_metadata(os.path.join(unpacked.folder, metadata))
    files = tuple(sorted(walked.files))
    return SourceTree(distribution, unpacked.folder, files, (*unpacked.unread, *walked.unread), "wheel")


def _enters_wheel(path: str, name: str, beside: Collection[str]) -> bool:  # noqa: ARG001 - a rule's signature
    return not name.endswith(".dist-info")


def _sdist(path: str, unpacked: _Unpacked, suffixes: tuple[str, ...]) -> SourceTree:
    top = _root_folder(unpacked.paths)
    if not os.path.isdir(os.path.join(unpacked.folder, top)):
        top = ""  # nothing was kept of what stands in it
    name, version = _name_and_version(os.path.basename(path))
    tree = read_directory(os.path.join(unpacked.folder, top), suffixes, name)
    # A source archive of the index carries the metadata of its project; any other archive is somebody's folder.
    published = (f"{top}/PKG-INFO" if top else "PKG-INFO") in unpacked.paths
    distribution = tree.distribution._replace(ecosystem="pypi" if published else "local")
    if version and distribution.version.startswith("0+"):
        distribution = distribution._replace(version=version)
    unread = tuple(Unread(row.path.removeprefix(f"{top}/"), row.reason) for row in unpacked.unread)
    return tree._replace(distribution=distribution, unread=(*unread, *tree.unread), origin="source archive")


def _name_and_version(base: str) -> tuple[str, str]:
    """What the file name of an archive says: `foo-1.0.tar.gz` is `foo` and `1.0`."""
    stem = next((base[: -len(suffix)] for suffix in ARCHIVE_SUFFIXES if base.lower().endswith(suffix)), base)
    match = _STEM.match(stem)
    return (match[1], match[2]) if match else (stem, "")


def _root_folder(paths: list[str]) -> str:
    """The one folder that all members stand in and that is no package; `""`: there is none."""
    tops = {path.partition("/")[0] if "/" in path else "" for path in paths}
    if len(tops) != 1 or "" in tops:
        return ""
    top = tops.pop()
    is_project = any(f"{top}/{name}" in paths for name in (*MARKERS, "setup.py"))
    return top if is_project or f"{top}/__init__.py" not in paths else ""
