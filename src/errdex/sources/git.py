"""A repository at a revision as a source tree, through the `git` command, without a checkout.

Files are taken from git's object store as they were committed: no hook, filter, submodule or attribute takes part.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager

from errdex.errors import ArchiveError, DownloadError
from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import SourceTree, Unread
from errdex.sources.directory import read_directory
from errdex.sources.project import MARKERS
from errdex.sources.repository import repository_of_url
from errdex.sources.unpack import Limits, Unpacking
from errdex.sources.walk import SUFFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_SECONDS = 900
_CHUNK = 64 * 1024
_SHORT = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]{0,38}/[\w.-]{1,100})@([^@\s]+)", re.ASCII)
_URL = re.compile(r"(?:git\+)?((?:https?|ssh|git|file)://[^\s/]*/[^\s@]+)(?:@([^@\s]+))?")
_SCP = re.compile(r"((?:[\w.-]+@)[\w.-]+:(?!//)[^\s@]+)(?:@([^@\s]+))?", re.ASCII)
_COMMIT = re.compile(r"[0-9a-f]{4,40}")
_FULL_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_ADDRESS = "https://github.com/"

_SETTINGS = (
    "core.hooksPath=" + os.devnull,
    "core.fsmonitor=false",
    "core.attributesFile=" + os.devnull,
    "fetch.recurseSubmodules=false",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "transfer.fsckObjects=false",
    "advice.detachedHead=false",
)
_VARIABLES = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "https:http:ssh:git:file",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            "GIT_EXTERNAL_DIFF", "GIT_NAMESPACE", "GIT_COMMON_DIR")  # fmt: skip


class Revision(NamedTuple):
    """A repository and what to read of it."""

    text: str
    """As the user gave it."""
    address: str
    """URL, or absolute path of a repository on this machine."""
    revision: str
    """Branch, tag or commit; `HEAD`: the default branch."""
    is_local: bool
    repo: str | None
    """`owner/name` when the address shows it."""


class _Entry(NamedTuple):
    """A file of a commit."""

    path: str
    object: str
    size: int
    is_link: bool


def find_revision(text: str) -> Revision | None:
    """`OWNER/NAME@REV`, a git URL with or without `@REV`, or `PATH@REV` of a repository here; `None`: something else."""
    folder, at, revision = text.rpartition("@")
    if at and revision and os.path.isdir(folder) and _is_repository(folder):
        return _checked(text, os.path.abspath(folder), revision, is_local=True)
    if match := _URL.fullmatch(text):
        address, revision = match[1], match[2] or "HEAD"
        return _checked(text, address, revision, is_local=False)
    if match := _SHORT.fullmatch(text):
        return _checked(text, _ADDRESS + match[1], match[2], is_local=False)
    if match := _SCP.fullmatch(text):
        return _checked(text, match[1], match[2] or "HEAD", is_local=False)
    return None


def _checked(text: str, address: str, revision: str, *, is_local: bool) -> Revision | None:
    # Neither may be read as an option, and `a..b` or `:path` names no commit.
    if revision.startswith("-") or address.startswith("-") or ".." in revision or ":" in revision:
        return None
    return Revision(text, address, revision, is_local, None if is_local else _repo_of_address(address))


def _repo_of_address(address: str) -> str | None:
    scp = re.fullmatch(r"(?:ssh://)?(?:[\w.-]+@)([\w.-]+)[:/](.+)", address)
    return repository_of_url(f"https://{scp[1]}/{scp[2]}" if scp else address)


@contextmanager
def open_revision(
    revision: Revision, suffixes: tuple[str, ...] = SUFFIXES, limits: Limits | None = None
) -> Iterator[SourceTree]:
    """The source files of a repository at a revision; what is fetched is gone when the context ends.

    Raises:
        DownloadError: git is missing, the repository has no such revision, or it cannot be fetched.
        ArchiveError: the commit holds too much.
    """
    with tempfile.TemporaryDirectory(prefix="errdex-") as folder:
        git = _Git(revision, revision.address if revision.is_local else os.path.join(folder, "git"))
        commit = git.find_commit() if revision.is_local else git.fetch()
        files = os.path.join(os.path.realpath(folder), "files")
        os.mkdir(files)
        unread = _unpack_commit(git, commit, Unpacking(revision.text, files, limits or Limits()), suffixes)
        yield _tree_of_commit(revision, git, commit, read_directory(files, suffixes, _name(revision)), unread)


def _name(revision: Revision) -> str:
    return re.split(r"[/:\\]", revision.address.rstrip("/\\"))[-1].removesuffix(".git") or "repository"


def _tree_of_commit(
    revision: Revision, git: _Git, commit: str, tree: SourceTree, unread: tuple[Unread, ...]
) -> SourceTree:
    repo = revision.repo or (git.find_origin() if revision.is_local else None) or tree.distribution.repo
    distribution = tree.distribution._replace(ecosystem="git", version=commit[:12], repo=repo)
    return tree._replace(distribution=distribution, unread=(*unread, *tree.unread), origin=f"git commit {commit}")


def _unpack_commit(git: _Git, commit: str, unpacking: Unpacking, suffixes: tuple[str, ...]) -> tuple[Unread, ...]:
    entries = [
        entry
        for entry in git.iter_entries(commit, unpacking)
        if entry.path.endswith(suffixes) or entry.path.rpartition("/")[2] in MARKERS
    ]
    too_large = [entry for entry in entries if not entry.is_link and entry.size > unpacking.limits.member_bytes]
    git.write_entries([entry for entry in entries if not entry.is_link and entry not in too_large], unpacking)
    links = tuple(Unread(entry.path, "is a link inside the repository") for entry in entries if entry.is_link)
    limit = f"{unpacking.limits.member_bytes:,}"
    return (*links, *(Unread(entry.path, f"holds more than {limit} bytes") for entry in too_large))


class _Git:
    """The `git` command on one repository."""

    def __init__(self, revision: Revision, folder: str) -> None:
        self._revision, self._folder = revision, folder
        if shutil.which("git") is None:
            raise DownloadError(revision.text, "this needs the git command, which is not installed")
        # A partial clone on this machine may name a remote of its own choice: reading objects must not reach for it.
        self._environment = {key: value for key, value in os.environ.items() if key not in _FOREIGN} | _VARIABLES
        self._environment.setdefault("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")

    def find_commit(self) -> str:
        """The commit that the revision names in a repository on this machine."""
        return self._commit_of(self._revision.revision)

    def fetch(self) -> str:
        """Fetches the revision alone, or the history when only that can tell it, into a new repository."""
        self._must("init", "--quiet", "--bare", "--template=", self._folder, inside=False)
        wanted = self._revision.revision
        if any(mark in wanted for mark in "~^*?["):
            raise DownloadError(self._revision.text, "from elsewhere only a branch, a tag or a commit can be fetched")
        depth = ("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
        address = self._revision.address
        ref = "refs/errdex/wanted"
        done = self._run(*depth, "--depth=1", "--end-of-options", address, f"+{wanted}:{ref}")
        if done.returncode == 0:
            return self._commit_of(ref)
        if not _COMMIT.fullmatch(wanted):
            raise DownloadError(self._revision.text, _shortened(done.stderr))
        # Servers give whole names only: an abbreviated commit is found among all of them.
        self._must(*depth, "--end-of-options", address, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        return self._commit_of(wanted)

    def _commit_of(self, name: str) -> str:
        done = self._run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        commit = done.stdout.decode("ascii", "replace").strip().rpartition("\n")[2]
        if done.returncode != 0 or not _FULL_COMMIT.fullmatch(commit):
            # Quiet about a name that is not there, git still says when the repository itself cannot be used.
            reason = _shortened(done.stderr) if b"fatal:" in done.stderr else "the repository has no such revision"
            raise DownloadError(self._revision.text, reason)
        return commit

    def find_origin(self) -> str | None:
        """`owner/name` of a local repository's remote `origin`."""
        done = self._run("config", "--get", "remote.origin.url")
        return _repo_of_address(done.stdout.decode("utf-8", "replace").strip())

    def iter_entries(self, commit: str, unpacking: Unpacking) -> Iterator[_Entry]:
        """Files and links of a commit; submodules are no part of it."""
        listing = self._must("ls-tree", "-r", "-z", "-l", "--full-tree", commit)
        for line in listing.split(b"\0"):
            described, tab, name = line.partition(b"\t")
            fields = described.split()
            if tab and len(fields) == 4 and fields[1] == b"blob":
                path = unpacking.admit(name.decode("utf-8", "surrogateescape"))
                yield _Entry(path, fields[2].decode("ascii"), int(fields[3]), fields[0] == b"120000")

    def write_entries(self, entries: list[_Entry], unpacking: Unpacking) -> None:
        """Writes the files' contents as they were committed."""
        with tempfile.TemporaryFile() as names:
            names.write("".join(entry.object + "\n" for entry in entries).encode("ascii"))
            names.seek(0)
            command = self._command("cat-file", "--batch")
            with subprocess.Popen(
                command, stdin=names, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self._environment
            ) as process:
                try:
                    # Popen's pipe is there since it was asked for.
                    self._write_stream(entries, process.stdout, unpacking)  # type: ignore[arg-type]
                except BaseException:
                    process.kill()
                    raise

    def _write_stream(self, entries: list[_Entry], stream: BinaryIO, unpacking: Unpacking) -> None:
        for entry in entries:
            header = stream.readline(1024).split()
            if len(header) != 3 or header[1] != b"blob" or int(header[2]) != entry.size:
                raise ArchiveError(self._revision.text, f"git does not give the content of {entry.path[:200]!r}")
            unpacking.write(entry.path, self._chunks(entry.size, stream, unpacking), 0)
            stream.read(1)

    def _chunks(self, size: int, stream: BinaryIO, unpacking: Unpacking) -> Iterator[bytes]:
        while size > 0:
            chunk = stream.read(min(_CHUNK, size))
            if not chunk:
                raise ArchiveError(self._revision.text, "git ended early")
            unpacking.count(len(chunk))
            size -= len(chunk)
            yield chunk

    def _command(self, *arguments: str, inside: bool = True) -> list[str]:
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        return ["git", *settings, *(["-C", self._folder] if inside else []), *arguments]

    def _run(self, *arguments: str, inside: bool = True) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                self._command(*arguments, inside=inside),
                stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False, env=self._environment,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise DownloadError(self._revision.text, f"git did not end within {_SECONDS} seconds") from error
        except (OSError, ValueError) as error:
            raise DownloadError(self._revision.text, f"git does not start ({error})") from error

    def _must(self, *arguments: str, inside: bool = True) -> bytes:
        done = self._run(*arguments, inside=inside)
        if done.returncode != 0:
            raise DownloadError(self._revision.text, _shortened(done.stderr))
        return done.stdout


def _shortened(words: bytes) -> str:
    lines = [line.strip() for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return "git says: " + (telling or lines or ["nothing"])[0][:200]


def _is_repository(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git")) or os.path.isfile(os.path.join(folder, "HEAD"))
