"""Libraries of the system that the interpreter's own extension modules load: SQLite, zlib, OpenSSL say much of what those raise.

Names stand in a module's table of dynamic strings; they are looked up in the folders where a loader looks first. Nothing is
loaded. What is not found is left out.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from errdex.nouns.sources import SourceFile

_LARGEST = 8 << 20
_NEEDED = re.compile(rb"\0lib([\w+-]{1,40}(?:\.\d+)?)\.so((?:\.\d+){0,3})(?=\0)")
_SAY_NOTHING = frozenset(
    ["c", "m", "dl", "pthread", "rt", "util", "gcc_s", "stdc++", "ffi", "tirpc", "nsl", "tcl8.6", "tk8.6"]
)
_FOLDERS = ("/lib64", "/usr/lib64", "/usr/lib", "/lib")


def loaded_libraries(modules: Iterable[SourceFile], own: str) -> Iterator[tuple[SourceFile, str]]:
    """A module and the path of a library that it loads; each library once, with the module that is named for it if one is.

    `own` is the folder beside the standard library, which comes before the system's.
    """
    users: dict[str, list[tuple[SourceFile, str]]] = {}
    for module in sorted(modules):
        for name, file in needed_names(module.location):
            users.setdefault(file, []).append((module, name))
    folders = [own, *_system_folders()]
    for file, found in users.items():
        place = next((path for folder in folders if os.path.isfile(path := os.path.join(folder, file))), None)
        if place is not None:
            yield max(found, key=lambda pair: pair[1] in pair[0].path)[0], os.path.realpath(place)


def needed_names(path: str) -> list[tuple[str, str]]:
    """Names (`sqlite3`) and files (`libsqlite3.so.0`) of the libraries that a module may load, without those that say nothing."""
    try:
        if os.path.getsize(path) > _LARGEST:
            return []
        with open(path, "rb") as file:
            content = file.read(_LARGEST)
    except OSError:
        return []
    if content[:4] != b"\x7fELF":
        return []
    found = [(one[1].decode(), one[2].decode()) for one in _NEEDED.finditer(content)]
    return [
        (name, f"lib{name}.so{version}")
        for name, version in dict.fromkeys(found)
        if name not in _SAY_NOTHING and not name.startswith("python")
    ]


def _system_folders() -> list[str]:
    try:
        beside = sorted(os.listdir("/usr/lib"))
    except OSError:
        beside = []
    return [*(f"/usr/lib/{name}" for name in beside if "-linux-" in name), *_FOLDERS]
