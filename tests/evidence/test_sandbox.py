from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from errdex.errors import SandboxError
from errdex.evidence.sandbox import Confined, SandboxLimits, checked_path, run_confined, why_no_sandbox

needs_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason=f"no sandbox here: {why_no_sandbox()}")
SHORT = SandboxLimits(seconds=10.0, memory=256 << 20, processes=8, disk=1 << 20)


def run_python(code: str, *paths: str, limits: SandboxLimits = SHORT) -> Confined:
    shown = {os.path.realpath(sys.base_prefix), sys.base_prefix, *paths}
    python = os.path.realpath(sys.executable)
    return run_confined([python, "-I", "-S", "-c", textwrap.dedent(code)], sorted(shown), limits)


@needs_sandbox
def test_program_runs_and_its_outputs_and_status_come_back() -> None:
    assert run_python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)") == Confined(
        3, "out\n", "err\n"
    )


@needs_sandbox
def test_network_cannot_be_reached() -> None:
    ended = run_python("""
        import socket
        for family, place in ((socket.AF_INET, ("127.0.0.1", 22)), (socket.AF_INET, ("192.0.2.1", 80))):
            try:
                socket.create_connection(place, timeout=1)
            except OSError as error:
                print(error.errno is not None)
    """)

    assert ended.out == "True\nTrue\n"


@needs_sandbox
def test_home_and_what_lies_beside_the_shown_paths_cannot_be_seen(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "shown").mkdir()

    ended = run_python(
        f"import os; print(os.path.exists({str(tmp_path / 'secret')!r}), os.listdir({str(tmp_path)!r}), os.listdir('/tmp')[:0])",
        str(tmp_path / "shown"),
    )
    home = run_python(
        f"import os; print(os.path.exists({os.path.expanduser('~/.bashrc')!r}), os.path.exists('/etc/passwd'))"
    )

    assert (ended.out, home.out) == ("False ['shown'] []\n", "False False\n")


@needs_sandbox
def test_nothing_outside_can_be_written(tmp_path: Path) -> None:
    ended = run_python(
        f"""
        for path in ({str(tmp_path / "new")!r}, "/usr/new", "/etc/new", {str(Path(sys.base_prefix) / "new")!r}):
            try:
                open(path, "w")
            except OSError:
                print("refused")
        """,
        str(tmp_path),
    )

    assert (ended.out, list(tmp_path.iterdir())) == ("refused\n" * 4, [])


@needs_sandbox
def test_views_cannot_be_made_writable_again(tmp_path: Path) -> None:
    ended = run_python(
        f"""
        import ctypes
        libc = ctypes.CDLL(None)
        print(libc.unshare(0x10020000))
        print(libc.mount(None, {str(tmp_path)!r}.encode(), None, 32 | 4096, None))
        try:
            open({str(tmp_path / "new")!r}, "w")
        except OSError:
            print("refused")
        """,
        str(tmp_path),
    )

    assert ended.out.endswith("-1\nrefused\n")
    assert list(tmp_path.iterdir()) == []


@needs_sandbox
def test_fork_bomb_meets_the_limit() -> None:
    ended = run_python("""
        import os
        try:
            for _ in range(100):
                if os.fork() == 0:
                    import time
                    time.sleep(60)
        except BlockingIOError:
            print("no more processes")
    """)

    assert ended.out == "no more processes\n"


@needs_sandbox
def test_memory_is_limited() -> None:
    assert (
        run_python("""
        try:
            bytearray(1 << 30)
        except MemoryError:
            print("no more memory")
    """).out
        == "no more memory\n"
    )


@needs_sandbox
def test_endless_loop_is_ended() -> None:
    began = time.monotonic()

    ended = run_python("while True: pass", limits=SHORT._replace(seconds=0.5))

    assert ended.out_of_time
    assert time.monotonic() - began < 8


@needs_sandbox
def test_disk_is_limited() -> None:
    assert (
        run_python("""
        try:
            with open("/tmp/large", "wb") as file:
                for _ in range(64):
                    file.write(bytes(1 << 16))
        except OSError:
            print("no more space")
    """).out
        == "no more space\n"
    )


@needs_sandbox
def test_output_is_cut() -> None:
    ended = run_python("print('x' * 100_000)", limits=SHORT._replace(output=1000))

    assert ended == Confined(0, "x" * 1000, "")


@needs_sandbox
def test_what_the_program_leaves_running_is_ended(tmp_path: Path) -> None:
    mark = f"left-by-{os.path.basename(tmp_path)}"

    ended = run_python(f"""
        import os, time
        if os.fork() == 0:
            os.setsid()
            os.execv({os.path.realpath(sys.executable)!r}, ["{mark}", "-I", "-S", "-c", "import time; time.sleep(60)"])
        time.sleep(0.2)
        print("gone")
    """)

    assert ended.out == "gone\n"
    assert not commands_with(mark)


@needs_sandbox
def test_killing_errdex_ends_the_program(tmp_path: Path) -> None:
    mark = f"orphan-{os.path.basename(tmp_path)}"
    code = (
        "import os, sys; from errdex.evidence.sandbox import run_confined, SandboxLimits;"
        f"run_confined([{os.path.realpath(sys.executable)!r}, '-I', '-S', '-c', 'import time; time.sleep(60) # {mark}'],"
        f" [{sys.base_prefix!r}], SandboxLimits())"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + 20
    while len(commands_with(mark)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    while commands_with(mark) and time.monotonic() < deadline:
        time.sleep(0.05)

    assert not commands_with(mark)


def commands_with(mark: str) -> list[str]:
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = Path("/proc", pid, "cmdline").read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if mark in text and pid != str(os.getpid()):
            found.append(text)
    return found


@needs_sandbox
def test_program_sees_none_of_the_callers_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")

    assert run_python("import os; print(sorted(set(os.environ) - {'LC_CTYPE'}))").out == (
        "['HOME', 'LANG', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH', 'PYTHONDONTWRITEBYTECODE',"
        " 'PYTHONHASHSEED', 'PYTHONUNBUFFERED']\n"
    )


@needs_sandbox
def test_program_inherits_no_descriptor(tmp_path: Path) -> None:
    with (tmp_path / "open").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        ended = run_python("""
            import os
            found = []
            for number in range(3, 256):
                try:
                    os.fstat(number)
                    found.append(number)
                except OSError:
                    pass
            print(found)
        """)

    assert ended.out == "[]\n"


def test_no_temporary_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    if not why_no_sandbox():
        run_python("print(1)")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "path", ["/", "/home", "/etc", os.path.expanduser("~"), os.path.dirname(os.path.expanduser("~"))]
)
def test_home_and_folders_of_the_system_are_never_shown(path: str) -> None:
    with pytest.raises(SandboxError, match="too much to let it read"):
        checked_path(path)


def test_other_platforms_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")

    with pytest.raises(SandboxError) as caught:
        run_confined(["/usr/bin/true"], (), SHORT)

    assert str(caught.value) == "nothing was run: darwin has no namespaces, only Linux has them"
