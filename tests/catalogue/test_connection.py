from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from errdex.catalogue.connection import open_to_read, open_to_write, some_open
from errdex.catalogue.listing import Listing
from errdex.catalogue.read import Reader
from errdex.catalogue.schema import VERSION, VERSIONS
from errdex.catalogue.write import Writer
from errdex.errors import CatalogueMissingError, CatalogueUnreadableError, CatalogueVersionError, CatalogueWriteError
from errdex.nouns.sites import Site


def test_a_missing_file_is_told_from_a_broken_one(path: str) -> None:
    with pytest.raises(CatalogueMissingError):
        open_to_read(path)


def test_a_file_that_no_run_has_set_up_is_missing(path: str) -> None:
    Path(path).touch()
    with pytest.raises(CatalogueMissingError):
        open_to_read(path)


def test_what_is_no_database_is_unreadable(path: str) -> None:
    Path(path).write_bytes(b"this is a text, and long enough to have a header" * 9)
    for opened in (open_to_read, open_to_write):
        with pytest.raises(CatalogueUnreadableError, match="file is not a database"):
            opened(path)


def test_another_programs_database_is_unreadable_and_left_alone(path: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (a)")
    connection.commit()
    connection.close()
    before = Path(path).read_bytes()
    for opened in (open_to_read, open_to_write):
        with pytest.raises(CatalogueUnreadableError, match="no errdex catalogue"):
            opened(path)
    assert Path(path).read_bytes() == before


def test_another_schema_says_which_and_which_is_wanted(path: str) -> None:
    Writer(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for opened in (open_to_read, open_to_write):
        with pytest.raises(CatalogueVersionError) as caught:
            opened(path)
        assert (caught.value.found, caught.value.wanted) == (99, VERSION)


def test_the_version_list_ends_with_the_version() -> None:
    assert VERSIONS[-1][0] == VERSION


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
def test_a_cut_catalogue_is_unreadable_or_lacks_things_but_nothing_else_is_raised(
    path: str, share: float, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {f"m{n}.py": [site(f"word{n} and", None, line=n)] for n in range(1, 200)})
    content = Path(path).read_bytes()
    Path(path).write_bytes(content[: int(len(content) * share)])
    with suppress(CatalogueUnreadableError, CatalogueMissingError):
        _look_everywhere(path)


@pytest.mark.parametrize("seed", range(8))
def test_a_scrambled_catalogue_raises_nothing_of_sqlites(
    path: str, seed: int, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {f"m{n}.py": [site(f"word{n} and", None, line=n)] for n in range(1, 100)})
    content = bytearray(Path(path).read_bytes())
    for at in range(200 + seed * 7, len(content), 997):
        content[at] ^= 0xFF
    Path(path).write_bytes(bytes(content))
    with suppress(CatalogueUnreadableError, CatalogueMissingError):
        _look_everywhere(path)


def _look_everywhere(path: str) -> None:
    with Reader(path) as reader:
        for template, _ in list(reader.templates_with_words({f"word{n}" for n in range(200)} | {"and"})):
            for _, ref in reader.sites_of_templates([template]):
                reader.site(ref)
                reader.record_id(ref)
                reader.functions_in_file(ref.file_row)
                reader.location(ref.file_row)
        reader.facts_of_module("m1")
        reader.weak_sites("ValueError", 9)
    with Listing(path) as listing:
        for distribution in listing.distributions():
            list(listing.sites(distribution.row))
        listing.unread()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_folder_that_may_not_be_written_can_be_read(path: str) -> None:
    Writer(path).close()
    folder = Path(path).parent
    folder.chmod(0o500)
    try:
        open_to_read(path).close()
        with pytest.raises(CatalogueWriteError):
            open_to_write(path)
    finally:
        folder.chmod(0o700)


def test_a_catalogue_in_place_of_a_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CatalogueWriteError):
        Writer(str(tmp_path / "file" / "catalogue.sqlite"))


def test_names_that_mean_something_in_an_address_are_names(tmp_path: Path) -> None:
    path = str(tmp_path / "a?b#c%41 d.sqlite")
    Writer(path).close()
    Reader(path).close()
    assert os.listdir(tmp_path) == ["a?b#c%41 d.sqlite"]


def test_an_open_catalogue_is_known_so_that_nobody_forks(path: str) -> None:
    assert not some_open()
    with Writer(path):
        assert some_open()
    assert not some_open()
