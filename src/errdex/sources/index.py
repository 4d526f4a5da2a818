"""A version from the package index, through the user's own pip and its settings. Nothing is built."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from contextlib import contextmanager

from errdex.errors import DownloadError
from errdex.nouns.base import NamedTuple
from errdex.sources.archive import open_archive
from errdex.sources.walk import SUFFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from errdex.nouns.sources import Environment, SourceTree

_REQUIREMENT = re.compile(
    r"([A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?)(?:\[[\w ,.-]*\])?\s*==\s*(\w[\w.!+-]{0,99})"
)
_SECONDS = 600
_QUIET = ("--disable-pip-version-check", "--no-input", "--no-color")
# Source is read, not run: a wheel for another interpreter or system holds the same files or very nearly.
_OTHER_PYTHONS = ("3.12", "3.10", "3.8", "3.6", "2.7")
_OTHER_PLATFORMS = ("any", "manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux1_x86_64",
                    "linux_x86_64", "win_amd64", "macosx_11_0_arm64", "macosx_10_9_x86_64")  # fmt: skip
_NOT_FOUND = re.compile(r"No matching distribution found|Could not find a version")
_NETWORK = re.compile(
    r"Max retries|Connection|timed out|Name or service|name resolution|ProxyError|SSLError|Network is unreachable",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\w[\w+.-]*://\S+|(?:host=)'[^']*'|\b[\w-]+(?:\.[\w-]+)*\.(?:org|com|net|io|dev)\b\S*")


class Requirement(NamedTuple):
    """One version of a project of the index."""

    name: str
    version: str

    @property
    def text(self) -> str:
        """As pip reads it."""
        return f"{self.name}=={self.version}"


class _Outcome(NamedTuple):
    """What pip did."""

    wheel: str | None
    words: str
    """What it wrote to standard error."""


def find_requirement(text: str) -> Requirement | None:
    """`NAME==VERSION`, extras and spaces allowed; `None`: the text is something else."""
    match = _REQUIREMENT.fullmatch(text.strip())
    return Requirement(match[1], match[2]) if match else None


@contextmanager
def open_requirement(
    requirement: Requirement, environment: Environment, suffixes: tuple[str, ...] = SUFFIXES
) -> Iterator[SourceTree]:
    """The source of one version, as its wheel would install it; what is downloaded is gone when the context ends.

    Raises:
        DownloadError: there is no pip, no such version, no wheel of it, or no way to the index.
        ArchiveError: what came is no wheel that can be read.
    """
    with tempfile.TemporaryDirectory(prefix="errdex-") as folder:
        wheel = _download(requirement, _pip_of(requirement, environment), folder)
        with open_archive(wheel, suffixes) as tree:
            yield tree._replace(origin="package index through pip")


def _pip_of(requirement: Requirement, environment: Environment) -> tuple[str, ...]:
    """The command of the environment's pip, or else that of the interpreter errdex runs in."""
    for python in dict.fromkeys((environment.python, sys.executable)):
        try:
            done = subprocess.run(
                [python, "-m", "pip", "--version"],
                stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False, cwd=os.path.dirname(python) or None,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return (python, "-m", "pip")
    raise DownloadError(requirement.text, "this needs pip, and neither interpreter has it: python -m ensurepip")


def _download(requirement: Requirement, pip: tuple[str, ...], folder: str) -> str:
    first = outcome = _try_download(requirement, pip, folder, ())
    if outcome.wheel is None and _NOT_FOUND.search(outcome.words):
        for python in _OTHER_PYTHONS:
            outcome = _try_download(requirement, pip, folder, _elsewhere(python))
            if outcome.wheel is not None or not _NOT_FOUND.search(outcome.words):
                break
    if outcome.wheel is not None:
        return outcome.wheel
    if _NOT_FOUND.search(outcome.words):
        raise DownloadError(requirement.text, _why_not_found(requirement, pip, folder))
    raise DownloadError(requirement.text, shortened(outcome.words or first.words))


def _elsewhere(python: str) -> tuple[str, ...]:
    """Options under which pip takes wheels of another Python, for any usual system."""
    tag = "cp" + python.replace(".", "")
    abis = (tag, tag + "m", tag + "mu", "abi3", "none")
    options = ["--python-version", python, "--implementation", "cp"]
    for platform in _OTHER_PLATFORMS:
        options += ["--platform", platform]
    for abi in abis:
        options += ["--abi", abi]
    return tuple(options)


def _try_download(requirement: Requirement, pip: tuple[str, ...], folder: str, options: tuple[str, ...]) -> _Outcome:
    """One call of pip. Source archives are refused, since pip runs a project's code to read their metadata."""
    command = [
        *pip, "download", "--quiet", *_QUIET, "--no-deps", "--only-binary", ":all:",
        "--dest", folder, *options, requirement.text,
    ]  # fmt: skip
    words = _run(requirement, command, folder)
    wheels = sorted(name for name in os.listdir(folder) if name.endswith(".whl"))
    return _Outcome(os.path.join(folder, wheels[0]) if wheels else None, words)


def _why_not_found(requirement: Requirement, pip: tuple[str, ...], folder: str) -> str:
    command = [*pip, "index", "versions", requirement.name, *_QUIET, "--pre", "--ignore-requires-python"]
    listing = _run(requirement, command, folder, errors=False)
    versions = re.findall(r"[\w.!+-]+", listing.partition("Available versions:")[2].partition("\n")[0])
    if requirement.version in versions:
        return (
            "the package index has it as a source archive only, and building that would run its code: "
            "download the archive and give errdex the file"
        )
    if versions:
        return f"the package index has no such version (newest: {versions[0]})"
    return "the package index that pip is set up for has no such version, or no wheel of it"


def _run(requirement: Requirement, command: list[str], folder: str, *, errors: bool = True) -> str:
    try:
        # From an empty folder: `-m` would import a pip.py of the current one.
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False, cwd=folder
        )
    except subprocess.TimeoutExpired as error:
        raise DownloadError(requirement.text, f"pip did not end within {_SECONDS} seconds") from error
    except OSError as error:
        raise DownloadError(requirement.text, f"pip does not start ({error.strerror})") from error
    return (done.stderr if errors else done.stdout).decode("utf-8", "replace")


def shortened(words: str) -> str:
    """What pip says in one line, without addresses."""
    if _NETWORK.search(words):
        return "pip cannot reach the package index it is set up for"
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    line = (errors or lines or ["pip gave no reason"])[-1].removeprefix("ERROR:").strip()
    return "pip says: " + _ADDRESS.sub("…", line)[:200]
