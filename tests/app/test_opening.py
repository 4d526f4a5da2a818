from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from errdex.app.opening import find_reader, interpreter_of_frames, prefix_of
from errdex.errors import CatalogueUnreadableError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("file", "prefix"),
    [
        ("/venv/lib/python3.11/site-packages/x/a.py", "/venv"),
        ("C:\\venv\\Lib\\site-packages\\x\\a.py", "C:/venv"),
        ("/usr/lib/python3/dist-packages/x.py", ""),
        ("app.py", ""),
        ("/a\0/lib/python3.11/site-packages/x.py", ""),
    ],
)
def test_the_environments_folder_is_read_off_a_path(file: str, prefix: str) -> None:
    assert prefix_of(file) == prefix


def test_frames_lead_to_the_interpreter_of_their_environment(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()

    assert interpreter_of_frames(["app.py", f"{tmp_path}/lib/python3.12/site-packages/x.py"]) == str(python)


def test_frames_of_another_machine_lead_nowhere() -> None:
    assert interpreter_of_frames(["/nowhere/lib/python3.12/site-packages/x.py"]) == ""


def test_frames_of_our_own_environment_lead_to_our_own_interpreter() -> None:
    assert interpreter_of_frames([f"{sys.prefix}/lib/python3.12/site-packages/x.py"]) == sys.executable


def test_no_catalogue_has_no_reader(tmp_path: Path) -> None:
    assert find_reader(str(tmp_path / "none.sqlite"), sys.executable) is None


def test_a_file_that_is_no_catalogue_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "text.sqlite"
    path.write_text("no catalogue")

    with pytest.raises(CatalogueUnreadableError):
        find_reader(str(path), sys.executable)
