from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from errdex.nouns.sources import Unread
from errdex.sources.walk import WalkRules, readable_names, walk_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]


def paths(root: Path, rules: WalkRules | None = None) -> list[tuple[str, str]]:
    return sorted((file.path, file.module) for file in walk_files(str(root), rules or WalkRules()).files)


def test_source_files_come_with_path_module_size_and_time(write: Write) -> None:
    root = write({"pkg/__init__.py": "", "pkg/mod.py": "raise\n", "pkg/data.txt": "", "pkg/__pycache__/mod.py": ""})
    os.utime(root / "pkg/mod.py", ns=(5, 7_000_000_000))

    files = sorted(walk_files(str(root), WalkRules()).files)

    assert [file.path for file in files] == ["pkg/__init__.py", "pkg/mod.py"]
    assert files[1] == (
        "pkg/mod.py", str(root / "pkg" / "mod.py"), "pkg.mod", len((root / "pkg/mod.py").read_bytes()), 7_000_000_000,
    )  # fmt: skip


def test_other_suffixes_list_other_files(write: Write) -> None:
    root = write({"pkg/mod.py": "", "pkg/fast.abi3.so": ""})

    assert paths(root, WalkRules((".so", ".pyd"))) == [("pkg/fast.abi3.so", "pkg.fast")]


def test_what_stands_before_a_folder_is_given(write: Write) -> None:
    root = write({"mod.py": ""})

    assert paths(root, WalkRules(path="pkg/", module="pkg.")) == [("pkg/mod.py", "pkg.mod")]


def test_a_module_below_a_folder_that_cannot_be_imported_has_no_name(write: Write) -> None:
    root = write({"some-scripts/sub/run.py": ""})

    assert paths(root) == [("some-scripts/sub/run.py", "")]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links_that_lead_back_or_inside_are_not_listed_twice(write: Write) -> None:
    root = write({"tree/pkg/mod.py": ""}) / "tree"
    (root / "pkg" / "loop").symlink_to(root)
    (root / "alias").symlink_to(root / "pkg")

    assert paths(root) == [("pkg/mod.py", "pkg.mod")]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_folder_outside_is_followed_once(write: Write) -> None:
    root = write({"tree/mod.py": "", "outside/pkg/inner.py": ""})
    (root / "tree" / "first").symlink_to(root / "outside")
    (root / "tree" / "second").symlink_to(root / "outside")

    found = [path for path, _ in paths(root / "tree")]

    assert len(found) == 2
    assert "mod.py" in found


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_broken_link_is_unread(write: Write) -> None:
    root = write({"mod.py": ""})
    (root / "gone.py").symlink_to(root / "nowhere")

    assert walk_files(str(root), WalkRules()).unread == [Unread("gone.py", "is a broken link")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_is_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")

    assert walk_files(str(tmp_path), WalkRules()).unread == [Unread("pipe.py", "is no regular file")]


def test_a_folder_that_is_not_there_is_unread(tmp_path: Path) -> None:
    walked = walk_files(str(tmp_path / "gone"), WalkRules())

    assert walked.files == []
    assert walked.unread == [Unread(".", "cannot be listed (No such file or directory)")]


def test_deep_folders_do_not_recurse(tmp_path: Path) -> None:
    start = os.getcwd()
    os.chdir(tmp_path)
    try:
        for _ in range(300):
            os.mkdir("d")
            os.chdir("d")
        open("mod.py", "w").close()
    finally:
        os.chdir(start)

    assert [path.count("/") for path, _ in paths(tmp_path)] == [300]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such names")
def test_a_name_that_is_no_text_is_unread(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/bad\xff.py", "w"):
        pass

    walked = readable_names(walk_files(str(tmp_path), WalkRules()))

    assert walked.files == []
    assert walked.unread == [Unread("bad\\xff.py", "the file's name is not UTF-8")]
