from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from errdex.app.index import index
from errdex.app.options import IndexOptions
from errdex.surfaces.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = """\
import logging

log = logging.getLogger(__name__)


def pick(mode):
    if mode not in ("r", "w"):
        raise ValueError(f"there is no such mode: {mode!r}")
    log.warning("could not use the mode %s", mode)
"""
LOG = """\
2026-12-01 10:00:00,000 INFO app: started
2026-12-01 10:00:01,000 WARNING modes: could not use the mode r
2026-12-01 10:00:02,000 WARNING modes: could not use the mode w
ValueError: there is no such mode: 'x'
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> str:
    """A catalogue of one small module."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "modes.py").write_text(SOURCE, encoding="utf-8")
    path = str(tmp_path / "catalogue.sqlite")
    index([str(tmp_path / "src")], IndexOptions(path, jobs=1))
    return path


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A log with three lines that the module printed."""
    path = tmp_path / "app.log"
    path.write_text(LOG, encoding="utf-8")
    return str(path)


def test_a_log_is_summed_up_as_text(catalogue: str, log: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["watch", "--once", "--catalogue", catalogue, log])

    out = capsys.readouterr().out
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("       2  modes.py:9 (src ")
    assert lines[1:3] == [
        "          could not use the mode {}",
        "          2026-12-01T10:00:01.000 … 2026-12-01T10:00:02.000",
    ]
    assert lines[-1] == "4 lines read; 3 messages come from 2 known statements (2 templates watched for)"


def test_each_attributed_line_is_a_line_of_json(catalogue: str, log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--once", "--jsonl", "--catalogue", catalogue, log]) == 0

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["log_line"], line["offset"], line["file"], line["line"], line["holes"]) for line in lines] == [
        (2, 42, "modes.py", 9, {"mode": "r"}),
        (3, 106, "modes.py", 9, {"mode": "w"}),
        (4, 170, "modes.py", 8, {"mode": "'x'"}),
    ]


def test_standard_input_is_read_and_summed_up_as_json(
    catalogue: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "piped").write_text(LOG, encoding="utf-8")
    with (tmp_path / "piped").open(encoding="utf-8") as piped:
        monkeypatch.setattr("sys.stdin", piped)
        assert main(["watch", "--json", "--catalogue", catalogue]) == 0

    summary = json.loads(capsys.readouterr().out)
    assert (summary["lines"], summary["attributed"], len(summary["statements"])) == (4, 3, 2)


def test_ctrl_c_shows_what_was_counted(
    catalogue: str, log: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("errdex.app.watching.following.time.sleep", interrupt)

    assert main(["watch", "--catalogue", catalogue, log]) == 0
    assert "3 messages come from 2 known statements" in capsys.readouterr().out


def test_a_log_of_other_things_has_no_match(catalogue: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "other.log").write_text("nothing\nof ours\n", encoding="utf-8")

    assert main(["watch", "--once", "--catalogue", catalogue, str(tmp_path / "other.log")]) == 1
    assert capsys.readouterr().out == (
        "2 lines read; 0 messages come from 0 known statements (2 templates watched for)\n"
    )


def test_what_cannot_be_read_is_said_in_one_line(catalogue: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--catalogue", catalogue, "none.log"]) == 2
    assert capsys.readouterr().err == "errdex: none.log: No such file or directory\n"
    assert main(["watch", "--catalogue", "none.sqlite", "none.log"]) == 2


def test_the_live_table_shows_counts_and_what_is_new() -> None:
    pytest.importorskip("rich")
    from rich.console import Console

    from errdex.app.watch import Summary
    from errdex.app.watching.tallies import Counted, Moment, Origin
    from errdex.surfaces.cli.live import table_of

    moment = Moment(b"2026-12-01 10:00:00 x", 0.0)
    counted = (
        Counted(Origin((), "ValueError", 'File "a.py", line 1'), 5, moment, moment, is_new=False),
        Counted(Origin((), "Key\x1bError"), 1, moment, moment, is_new=True),
    )
    out = io.StringIO()
    Console(file=out, width=100).print(table_of(Summary(9, 90, 0, 3, "python", counted), 10))

    rows = [line.rstrip() for line in out.getvalue().splitlines()]
    assert "new no known statement" in rows[1]
    assert "Key\\x1bError" in rows[1]
    assert rows[-1] == "9 lines read; 0 messages come from 0 known statements (3 templates watched for)"
