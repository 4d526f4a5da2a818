"""Shuts a program in, then runs it. Runs as a program of its own, on Linux, with nothing but the standard library.

`sandbox.run_confined` starts it with a plan (JSON) on standard input. It takes namespaces of its own (user, mount,
network, processes, IPC, host name), builds a root in memory that holds read-only views of the named paths and nothing
else, gives up every right, sets limits, and starts the program. When it ends, is killed, or the time is up, the kernel
ends every process that the program has left, and the root is gone with them.

Exit status: the program's (128 + signal where one ended it), `TIME_IS_UP`, or `REFUSED` with the reason on the
descriptor that the plan names.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    Plan = dict[str, Any]

REFUSED = 125
"""The platform does not let us shut a program in."""
TIME_IS_UP = 124

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 1, 2, 4
MOUNT_SETATTR = 442
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "ppc64le": 203, "s390x": 217}
NOBODY = 65534
ROOT = "/proc"
"""Where the new root lies, in mounts of its own, until it is entered: a folder that is always there, so that none has to be
made outside and taken away again, and that nothing shown lies in."""
TMP = "/tmp"  # noqa: S108 - the one inside, in memory
DEVICES = ("null", "zero", "random", "urandom")
POLL = 0.01

libc = ctypes.CDLL(None, use_errno=True)


def main() -> NoReturn:
    """Reads the plan and follows it; never returns."""
    die_with(os.getppid())
    plan: Plan = json.load(sys.stdin)
    try:
        become(os.getuid(), os.getgid())
    except OSError as error:
        refuse(plan, f"no namespaces: {error}")
    child = os.fork()
    if child == 0:
        confine(plan)
    os._exit(awaited(child, time.monotonic() + plan["seconds"]))


def die_with(parent: int) -> None:
    """Makes the kernel end this process together with its parent."""
    check(libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
    if os.getppid() != parent:
        os._exit(REFUSED)


def become(user: int, group: int) -> None:
    """Takes new namespaces and maps the caller into the user namespace.

    The superuser is mapped to nobody as well, whom limits bind; only a process outside may do that, so one stays there.
    """
    told, tell = os.pipe()
    mapper = os.fork() if user == 0 else -1
    if mapper == 0:
        os.close(tell)
        os.read(told, 1)
        try:
            for kind in ("uid", "gid"):
                write(f"/proc/{os.getppid()}/{kind}_map", f"0 0 1\n{NOBODY} {NOBODY} 1\n")
        except OSError:
            os._exit(1)
        os._exit(0)
    check(libc.unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS))
    os.close(tell)
    os.close(told)
    if user != 0:
        write("/proc/self/setgroups", "deny")
        write("/proc/self/uid_map", f"{user} {user} 1\n")
        write("/proc/self/gid_map", f"{group} {group} 1\n")
    elif os.waitpid(mapper, 0)[1] != 0:
        raise PermissionError("the superuser may not map another user here")


def confine(plan: Plan) -> NoReturn:
    """The first process of the new process namespace: builds the root, starts the program, waits for it."""
    try:
        die_with(0)  # in a new process namespace the parent cannot be seen
        os.setsid()
        build_root(plan)
        program = os.fork()
        if program == 0:
            start(plan)
    except (OSError, KeyError) as error:
        refuse(plan, f"cannot shut it in: {error}")
    close_others(())
    os._exit(awaited(program, time.monotonic() + plan["seconds"]))


def build_root(plan: Plan) -> None:
    """Changes into a root in memory with read-only views of the plan's paths and no others."""
    root = ROOT
    mount(None, "/", None, MS_REC | MS_PRIVATE, None)
    size = f"size={plan['disk']},nr_inodes=20000,mode=755"
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, size)
    for path in plan["paths"]:
        show(path, root)
    for folder in ("dev", "tmp", "old"):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
    os.chmod(root + TMP, 0o1777)  # noqa: S103 - as /tmp is; it lies in memory and ends with the program
    for name in DEVICES:
        if os.path.exists(f"/dev/{name}"):
            with open(f"{root}/dev/{name}", "wb"):
                pass
            mount(f"/dev/{name}", f"{root}/dev/{name}", None, MS_BIND, None)
    os.symlink(TMP, f"{root}/dev/shm")  # noqa: S108 - the one inside
    for name, text in plan["files"].items():
        write(f"{root}{TMP}/{name}", text)
        os.chmod(f"{root}{TMP}/{name}", 0o644)
    os.chdir(root)
    check(libc.syscall(PIVOT_ROOT[os.uname().machine], b".", b"old"))
    check(libc.umount2(b"/old", MNT_DETACH))
    os.rmdir("/old")
    os.chdir(TMP)


def show(path: str, root: str) -> None:
    """Puts a read-only view of a path into the new root, and symbolic links as they are."""
    inside = root + path
    if os.path.islink(path):
        os.makedirs(os.path.dirname(inside), exist_ok=True)
        if not os.path.lexists(inside):
            os.symlink(os.readlink(path), inside)
        return
    if not os.path.exists(path) or os.path.ismount(inside):
        return
    if os.path.isdir(path):
        os.makedirs(inside, exist_ok=True)
    elif os.path.exists(inside):
        return  # it stands in a folder that is shown
    else:
        os.makedirs(os.path.dirname(inside), exist_ok=True)
        with open(inside, "ab"):
            pass
    mount(path, inside, None, MS_BIND | MS_REC, None)
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, 0, 0, 0)
    check(
        libc.syscall(
            MOUNT_SETATTR,
            AT_FDCWD,
            inside.encode(),
            AT_RECURSIVE,
            attributes,
            ctypes.c_size_t(ctypes.sizeof(attributes)),
        )
    )


def start(plan: Plan) -> NoReturn:
    """Gives up every right, sets the limits, and becomes the program."""
    if os.getuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    limits = {
        resource.RLIMIT_AS: plan["memory"],
        resource.RLIMIT_CPU: int(plan["seconds"]) + 1,
        resource.RLIMIT_NPROC: plan["processes"],
        resource.RLIMIT_FSIZE: plan["disk"],
        resource.RLIMIT_NOFILE: 256,
        resource.RLIMIT_CORE: 0,
    }
    for limit, value in limits.items():
        resource.setrlimit(limit, (value, value))
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    close_others((0, 1, 2))
    try:
        os.execve(plan["command"][0], plan["command"], plan["environment"])  # noqa: S606 - no shell
    except OSError as error:
        os.write(2, f"{plan['command'][0]}: {error.strerror}\n".encode())
    os._exit(126)


def close_others(kept: tuple[int, ...]) -> None:
    """Closes every descriptor but these: whoever waits for the program's output must see its end."""
    for descriptor in range(256):
        if descriptor not in kept:
            try:
                os.close(descriptor)
            except OSError:
                continue


def awaited(child: int, deadline: float) -> int:
    """Waits for a child, ends it when the time is up, and reaps whatever else ends; its exit status."""
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return REFUSED
        if ended == child:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
        if ended == 0:
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return TIME_IS_UP
            time.sleep(POLL)


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None) -> None:
    """`mount(2)`. Raises `OSError`."""
    texts = [None if text is None else text.encode() for text in (source, target, kind, options)]
    check(libc.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]))


def check(result: int) -> None:
    """Raises `OSError` where a call failed."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def write(path: str, text: str) -> None:
    """Writes a small file."""
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def refuse(plan: Plan, reason: str) -> NoReturn:
    """Says why and leaves."""
    os.write(plan["refusal"], reason.encode()[:1000])
    os._exit(REFUSED)


if __name__ == "__main__":
    main()
