"""Which files a distribution claims: by its `RECORD`, an egg's `installed-files.txt`, or the names it says to import."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.sources.installation import Row

_RECORD_LIMIT = 256 * 1024 * 1024
_QUOTED = re.compile(r'^"((?:[^"]|"")+)"', re.MULTILINE)


class Claims(NamedTuple):
    """What a distribution says is its own."""

    paths: tuple[str, ...]
    """Files with the wanted suffixes, relative to the import root, whether or not they are there."""
    tops: tuple[str, ...]
    """Where there is no list of files: names of packages and modules at the import root."""


def claims_of(row: Row, suffixes: tuple[str, ...]) -> Claims:
    """What a distribution claims among files with these suffixes."""
    if row.has_record:
        return Claims(paths_of_record(record_text(row), suffixes), ())
    return Claims((), _top_names(row))


def record_text(row: Row) -> str:
    """The distribution's list of files in the form of a `RECORD`; `""` when there is none."""
    if row.metadata.endswith(".dist-info"):
        return _text(os.path.join(row.metadata, "RECORD"))
    base = os.path.basename(row.metadata)
    lines = _text(os.path.join(row.metadata, "installed-files.txt")).splitlines()
    # Written relative to the metadata folder, one path a line.
    return "".join(os.path.normpath(os.path.join(base, line)).replace(os.sep, "/") + ",,\n" for line in lines if line)


def paths_of_record(text: str, suffixes: tuple[str, ...]) -> tuple[str, ...]:
    """Paths of a `RECORD` with one of the suffixes; those that leave the import root are left out."""
    if "\\" in text:
        text = text.replace("\\", "/")
    found = _plain(suffixes).findall(text)
    if '"' in text:
        quoted = (match[1].replace('""', '"') for match in _QUOTED.finditer(text))
        found += [path for path in quoted if path.endswith(suffixes)]
    return tuple(path for path in dict.fromkeys(found) if _stays(path))


@lru_cache(maxsize=8)
def _plain(suffixes: tuple[str, ...]) -> re.Pattern[str]:
    # One pattern over the whole text: a line at a time costs three times as much.
    ends = "|".join(map(re.escape, suffixes))
    return re.compile(rf'^([^",\r\n]+(?:{ends})),', re.MULTILINE)


def _stays(path: str) -> bool:
    return not path.startswith(("/", "../")) and ":" not in path and "/../" not in path and "/./" not in path


def _top_names(row: Row) -> tuple[str, ...]:
    lines = _text(os.path.join(row.metadata, "top_level.txt")).split("\n")
    names = [line.strip().replace("\\", "/") for line in lines]
    named = tuple(name for name in names if name and _stays(name + "/") and ".." not in name.split("/"))
    # Without any list, the package that has the distribution's name is taken for it.
    return named or (row.name.replace("-", "_"),)


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            content = file.read(_RECORD_LIMIT)
    except (OSError, ValueError):
        return ""
    return content.decode("utf-8", "surrogateescape")
