from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from errdex.catalogue.connection import open_to_read
from errdex.catalogue.listing import Listing
from errdex.catalogue.read import Reader
from errdex.catalogue.schema import SCHEMA
from errdex.catalogue.units import Content, DistributionState
from errdex.catalogue.write import Writer
from errdex.errors import CatalogueWriteError
from errdex.nouns.sites import Site
from errdex.nouns.sources import Distribution, Environment

HERE = Environment("/venv/bin/python", "3.11.7", "/lib", ())
TABLES = [line.split()[2] for line in SCHEMA.splitlines() if line.startswith("CREATE TABLE")]


def counts(path: str) -> dict[str, int]:
    connection = open_to_read(path)
    found = {table: (connection.row(f"SELECT count(*) FROM {table}") or (0,))[0] for table in TABLES}
    connection.close()
    return {table: count for table, count in found.items() if count and table not in ("fact", "word", "class")}


def rows(path: str) -> dict[str, list[tuple[object, ...]]]:
    connection = open_to_read(path)
    found = {table: connection.rows(f"SELECT * FROM {table}") for table in TABLES if table != "fact"}
    connection.close()
    return found


def test_storing_the_same_state_again_changes_nothing(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    files = {"a.py": [site("bad mode ", None), site(None, line=2)], "b.py": [], "c.py": "unreadable"}
    with Writer(path) as writer:
        store(writer, files)
    before = counts(path)
    with Writer(path) as writer:
        store(writer, files)
    assert counts(path) == before
    assert before == {
        "content": 3, "distribution": 1, "file": 3, "unit": 1, "site": 2, "template": 2, "site_template": 2,
        "anchor": 2, "weak": 1, "record": 2,
    }  # fmt: skip


def test_files_that_are_gone_leave_no_trace(path: str, site: Callable[..., Site], store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": [site("kept ", None)]})
    before = counts(path)
    with Writer(path) as writer:
        store(writer, {"a.py": [site("kept ", None)], "b.py": [site("bad mode ", None), site(None, line=2)]})
        store(writer, {"a.py": [site("kept ", None)]})
    assert counts(path) == before | {"content": 2}


def test_a_changed_file_has_its_new_sites_alone(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": [site("old text ", None)]})
        store(writer, {"a.py": [site("new text ", None)]}, text="changed")
    with Reader(path) as reader:
        assert [parts for _, parts in reader.templates_with_words({"old", "new", "text"})] == [("new text ", None)]


def test_equal_files_of_two_versions_share_facts_and_sites(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        for version in ("1", "2"):
            store(writer, {"a.py": [site("bad mode ", None)]}, Distribution("pypi", "demo", version))
    found = counts(path)
    assert (found["content"], found["unit"], found["site"]) == (1, 1, 1)
    assert (found["distribution"], found["file"], found["record"]) == (2, 2, 2)


def test_a_directory_has_one_state_whatever_its_version(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        for version in ("0+aaaaaaaaaaaa", "0+bbbbbbbbbbbb"):
            store(writer, {"a.py": [site("bad mode ", None)]}, Distribution("local", "mine", version))
    with Listing(path) as listing:
        assert [known.distribution.version for known in listing.distributions()] == ["0+bbbbbbbbbbbb"]


def test_a_repository_that_becomes_known_changes_the_ids(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    ids = set()
    for repo in (None, "me/demo"):
        with Writer(path) as writer:
            store(writer, {"a.py": [site("bad mode ", None)]}, Distribution("pypi", "demo", "1", repo))
        with Reader(path) as reader:
            (ref,) = reader.sites_in_file(reader.files_ending("a.py")[0].file_row)
            ids.add(reader.record_id(ref))
    assert len(ids) == 2
    assert counts(path)["record"] == 1


def test_a_distribution_that_was_removed_leaves_the_environment_and_stays_as_a_version_until_pruned(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        old = store(writer, {"a.py": [site("old text ", None)]}, Distribution("pypi", "demo", "1"))
        new = store(writer, {"a.py": [site("new text ", None)]}, Distribution("pypi", "demo", "2"), text="2")
        writer.put_environment(HERE, [old], complete=True)
        writer.put_environment(HERE, [new], complete=True)
    with Reader(path, HERE.python) as reader:
        assert [(ref.version, ref.active) for ref in reader.files_ending("a.py")] == [("2", True), ("1", False)]
    with Writer(path) as writer:
        assert writer.prune() == [old]
        assert writer.prune() == []
    with Reader(path, HERE.python) as reader:
        assert [ref.version for ref in reader.files_ending("a.py")] == ["2"]
        assert [parts for _, parts in reader.templates_with_words({"old", "new", "text"})] == [("new text ", None)]


def test_a_part_of_an_environment_adds_to_what_is_known_of_it(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        a = store(writer, {"a.py": []}, Distribution("pypi", "a", "1"))
        b = store(writer, {"b.py": []}, Distribution("pypi", "b", "1"))
        writer.put_environment(HERE, [a, b], complete=True)
        writer.put_environment(HERE, [a], complete=False)
    with Reader(path, HERE.python) as reader:
        assert reader.environment_is_complete
        assert [ref.active for ref in reader.files_ending("b.py")] == [True]


def linked_with(*foreign: tuple[str, int | None]) -> DistributionState:
    return DistributionState(Distribution("pypi", "user", "1"), "/user", "wheel", False, b"", 1, 1, (), foreign)


def test_a_change_elsewhere_outdates_what_was_linked_with_it(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        store(writer, {"base.py": []})
        user = writer.put_distribution(linked_with(("base", 1), ("absent", None)))
        store(writer, {"base.py": []})
        assert writer.outdated([user]) == set()
        store(writer, {"base.py": []}, text="changed")
        assert writer.outdated([user]) == {user}


def test_a_module_that_appears_outdates_those_who_missed_it(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        user = writer.put_distribution(linked_with(("absent", None)))
        store(writer, {"absent.py": []})
        assert writer.outdated([user]) == {user}


def test_a_distribution_that_leaves_outdates_those_who_used_it(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        base = store(writer, {"base.py": []})
        user = writer.put_distribution(linked_with(("base", 1)))
        writer.put_environment(HERE, [base, user], complete=True)
        writer.put_environment(HERE, [user], complete=True)
        assert writer.outdated([user]) == {user}


@pytest.mark.parametrize("room", [3, 8, 20, 40])
def test_a_full_disk_is_a_clear_error_and_leaves_what_was_there(
    path: str, site: Callable[..., Site], store: Callable[..., int], room: int
) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": [site("bad mode ", None)]})
    before = rows(path)
    with Writer(path) as writer:
        (pages,) = writer._connection.row("PRAGMA page_count") or (0,)
        writer._connection.execute(f"PRAGMA max_page_count = {pages + room}")
        files = {f"b{n}.py": [site(f"{n} " + "x" * 5000, None)] for n in range(200)}
        with pytest.raises(CatalogueWriteError, match="what it held before is intact"):
            store(writer, files, Distribution("pypi", "big", "1"))
        assert store(writer, {"a.py": [site("bad mode ", None)]}) == 1
    after = rows(path)
    assert after["distribution"][0][1:5] == before["distribution"][0][1:5]
    assert [row for row in before["site"] if row not in after["site"]] == []


KILLED = """
import os, sys
from errdex.catalogue.connection import Connection
from errdex.catalogue.write import Writer
from errdex.catalogue.units import DistributionState, FileState, content_from_facts, unit_from_sites
from errdex.nouns.facts import FileFacts
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.sources import Distribution, SourceFile
from errdex.nouns.templates import Template

calls = 0
def dying(*arguments):
    global calls
    calls += 1
    if calls == int(sys.argv[2]):
        os.kill(os.getpid(), 9)
    return original(*arguments)

original, Connection.execute_all = Connection.execute_all, dying
writer = Writer(sys.argv[1])
files = []
for n in range(9):
    (row,) = writer.add_contents([content_from_facts(bytes([n]) * 20, 1, FileFacts((), (), (), (), (), None))]).values()
    site = Site(SiteKind.RAISE, 1, 1, "f", "ValueError", templates=(Template((f"killed {n}",)),))
    files.append(FileState(SourceFile(f"k{n}.py", "", "", 1, 1), row, unit_from_sites([site])))
writer.put_distribution(DistributionState(Distribution("pypi", "killed", "1"), "/k", "", False, b"", 1, 1, tuple(files)))
"""


@pytest.mark.parametrize("step", ["11", "15", "19", "22"])
def test_a_run_killed_in_a_transaction_leaves_the_last_good_state_and_its_facts(
    path: str, site: Callable[..., Site], store: Callable[..., int], step: str
) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": [site("bad mode ", None)]})
    ended = subprocess.run([sys.executable, "-c", KILLED, path, step], check=False)
    assert ended.returncode == -9
    found = counts(path)
    assert (found["distribution"], found["site"], found["file"]) == (1, 1, 1)
    assert found["content"] == 10
    assert subprocess.run([sys.executable, "-c", KILLED, path, "99"], check=False).returncode == 0
    assert counts(path)["site"] == 10


def test_two_writers_and_a_reader_do_not_disturb_each_other(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    Writer(path).close()
    wrong: list[Exception] = []

    def write(name: str) -> None:
        try:
            with Writer(path) as writer:
                for n in range(15):
                    files = {f"{n}.py": [site(f"{name} text {n} ", None)]}
                    store(writer, files, Distribution("pypi", name, str(n)), root="/" + name)
        except Exception as error:  # noqa: BLE001 - a thread's end
            wrong.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    with Reader(path, lasting=True) as reader:
        while any(thread.is_alive() for thread in threads):
            list(reader.templates_with_words({"one", "two", "text", "3"}))
    for thread in threads:
        thread.join()
    assert wrong == []
    assert counts(path)["distribution"] == 30


def test_facts_that_nothing_uses_go_after_a_day(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": []})
        store(writer, {"a.py": []}, text="changed")
        writer.tidy()
        assert counts(path)["content"] == 2
        writer._connection.execute("UPDATE content SET added = 0")
        writer.tidy()
        assert counts(path)["content"] == 1


def test_an_older_analysis_is_replaced(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        (row,) = writer.add_contents([Content(b"h", 1, None, None, None, "unread then")]).values()
        (again,) = writer.add_contents([Content(b"h", 2, b"[]", b"", None, None)]).values()
    assert again == row
    with Reader(path) as reader:
        assert reader.content_row(b"h", 1) is None
        assert reader.content_row(b"h", 2) == row


def test_closing_leaves_one_file(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        store(writer, {"a.py": []})
    assert os.listdir(Path(path).parent) == ["catalogue.sqlite"]
