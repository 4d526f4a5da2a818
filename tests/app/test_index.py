"""Indexing a throw-away environment, again and again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from typing import TYPE_CHECKING, NamedTuple

import pytest

from errdex.app import index as index_module
from errdex.app.index import index
from errdex.app.indexing import analyse_batch, link_tree, plan, reading
from errdex.app.options import IndexOptions
from errdex.app.sites import iter_sites, site_line
from errdex.app.status import read_status
from errdex.catalogue.read import Reader
from errdex.errors import CatalogueUnreadableError, TargetNotFoundError
from errdex.languages import registry
from errdex.linking import link
from errdex.nouns.sources import Environment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from errdex.app.index import IndexSummary

BAD = 'def f(mode):\n    raise ValueError(f"bad mode {mode}")\n'


class Place:
    """An environment below the test's folder, and a catalogue beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.site = folder / "venv/lib/python3.11/site-packages"
        self.site.mkdir(parents=True)
        self.stdlib = folder / "stdlib"
        self.write("json.py", "", self.stdlib)
        self.write("bin/python", "", folder / "venv")
        self.environment = Environment(str(folder / "venv/bin/python"), "3.11.7", str(self.stdlib), (str(self.site),))
        self.catalogue = str(folder / "catalogue.sqlite")

    def write(self, name: str, text: str, folder: Path | None = None) -> Path:
        path = (folder or self.site) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def install(self, name: str, version: str, files: dict[str, str]) -> None:
        for path, text in files.items():
            self.write(path, text)
        info = f"{name}-{version}.dist-info"
        self.write(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        self.write(f"{info}/RECORD", "".join(f"{path},,\n" for path in [*files, f"{info}/METADATA", f"{info}/RECORD"]))

    def uninstall(self, name: str, version: str, *files: str) -> None:
        shutil.rmtree(self.site / f"{name}-{version}.dist-info")
        for file in files:
            (self.site / file).unlink()

    def index(self, *targets: str, jobs: int | None = 1, prune: bool = False) -> IndexSummary:
        return index(targets, IndexOptions(self.catalogue, self.environment.python, jobs, prune))

    def lines(self) -> list[tuple[str, str, str, int, str]]:
        """All sites: distribution, version, file, line, text."""
        return [
            (s.distribution.name, s.distribution.version, s.ref.file, s.site.line, s.site.templates[0].text)
            for s in iter_sites((), IndexOptions(self.catalogue))
        ]


class Counts(NamedTuple):
    """What of a summary tells what was done."""

    changed: int
    analysed: int
    files: int
    sites: int


def counts(summary: IndexSummary) -> Counts:
    return Counts(summary.changed, summary.analysed, summary.files, summary.sites)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    made = Place(tmp_path)
    monkeypatch.setattr(index_module, "read_environment", lambda python: made.environment)
    return made


def test_everything_installed_is_indexed_and_the_next_run_does_nothing(place: Place) -> None:
    place.install("demo", "1.0", {"demo/__init__.py": BAD, "demo/broken.py": "def f(:\n"})

    first = place.index()

    assert counts(first) == Counts(2, 3, 3, 1)
    assert [(file.package, file.path) for file in first.unread] == [("demo", "demo/broken.py")]
    assert first.unread[0].reason.startswith("line 1: ")
    assert place.lines() == [("demo", "1.0", "demo/__init__.py", 2, "bad mode {}")]
    again = place.index()
    assert counts(again) == Counts(0, 0, 3, 1)
    assert again.unread == first.unread


def test_only_what_changed_is_analysed_and_linked_again(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD, "other.py": "x = 1\n"})
    place.install("calm", "1.0", {"calm.py": BAD.replace("bad", "calm")})
    place.index()
    place.write("demo.py", BAD.replace("bad mode", "worse mode"))

    assert counts(place.index()) == Counts(1, 1, 4, 2)
    assert [line[-1] for line in place.lines()] == ["calm mode {}", "worse mode {}"]


def test_a_touched_file_is_read_but_neither_analysed_nor_linked(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    place.index()
    os.utime(place.site / "demo.py", ns=(1, 1))

    assert counts(place.index()) == Counts(0, 0, 2, 1)
    with Reader(place.catalogue) as reader:
        (ref,) = reader.files_ending("demo.py")
        assert reader.location(ref.file_row) == (str(place.site / "demo.py"), len(BAD), 1)


def test_an_upgrade_analyses_only_files_that_differ_and_keeps_the_old_version_until_pruned(place: Place) -> None:
    place.install("demo", "1.0", {"demo/a.py": BAD, "demo/b.py": "x = 1\n"})
    place.index()
    place.uninstall("demo", "1.0", "demo/a.py", "demo/b.py")
    place.install("demo", "2.0", {"demo/a.py": BAD, "demo/b.py": "x = 2\n"})

    assert counts(place.index()) == Counts(1, 1, 3, 1)
    assert [line[:2] for line in place.lines()] == [("demo", "1.0"), ("demo", "2.0")]
    with Reader(place.catalogue, place.environment.python) as reader:
        assert [(ref.version, ref.active) for ref in reader.files_ending("demo/a.py")] == [
            ("2.0", True),
            ("1.0", False),
        ]
    assert place.index(prune=True).removed == 1
    assert [line[:2] for line in place.lines()] == [("demo", "2.0")]


def test_what_is_no_longer_installed_is_not_active(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    place.index()
    place.uninstall("demo", "1.0", "demo.py")
    place.index()
    with Reader(place.catalogue, place.environment.python) as reader:
        assert [ref.active for ref in reader.files_ending("demo.py")] == [False]


BASE = 'class BaseFault(Exception):\n    def __init__(self, what):\n        super().__init__(f"fault: {what}")\n'
USER = "from base import BaseFault\n\ndef f(x):\n    raise BaseFault(x)\n"


def test_a_distribution_is_linked_again_when_what_it_builds_on_changes(place: Place) -> None:
    place.install("base", "1.0", {"base.py": BASE})
    place.install("user", "1.0", {"user.py": USER})
    place.index()
    assert [line[-1] for line in place.lines() if line[0] == "user"] == ["fault: {}"]

    place.write("base.py", BASE.replace("fault: ", "failure of "))

    assert counts(place.index()) == Counts(2, 1, 3, 1)
    assert [line[-1] for line in place.lines() if line[0] == "user"] == ["failure of {}"]


def test_a_distribution_is_linked_again_when_what_it_builds_on_comes_later(place: Place) -> None:
    place.install("base", "1.0", {"base.py": BASE})
    place.install("user", "1.0", {"user.py": USER})
    place.index("user")
    assert [line[-1] for line in place.lines()] != ["fault: {}"]
    place.index()
    assert [line[-1] for line in place.lines() if line[0] == "user"] == ["fault: {}"]


def test_a_later_link_keeps_why_a_file_could_not_be_read(place: Place) -> None:
    place.install("base", "1.0", {"base.py": BASE})
    place.install("user", "1.0", {"user.py": USER, "odd.py": "x = 1\n"})
    (place.site / "odd.py").unlink()
    (place.site / "odd.py").symlink_to(place.site / "nowhere.py")
    before = place.index().unread
    place.write("base.py", BASE.replace("fault: ", "failure of "))
    assert place.index().unread == before


def test_newer_linking_links_again_and_newer_analysis_analyses_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    place.index()
    with monkeypatch.context() as patched:
        patched.setattr(plan, "LINKING_VERSION", link.LINKING_VERSION + 1)
        assert counts(place.index()) == Counts(2, 0, 2, 1)
        assert counts(place.index()) == Counts(0, 0, 2, 1)
    newer = registry.LANGUAGES[0]._replace(analysis_version=99)
    for module in (plan, analyse_batch):
        monkeypatch.setattr(module, "language_of", lambda path: newer)
    monkeypatch.setattr(plan, "ANALYSIS_VERSION", 99)
    assert counts(place.index()) == Counts(2, 2, 2, 1)
    assert counts(place.index()) == Counts(0, 0, 2, 1)


def test_one_target_makes_no_complete_environment(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    place.install("other", "1.0", {"other.py": BAD})
    place.index("demo")
    with Reader(place.catalogue, place.environment.python) as reader:
        assert (reader.knows_environment, reader.environment_is_complete) == (True, False)
        assert [ref.active for ref in reader.files_ending("demo.py")] == [True]
        assert list(reader.files_ending("other.py")) == []
    place.index()
    with Reader(place.catalogue, place.environment.python) as reader:
        assert reader.environment_is_complete


def test_a_directory_belongs_to_no_environment_and_is_not_pruned(place: Place) -> None:
    project = place.write("mine/mine.py", BAD, place.folder).parent
    summary = place.index(str(project))
    assert summary.sites == 1
    assert place.index(prune=True).removed == 0
    place.write("mine/mine.py", BAD + "\n", place.folder)
    place.index(str(project))
    assert [line[0] for line in place.lines()] == ["mine"]


def test_the_source_of_an_archive_stays_readable(place: Place) -> None:
    wheel = place.folder / "demo-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("demo.py", BAD)
        archive.writestr("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n")
        archive.writestr("demo-1.0.dist-info/RECORD", "demo.py,,\n")
    place.install("demo", "1.0", {"demo.py": BAD})
    place.index("demo")
    place.index(str(wheel))
    assert [known.root for known in read_status(place.catalogue).distributions] == ["", str(place.site)]
    place.index(prune=True)
    with Reader(place.catalogue) as reader:
        archived = [ref for ref in reader.files_ending("demo.py") if reader.location(ref.file_row)[0] == ""]
        assert [reader.stored_source(ref.file_row) for ref in archived] == [BAD.encode()]


def test_a_wrong_target_leaves_the_catalogue_alone(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    place.index()
    before = place.lines()
    with pytest.raises(TargetNotFoundError):
        place.index("demo", "nosuchthing")
    assert place.lines() == before


def test_a_broken_catalogue_is_left_as_it_is(place: Place) -> None:
    place.write("catalogue.sqlite", "this is not a database, and it is long enough", place.folder)
    with pytest.raises(CatalogueUnreadableError):
        place.index()


def fail_on_bad(content: bytes, path: str) -> str:
    if b"die" in content:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"raise" in content:
        raise RuntimeError("two\nlines")
    return "nothing here"


@pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is inherited by forked processes alone")
def test_a_file_that_ends_its_process_is_unread_and_the_others_are_not(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyse_batch, "analyse", fail_on_bad)
    monkeypatch.setattr(reading, "SERIAL_BYTES", 0)
    monkeypatch.setattr(analyse_batch, "BATCH_BYTES", 60)
    place.install("demo", "1.0", {f"m{n}.py": f"x = {n}\n" for n in range(40)} | {"bad.py": "# die\n", "odd.py": BAD})

    unread = {file.path: file.reason for file in place.index(jobs=2).unread}

    assert unread.pop("bad.py") == "the process that read it ended (signal 9): out of memory, or a crash"
    assert unread.pop("odd.py") == "errdex failed on it (RuntimeError: two lines)"
    assert set(unread.values()) == {"nothing here"}


def fail_to_link(files: Sequence[object], foreign: object) -> Sequence[object]:
    raise RuntimeError("cannot link")


def test_a_distribution_that_cannot_be_linked_says_so_and_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.install("demo", "1.0", {"demo.py": BAD})
    with monkeypatch.context() as patched:
        patched.setattr(link_tree, "link_distribution", fail_to_link)
        summary = place.index("demo")
    assert [file.reason for file in summary.unread] == ["linking failed: RuntimeError: cannot link"]
    assert counts(place.index("demo")) == Counts(1, 0, 1, 1)
    assert place.lines() == [("demo", "1.0", "demo.py", 2, "bad mode {}")]


def test_two_processes_come_to_the_same_as_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(6):
        place.install(f"demo{n}", "1.0", {f"demo{n}/m{k}.py": BAD.replace("mode", f"m{n}{k}") for k in range(4)})
    place.index()
    one = place.lines()
    os.unlink(place.catalogue)
    monkeypatch.setattr(reading, "SERIAL_BYTES", 0)
    monkeypatch.setattr(analyse_batch, "BATCH_BYTES", 100)
    place.index(jobs=2)
    assert place.lines() == one


INDEXING = """
import sys
from errdex.app import index as index_module
from errdex.app.indexing import reading
from errdex.app.options import IndexOptions
from errdex.nouns.sources import Environment

reading.FLUSH_BYTES = 1
catalogue, python, stdlib, site = sys.argv[1:]
index_module.read_environment = lambda _: Environment(python, "3.11.7", stdlib, (site,))
index_module.index([], IndexOptions(catalogue, python, 1))
"""


def test_a_run_that_is_killed_goes_on_where_it_was(place: Place) -> None:
    for n in range(4):
        functions = [BAD.replace("bad", f"bad{n}x{k}").replace("def f", f"def f{k}") for k in range(300)]
        place.install(f"demo{n}", "1.0", {f"demo{n}.py": "\n".join(functions)})
    arguments = [place.catalogue, place.environment.python, place.environment.stdlib, *place.environment.paths]
    delay = 0.05
    for _ in range(40):
        running = subprocess.Popen([sys.executable, "-c", INDEXING, *arguments])
        time.sleep(delay)
        running.kill()
        if running.wait() == 0:
            break
        delay *= 1.3
    place.index()
    assert len(place.lines()) == 1200
    assert counts(place.index()) == Counts(0, 0, 5, 1200)


def test_two_runs_at_once_come_to_the_same_as_one(place: Place) -> None:
    for n in range(8):
        functions = [BAD.replace("bad", f"bad{n}x{k}").replace("def f", f"def f{k}") for k in range(60)]
        place.install(f"demo{n}", "1.0", {f"demo{n}.py": "\n".join(functions)})
    arguments = [place.catalogue, place.environment.python, place.environment.stdlib, *place.environment.paths]
    running = [subprocess.Popen([sys.executable, "-c", INDEXING, *arguments]) for _ in range(2)]
    assert [one.wait() for one in running] == [0, 0]
    both = place.lines()
    place.index()  # what one run linked before the other had stored what it leans on is linked again
    assert place.lines() == both
    assert counts(place.index()) == Counts(0, 0, 9, 480)
    os.unlink(place.catalogue)
    place.index()
    assert place.lines() == both


def test_a_site_as_a_line_for_programs(place: Place) -> None:
    place.install(
        "demo", "1.0", {"demo.py": "def f(mode):\n    if mode < 1:\n        raise ValueError('no %r' % mode)\n"}
    )
    (listed,) = iter_sites(["demo"], IndexOptions(place.catalogue, place.environment.python, 1))
    line = site_line(listed)
    assert line == line | {
        "id": listed.record,
        "package": "demo",
        "version": "1.0",
        "ecosystem": "pypi",
        "file": "demo.py",
        "line": 3,
        "end_line": 3,
        "function": "f",
        "kind": "raise",
        "exception": "ValueError",
        "templates": [{"text": "no {!r}", "parts": ["no ", None]}],
    }
    assert [(clause["text"], clause["line"]) for clause in line["condition"]] == [("mode < 1", 2)]  # type: ignore[attr-defined]
    with Reader(place.catalogue) as reader:
        assert [ref.line for ref in reader.find_record(listed.record)] == [3]


def test_status_says_what_there_is(place: Place) -> None:
    place.install("demo", "1.0", {"demo.py": BAD, "broken.py": "def f(:\n"})
    place.index()
    status = read_status(place.catalogue)
    assert [(d.distribution.name, d.files, d.sites, d.environments) for d in status.distributions] == [
        ("cpython-stdlib", 1, 0, (place.environment.python,)),
        ("demo", 2, 1, (place.environment.python,)),
    ]
    assert (status.totals.distributions, status.totals.files, status.totals.sites, status.totals.templates) == (
        2,
        3,
        1,
        1,
    )
    assert [file.path for file in status.unread] == ["broken.py"]
    assert [(known.version, known.complete) for known in status.environments] == [("3.11.7", True)]
