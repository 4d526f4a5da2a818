from __future__ import annotations

import contextlib
import io
import os
import struct
import tarfile
import tempfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errdex.errors import ArchiveError, TargetNotFoundError
from errdex.nouns.sources import Distribution, Unread
from errdex.sources.archive import open_archive
from errdex.sources.unpack import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

METADATA = "Metadata-Version: 2.1\nName: Foo\nVersion: 1.0\nProject-URL: Source, https://github.com/o/n\n\n"
TIGHT = Limits(members=20, member_bytes=10_000, total_bytes=100_000)


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a test does, the folder for temporary files is empty afterwards."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


def zipped(path: Path, files: dict[str, str | bytes]) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return str(path)


def member(name: str, content: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    tarinfo = tarfile.TarInfo(name)
    tarinfo.size, tarinfo.mtime = len(content), 1_580_601_600
    for field, value in fields.items():
        setattr(tarinfo, field, value)
    return tarinfo, content


def tarred(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> str:
    mode = path.suffix[1:] if path.suffix in {".gz", ".bz2", ".xz"} else ""
    with tarfile.open(str(path), f"w:{mode}") as archive:  # type: ignore[call-overload]  # the mode is computed
        for tarinfo, content in members:
            archive.addfile(tarinfo, io.BytesIO(content))
    return str(path)


def refused(path: str, limits: Limits = TIGHT) -> str:
    with pytest.raises(ArchiveError) as caught, open_archive(path, limits=limits):
        pytest.fail("it was opened")
    assert caught.value.path == path
    return caught.value.reason


def test_a_wheel_is_listed_as_installed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "foo-1.0-py3-none-any.whl", {
        "foo/__init__.py": "x = 1\n",
        "foo/fast.so": b"\x7fELF",
        "foo-1.0.data/purelib/foo/pure.py": "",
        "foo-1.0.data/platlib/bar.py": "",
        "foo-1.0.data/scripts/run.py": "",
        "foo-1.0.dist-info/METADATA": METADATA,
        "foo-1.0.dist-info/license.py": "",
    })  # fmt: skip

    with open_archive(path) as tree:
        assert tree.distribution == Distribution("pypi", "foo", "1.0", "o/n")
        assert [(file.path, file.module) for file in tree.files] == [
            ("bar.py", "bar"), ("foo/__init__.py", "foo"), ("foo/pure.py", "foo.pure"),
        ]  # fmt: skip
        assert tree.files[1].mtime_ns == 1_580_601_600_000_000_000
        with open(tree.files[1].location, encoding="utf-8") as file:
            assert file.read() == "x = 1\n"
        assert sorted(os.listdir(tree.root)) == ["bar.py", "foo", "foo-1.0.dist-info"]
    with open_archive(path, (".so",)) as tree:
        assert [file.module for file in tree.files] == ["foo.fast"]


@pytest.mark.parametrize("name", ["foo-1.0.tar.gz", "foo-1.0.tar.bz2", "foo-1.0.tar.xz", "foo-1.0.tar"])
def test_a_source_archive_is_listed_without_its_root_folder(tmp_path: Path, name: str) -> None:
    path = tarred(tmp_path / name, [
        member("foo-1.0", type=tarfile.DIRTYPE),
        member("foo-1.0/PKG-INFO", METADATA.encode()),
        member("foo-1.0/pyproject.toml", b""),
        member("foo-1.0/src/foo/__init__.py", b"x = 1\n"),
        member("foo-1.0/data.bin", b"\0" * 3000),
        member("foo-1.0/build/tool.py", b""),
        member("foo-1.0/link.py", type=tarfile.SYMTYPE, linkname="src/foo/__init__.py"),
    ])  # fmt: skip

    with open_archive(path) as tree:
        assert tree.distribution == Distribution("pypi", "foo", "1.0", "o/n")
        assert [(file.path, file.module) for file in tree.files] == [
            ("build/tool.py", "build.tool"), ("src/foo/__init__.py", "foo"),
        ]  # fmt: skip
        assert tree.unread == (Unread("link.py", "is a link inside the archive"),)
        assert tree.origin == "source archive"


def test_a_zipped_project_is_local_and_named_by_its_file(tmp_path: Path) -> None:
    path = zipped(tmp_path / "My_tool-2.1.zip", {"pkg/__init__.py": "", "pkg/a.py": ""})

    with open_archive(path) as tree:
        assert tree.distribution == Distribution("local", "my-tool", "2.1")
        assert [(file.path, file.module) for file in tree.files] == [("pkg/__init__.py", "pkg"), ("pkg/a.py", "pkg.a")]


def test_what_was_unpacked_is_gone_also_when_the_user_fails(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.py": ""})

    with pytest.raises(KeyError), open_archive(path) as tree:
        raise KeyError(tree.root)

    assert not os.path.exists(tree.root)


HOSTILE_NAMES = ["../a.py", "/a.py", "x/../../a.py", "..\\a.py", "C:\\a.py", "../../etc/passwd"]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_member_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    expected = f"the member {name!r} leads out of the archive"

    assert refused(tarred(tmp_path / "a.tar.gz", [member("a/x.py"), member(name, b"x")])) == expected
    assert refused(zipped(tmp_path / "a.zip", {name: "x"})) == expected


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
@pytest.mark.parametrize("target", ["/etc/passwd", "../../x"])
def test_a_link_that_leads_out_is_refused(tmp_path: Path, kind: bytes, target: str) -> None:
    path = tarred(tmp_path / "a.tar", [member("a/x.py", type=kind, linkname=target)])

    assert refused(path) == "the link 'a/x.py' leads out of the archive"


def test_a_link_that_leads_out_of_a_zip_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        link = zipfile.ZipInfo("a/x.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "../../etc/passwd")

    assert refused(str(tmp_path / "a.zip")) == "the link 'a/x.py' leads out of the archive"


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_a_device_is_refused(tmp_path: Path, kind: bytes) -> None:
    path = tarred(tmp_path / "a.tar", [member("a/x.py", type=kind)])

    assert refused(path) == "the member 'a/x.py' is no file, folder or link"


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    names = [f"a/{number}.txt" for number in range(21)]

    assert refused(tarred(tmp_path / "a.tar", [member(name) for name in names])) == "holds more than 20 members"
    assert refused(zipped(tmp_path / "a.zip", dict.fromkeys(names, ""))) == "holds more than 20 members"


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"])
def test_a_member_that_grows_too_large_is_refused(tmp_path: Path, name: str) -> None:
    path = tarred(tmp_path / name, [member("a/x.py", b"#" * 10_001)])

    assert refused(path) == "the member 'a/x.py' holds more than 10,000 bytes"


@pytest.mark.parametrize("name", ["a.tar.gz", "a.tar.bz2", "a.tar.xz"])
def test_a_bomb_of_things_that_are_not_kept_is_refused(tmp_path: Path, name: str) -> None:
    path = tarred(tmp_path / name, [member("a/zeros.bin", b"\0" * 2_000_000), member("a/x.py")])

    assert refused(path) == "holds more than 100,000 bytes"


def test_members_of_a_zip_that_share_their_content_are_counted_each(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {f"a/{number}.py": b"#" * 9_999 for number in range(15)})

    assert refused(path) == "holds more than 100,000 bytes"


def test_a_header_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    long_name = tarfile.TarInfo("././@LongLink")
    long_name.type, long_name.size = tarfile.GNUTYPE_LONGNAME, 50_000_000
    content = long_name.tobuf() + b"x" * 50_000_000

    (tmp_path / "a.tar").write_bytes(content)

    assert refused(str(tmp_path / "a.tar"), Limits()) == "holds a header that is too large"


def test_a_chain_of_long_names_is_refused(tmp_path: Path) -> None:
    long_name = tarfile.TarInfo("././@LongLink")
    long_name.type, long_name.size = tarfile.GNUTYPE_LONGNAME, 1
    (tmp_path / "a.tar").write_bytes((long_name.tobuf() + b"x".ljust(512, b"\0")) * 3000)

    assert refused(str(tmp_path / "a.tar"), Limits()).startswith(("is no readable archive", "holds a header"))


def test_an_archive_that_ends_early_is_refused(tmp_path: Path) -> None:
    path = tarred(tmp_path / "a.tar.gz", [member("a/x.py", os.urandom(9000))])
    content = (tmp_path / "a.tar.gz").read_bytes()
    (tmp_path / "a.tar.gz").write_bytes(content[: len(content) // 2])

    assert refused(path).startswith("is no readable archive")


def test_an_encrypted_or_oddly_compressed_member_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a/x.py", "x")
    zipped(tmp_path / "b.zip", {"a.py": "x"})
    content = bytearray((tmp_path / "b.zip").read_bytes())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(mark) + offset] |= 1
    (tmp_path / "b.zip").write_bytes(content)

    assert refused(str(tmp_path / "a.zip")) == "the member 'a/x.py' has an unusual compression"
    assert refused(str(tmp_path / "b.zip")).startswith("is no readable archive")


def test_a_member_without_a_name_is_passed_over(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"aaa": "x", "b.py": ""})
    content = (tmp_path / "a.zip").read_bytes()
    (tmp_path / "a.zip").write_bytes(content.replace(b"aaa", b"\0aa"))

    with open_archive(path) as tree:
        assert [file.path for file in tree.files] == ["b.py"]


def test_a_list_of_members_that_claims_to_be_huge_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.py": "x"})
    content = bytearray((tmp_path / "a.zip").read_bytes())
    struct.pack_into("<L", content, content.rindex(b"PK\x05\x06") + 12, 0xF0000000)
    (tmp_path / "a.zip").write_bytes(content)

    assert refused(path) == "its list of members is too large"


def test_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(TargetNotFoundError), open_archive(str(tmp_path / "gone.whl")):
        pytest.fail("it was opened")


def test_a_folder_is_no_archive(tmp_path: Path) -> None:
    assert refused(str(tmp_path)) == "cannot be read (Is a directory)"


lenient = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@lenient
@given(
    content=st.binary(max_size=600),
    start=st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b\x08\0", b"BZh9", b"\xfd7zXZ\0"]),
)
def test_any_bytes_are_refused_or_empty(tmp_path: Path, start: bytes, content: bytes) -> None:
    (tmp_path / "a.whl").write_bytes(start + content)

    with contextlib.suppress(ArchiveError), open_archive(str(tmp_path / "a.whl"), limits=TIGHT) as tree:
        assert tree.files == ()


@lenient
@given(names=st.lists(st.text("ab./\\:C\0é", min_size=1, max_size=20).map(lambda name: name + ".py"), max_size=4))
def test_no_member_is_written_outside(tmp_path: Path, names: list[str]) -> None:
    before = {str(path) for path in tmp_path.rglob("*")}
    path = tarred(tmp_path / "b.tar", [member(name, b"x") for name in names])

    try:
        with open_archive(path, limits=TIGHT) as tree:
            for file in tree.files:
                assert os.path.realpath(file.location).startswith(os.path.realpath(tree.root) + os.sep)
    except ArchiveError:
        pass

    assert {str(path) for path in tmp_path.rglob("*")} - before <= {path}


@lenient
@given(position=st.integers(0, 10_000), value=st.integers(0, 255))
def test_a_damaged_wheel_is_read_or_refused(tmp_path: Path, position: int, value: int) -> None:
    path = zipped(tmp_path / "d.whl", {"foo/__init__.py": "x = 1\n", "foo-1.0.dist-info/METADATA": METADATA})
    content = bytearray((tmp_path / "d.whl").read_bytes())
    content[position % len(content)] = value
    (tmp_path / "d.whl").write_bytes(content)

    try:
        with open_archive(path, limits=TIGHT) as tree:
            assert all(os.path.isfile(file.location) for file in tree.files)
    except ArchiveError:
        pass
