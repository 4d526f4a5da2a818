from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from errdex.errors import ArchiveError
from errdex.sources.unpack import Limits, Unpacking, find_link_target, find_safe_path

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("pkg/a.py", "pkg/a.py"),
        ("./pkg//a.py", "pkg/a.py"),
        ("pkg\\a.py", "pkg/a.py"),
        ("./", ""),
        ("pkg/..a.py", "pkg/..a.py"),
        ("../a.py", None),
        ("pkg/../../a.py", None),
        ("..\\a.py", None),
        ("/etc/passwd", None),
        ("\\server\\x", None),
        ("C:/x", None),
        ("C:x", None),
        ("a\0b", None),
        ("\ud800.py", None),
    ],
)
def test_a_member_stays_below_the_root_or_has_no_path(name: str, path: str | None) -> None:
    assert find_safe_path(name) == path


@given(st.text("ab./\\: C", max_size=30))
@example("..")
def test_no_name_leads_out(name: str) -> None:
    path = find_safe_path(name)

    if path is not None:
        root = os.path.abspath("root")
        assert os.path.commonpath([root, os.path.abspath(os.path.join(root, path))]) == root


@pytest.mark.parametrize(
    ("path", "target", "found"),
    [
        ("pkg/link.py", "a.py", "pkg/a.py"),
        ("pkg/link.py", "../a.py", "a.py"),
        ("pkg/link.py", "../../a.py", None),
        ("link", "..", None),
        ("pkg/link.py", "/etc/passwd", None),
    ],
)
def test_a_link_leads_inside_or_nowhere(path: str, target: str, found: str | None) -> None:
    assert find_link_target(path, target) == found


def test_a_file_is_written_with_its_time(tmp_path: Path) -> None:
    Unpacking("a.whl", str(tmp_path), Limits()).write("pkg/a.py", [b"x", b"y"], 1_000_000)

    assert (tmp_path / "pkg" / "a.py").read_bytes() == b"xy"
    assert (tmp_path / "pkg" / "a.py").stat().st_mtime == 1_000_000


@pytest.mark.parametrize("seconds", [-5.0, 1e30, 0.0])
def test_any_time_will_do(tmp_path: Path, seconds: float) -> None:
    Unpacking("a.whl", str(tmp_path), Limits()).write("a.py", [], seconds)

    assert (tmp_path / "a.py").exists()


def test_limits_hold(tmp_path: Path) -> None:
    unpacking = Unpacking("a.whl", str(tmp_path), Limits(members=2, member_bytes=3, total_bytes=5))

    with pytest.raises(ArchiveError) as caught:
        unpacking.write("a.py", [b"12", b"34"], 0)
    assert str(caught.value) == "a.whl: the member 'a.py' holds more than 3 bytes; nothing was unpacked"
    with pytest.raises(ArchiveError, match="more than 5 bytes"):
        unpacking.count(6)
    unpacking.admit("a")
    unpacking.admit("b")
    with pytest.raises(ArchiveError, match="more than 2 members"):
        unpacking.admit("c")


@pytest.mark.parametrize("path", ["x" * 300 + ".py", "d/" * 100 + "a.py"])
def test_a_name_that_is_too_long_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(ArchiveError, match="a name that is too long"):
        Unpacking("a.whl", str(tmp_path), Limits()).write(path, [], 0)


def test_a_file_where_a_folder_is_needed_is_refused(tmp_path: Path) -> None:
    unpacking = Unpacking("a.whl", str(tmp_path), Limits())
    unpacking.write("a.py", [], 0)

    with pytest.raises(ArchiveError, match="cannot be written"):
        unpacking.write("a.py/b.py", [], 0)
