"""Runs code of analysed packages, and only when somebody asked for that: shut in, with limits, without a trace.

What runs inside has no network, no home directory, nothing of the file system but the interpreter, its libraries and
the named paths (all read-only), a `/tmp` in memory, and limits on time, memory, processes and files. Its output comes
through two pipes and is cut where it is long. `jail` does the work, as a program of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from functools import cache
from typing import TYPE_CHECKING

from errdex.errors import SandboxError
from errdex.nouns.base import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import IO

SYSTEM_PATHS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf",
                "/etc/ld.so.conf.d", "/nix/store")  # fmt: skip
"""What programs need of an operating system; nothing that is anybody's own."""
TOP_FOLDERS = ("home", "root", "etc", "var", "run", "proc", "sys", "dev", "tmp", "mnt", "media", "opt", "srv")
TOO_MUCH = frozenset(["/", *(f"/{name}" for name in TOP_FOLDERS)])
JAIL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "jail.py")
"""Not imported: it needs what only Linux has."""
REFUSED, TIME_IS_UP = 125, 124
"""As in the jail."""
GRACE = 5.0
"""Seconds after the time is up until what shuts the program in is ended as well."""
BLOCK = 64 * 1024


class SandboxLimits(NamedTuple):
    """What a program inside may use."""

    seconds: float = 30.0
    memory: int = 1 << 30
    """Bytes of address space of each process."""
    processes: int = 16
    disk: int = 64 * 1024 * 1024
    """Bytes of its temporary file system, and of each file."""
    output: int = 256 * 1024
    """Bytes kept of each of its two outputs."""


class Confined(NamedTuple):
    """How a program inside ended."""

    status: int
    """Exit status; 128 and more: ended by a signal."""
    out: str
    """Its standard output, cut where it is too long."""
    error: str
    """Its standard error, likewise."""
    out_of_time: bool = False


def run_confined(
    command: Sequence[str],
    paths: Iterable[str],
    limits: SandboxLimits,
    files: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Confined:
    """Runs a program shut in, and waits for it; nothing of it is left when this returns.

    Args:
        command: The program's absolute path and its arguments.
        paths: Files and folders that it may read, absolute.
        limits: What it may use.
        files: Small files in its `/tmp`, where it starts: name and text.
        environment: Variables beside the few that it has.

    Raises:
        SandboxError: this machine cannot shut a program in, or a path is too much to show. Nothing was run.
    """
    if sys.platform != "linux":
        raise SandboxError(f"{sys.platform} has no namespaces, only Linux has them")
    shown = [*SYSTEM_PATHS, *(checked_path(path) for path in paths)]
    plan: dict[str, object] = {
        "command": list(command),
        "paths": shown,
        "files": dict(files or {}),
        "environment": inner_environment(environment or {}),
        "seconds": limits.seconds,
        "memory": limits.memory,
        "processes": limits.processes,
        "disk": limits.disk,
    }
    return started(plan, limits)


def checked_path(path: str) -> str:
    """A path that may be shown.

    Raises:
        SandboxError: it is, or holds, somebody's home directory or a folder of the system.
    """
    whole = os.path.abspath(path)
    home = os.path.expanduser("~")
    if whole in TOO_MUCH or home == whole or home.startswith(whole.rstrip("/") + "/"):
        raise SandboxError(f"{whole} is too much to let it read: move the project into a folder of its own")
    return whole


def inner_environment(more: Mapping[str, str]) -> dict[str, str]:
    """Variables of the program: none of the caller's own."""
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",  # noqa: S108 - the one inside, in memory
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
        "OPENBLAS_NUM_THREADS": "1",  # a thread a core takes more address space than the limit gives
        "OMP_NUM_THREADS": "1",
        **more,
    }


def started(plan: dict[str, object], limits: SandboxLimits) -> Confined:
    """Starts the jail, feeds it the plan, and reads what comes out.

    Raises:
        SandboxError: it refuses.
    """
    why, refusal = os.pipe()
    plan["refusal"] = refusal
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", JAIL],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(refusal,),
            start_new_session=True,
            env={"LANG": "C.UTF-8"},
        )
    except OSError as error:
        os.close(why)
        raise SandboxError(f"no process can be started: {error.strerror}") from error
    finally:
        os.close(refusal)
    with process, open(why, "rb") as reasons:
        try:
            outputs = exchanged(process, json.dumps(plan).encode(), limits)
            status = process.wait()
        finally:
            end(process)
        reason = reasons.read(1000).decode("utf-8", "replace")
    if reason:
        raise SandboxError(reason)
    return Confined(status, *outputs, out_of_time=status == TIME_IS_UP or status < 0)


def exchanged(process: subprocess.Popen[bytes], plan: bytes, limits: SandboxLimits) -> tuple[str, str]:
    """Both outputs; the process has closed them, or was ended because it took too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(plan)
        process.stdin.close()
    kept: dict[IO[bytes], bytes] = {process.stdout: b"", process.stderr: b""}
    deadline = time.monotonic() + limits.seconds + GRACE
    with selectors.DefaultSelector() as selector:
        for stream in kept:
            selector.register(stream, selectors.EVENT_READ, stream)
        while selector.get_map():
            ready = selector.select(max(0.0, deadline - time.monotonic()))
            if not ready:
                end(process)
                break
            for key, _ in ready:
                stream = key.data
                block = os.read(stream.fileno(), BLOCK)
                if not block:
                    selector.unregister(stream)
                elif len(kept[stream]) < limits.output:
                    kept[stream] += block
    out, error = (text[: limits.output].decode("utf-8", "replace") for text in kept.values())
    return out, error


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that is still there, with all that it started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@cache
def why_no_sandbox() -> str:
    """Why this machine cannot shut a program in, `""`: it can. Tried once, with a program that does nothing."""
    try:
        run_confined(["/usr/bin/env", "true"], (), SandboxLimits(seconds=5.0))
    except SandboxError as error:
        return error.reason
    return ""
