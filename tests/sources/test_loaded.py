"""Libraries that the interpreter's own extension modules load."""

from __future__ import annotations

from pathlib import Path

from errdex.nouns.sources import SourceFile
from errdex.sources.loaded import loaded_libraries, needed_names

ELF = b"\x7fELF\x02\x01\x01"


def module(folder: Path, name: str, content: bytes) -> SourceFile:
    path = folder / name
    path.write_bytes(content)
    return SourceFile(f"lib-dynload/{name}", str(path), "", len(content), 1)


def test_names_of_libraries_are_read_from_the_table_of_strings(tmp_path: Path) -> None:
    file = module(tmp_path, "_sqlite3.so", ELF + b"\0libsqlite3.so.0\0libc.so.6\0libpython3.11.so.1.0\0sqlite3_open\0")

    assert needed_names(file.location) == [("sqlite3", "libsqlite3.so.0")]
    assert needed_names(str(tmp_path / "gone.so")) == []


def test_a_library_belongs_to_the_module_that_is_named_for_it(tmp_path: Path) -> None:
    (tmp_path / "libdemo9.so.1").write_bytes(b"x")
    other = module(tmp_path, "a_other.so", ELF + b"\0libdemo9.so.1\0libgone9.so.1\0")
    named = module(tmp_path, "_demo9.so", ELF + b"\0libdemo9.so.1\0")

    assert list(loaded_libraries([other, named], str(tmp_path))) == [
        (named, str((tmp_path / "libdemo9.so.1").resolve()))
    ]
