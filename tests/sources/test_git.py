from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

import pytest

from errdex.errors import ArchiveError, DownloadError
from errdex.nouns.sources import Distribution, Unread
from errdex.sources.git import Revision, find_revision, open_revision
from errdex.sources.unpack import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Write = Callable[[dict[str, str]], Path]

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    assert list(folder.iterdir()) == []


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repository(write: Write) -> Path:
    """Two commits: `v1` tags the first, `main` is the second."""
    root = write(
        {
            "repo/src/foo/__init__.py": "x = 1\n",
            "repo/.gitattributes": "*.py filter=evil export-ignore\n",
            "repo/build/tool.py": "",
            "repo/notes.txt": "",
        }
    )
    repo = root / "repo"
    git(repo, "init", "--quiet")
    git(repo, "add", ".")
    git(repo, "commit", "--quiet", "--message", "one")
    git(repo, "tag", "v1")
    (repo / "src/foo/__init__.py").write_text("x = 2\n")
    (repo / "link.py").symlink_to("src/foo/__init__.py")
    git(repo, "add", ".")
    git(repo, "commit", "--quiet", "--message", "two")
    git(repo, "remote", "add", "origin", "git@github.com:owner/name.git")
    return repo


def opened(text: str) -> Revision:
    revision = find_revision(text)
    assert revision is not None
    return revision


@pytest.mark.parametrize(
    ("text", "address", "revision", "repo"),
    [
        ("owner/name@v1", "https://github.com/owner/name", "v1", "owner/name"),
        ("owner/name@feature/x", "https://github.com/owner/name", "feature/x", "owner/name"),
        ("https://gitlab.com/o/n.git@v1", "https://gitlab.com/o/n.git", "v1", "o/n"),
        ("https://gitlab.com/o/n", "https://gitlab.com/o/n", "HEAD", "o/n"),
        ("git+https://example.org/o/n@0123abcd", "https://example.org/o/n", "0123abcd", None),
        ("git@github.com:o/n.git@v1", "git@github.com:o/n.git", "v1", "o/n"),
        ("ssh://git@github.com/o/n.git", "ssh://git@github.com/o/n.git", "HEAD", "o/n"),
        ("file:///srv/n.git@v1", "file:///srv/n.git", "v1", None),
    ],
)
def test_every_form_of_a_repository_is_read(text: str, address: str, revision: str, repo: str | None) -> None:
    assert find_revision(text) == Revision(text, address, revision, False, repo)


@pytest.mark.parametrize(
    "text",
    [
        "owner/name",
        "owner/name@--upload-pack=x",
        "owner/name@",
        "a/b/c@v1",
        "ext::sh -c x@v1",
        "-x/y@v1",
        "o/n@a..b",
        "o/n@v1:x",
        "x@y",
    ],
)
def test_other_texts_are_no_repository(text: str) -> None:
    assert find_revision(text) is None


def test_a_local_repository_is_read_at_a_revision_as_committed(repository: Path) -> None:
    (repository / "src/foo/__init__.py").write_text("x = 3\n")
    commit = git(repository, "rev-parse", "v1")

    with open_revision(opened(f"{repository}@v1")) as tree:
        assert tree.distribution == Distribution("git", "repo", commit[:12], "owner/name")
        assert [(file.path, file.module) for file in tree.files] == [
            ("build/tool.py", "build.tool"), ("src/foo/__init__.py", "foo"),
        ]  # fmt: skip
        with open(tree.files[1].location, encoding="utf-8") as file:
            assert file.read() == "x = 1\n"
        assert tree.origin == f"git commit {commit}"

    assert not os.path.exists(tree.root)


@pytest.mark.parametrize("revision", ["main", "v1", "HEAD"])
def test_a_repository_elsewhere_is_fetched(repository: Path, revision: str) -> None:
    with open_revision(opened(f"{repository.as_uri()}@{revision}")) as tree:
        assert tree.distribution.version == git(repository, "rev-parse", revision)[:12]


def test_a_commit_is_fetched_by_its_name_or_its_start(repository: Path) -> None:
    commit = git(repository, "rev-parse", "v1")

    for name in (commit, commit[:7]):
        with open_revision(opened(f"{repository.as_uri()}@{name}")) as tree:
            assert tree.distribution.version == commit[:12]


def test_links_and_large_files_are_unread(repository: Path) -> None:
    limits = Limits(member_bytes=5)

    with open_revision(opened(f"{repository}@main"), limits=limits) as tree:
        assert tree.unread == (
            Unread("link.py", "is a link inside the repository"),
            Unread("src/foo/__init__.py", "holds more than 5 bytes"),
        )


def test_limits_hold_for_a_commit_too(repository: Path) -> None:
    with (
        pytest.raises(ArchiveError, match="holds more than 2 members"),
        open_revision(opened(f"{repository}@main"), limits=Limits(members=2)),
    ):
        pytest.fail("it was opened")


def test_no_hook_and_no_filter_runs(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "filter.evil.smudge", f"touch {tmp_path}/ran")
    git(repository, "config", "core.fsmonitor", f"touch {tmp_path}/ran")
    hook = repository / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)

    for text in (f"{repository}@main", f"{repository.as_uri()}@main"):
        with open_revision(opened(text)):
            pass

    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("{path}@nothing", "the repository has no such revision"),
        ("{url}@main~1", "from elsewhere only a branch, a tag or a commit can be fetched"),
        ("{url}@nothing", "git says: fatal: couldn't find remote ref nothing"),
        ("{url}@deadbeef", "the repository has no such revision"),
        ("{url}/gone@main", "git says: fatal:"),
    ],
)
def test_what_cannot_be_had_is_told(repository: Path, form: str, reason: str) -> None:
    text = form.format(path=repository, url=repository.as_uri())

    with pytest.raises(DownloadError) as caught, open_revision(opened(text)):
        pytest.fail("it was opened")

    assert str(caught.value).startswith(f"{text}: {reason}")


def test_without_git_that_is_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    revision = opened(f"{repository}@main")
    monkeypatch.setattr(shutil, "which", lambda _: None)

    with pytest.raises(DownloadError, match="git command, which is not installed"), open_revision(revision):
        pytest.fail("it was opened")
