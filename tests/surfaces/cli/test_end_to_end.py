"""The real command in a process of its own, on a throw-away environment with one small distribution."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

SOURCE = '''\
"""A package that raises."""


class ModeError(ValueError):
    """No such mode."""


def pick(mode, *, strict=True):
    if mode in ("r", "w"):
        return mode
    if strict:
        raise ModeError(f"there is no such mode: {mode!r}")
    return None


def fail():
    raise RuntimeError("printed by two statements")


def fail_as_well():
    raise RuntimeError("printed by two statements")
'''
METADATA = "Metadata-Version: 2.1\nName: modes\nVersion: 1.2\nProject-URL: Source, https://github.com/acme/modes\n"


class Installed:
    """A virtual environment with `modes` in it, and a catalogue beside."""

    def __init__(self, root: Path) -> None:
        self.root = root
        venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(root / "venv")
        self.python = root / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        (self.site,) = root.glob("venv/**/site-packages")
        (self.site / "modes.py").write_text(SOURCE)
        metadata = self.site / "modes-1.2.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(METADATA)
        (metadata / "RECORD").write_text("modes.py,,\nmodes-1.2.dist-info/METADATA,,\nmodes-1.2.dist-info/RECORD,,\n")

    def run(
        self, *words: str, text: str | bytes = b"", catalogue: str = "catalogue.sqlite"
    ) -> subprocess.CompletedProcess[bytes]:
        """Runs `errdex`; text goes to its standard input."""
        given = text if isinstance(text, bytes) else text.encode()
        environment = {**os.environ, "NO_COLOR": "1", "ERRDEX_CATALOGUE": str(self.root / catalogue)}
        environment.pop("ERRDEX_DEBUG", None)
        command = [sys.executable, "-m", "errdex", *words]
        return subprocess.run(command, input=given, capture_output=True, env=environment, check=False, timeout=120)

    def traceback(self, line: int = 12, message: str = "modes.ModeError: there is no such mode: 'x'") -> str:
        return (
            "Traceback (most recent call last):\n"
            '  File "/home/me/app.py", line 3, in <module>\n'
            '    modes.pick("x")\n'
            f'  File "{self.site}/modes.py", line {line}, in pick\n'
            '    raise ModeError(f"there is no such mode: {mode!r}")\n'
            f"{message}\n"
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    made = Installed(tmp_path_factory.mktemp("end"))
    done = made.run("index", "modes", "--python", str(made.python))
    assert done.returncode == 0, done.stderr
    return made


def lines_of_json(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_traceback_names_the_statement_and_why(installed: Installed) -> None:
    done = installed.run("explain", text=installed.traceback())

    assert (done.returncode, done.stderr) == (0, b"")
    text = re.sub(r"record? [0-9a-f]{16}|show [0-9a-f]{16}", "show ID", done.stdout.decode())
    assert text == (
        "modes.ModeError: there is no such mode: 'x'\n"
        "\n"
        "  raised at   modes.py:12\n"
        "              pick, modes 1.2 (installed)\n"
        '  because      9  mode not in ("r", "w")\n'
        "                    mode: parameter\n"
        "              11  strict\n"
        "                    strict: parameter, default True\n"
        "  with        mode = 'x'\n"
        "  your code   /home/me/app.py:3\n"
        '                modes.pick("x")\n'
        "\n"
        "  source         8  def pick(mode, *, strict=True):\n"
        '              ·  9      if mode in ("r", "w"):\n'
        "                10          return mode\n"
        "              · 11      if strict:\n"
        '              > 12          raise ModeError(f"there is no such mode: {mode!r}")\n'
        "                13      return None\n"
        "\n"
        "  catch       except modes.ModeError   (a ValueError)\n"
        "  more        errdex show ID\n"
    )


def test_a_message_alone_is_enough_when_one_statement_prints_it(installed: Installed) -> None:
    done = installed.run(
        "explain", "--json", "--python", str(installed.python), "ModeError: there is no such mode: 'x'"
    )

    (match,) = json.loads(done.stdout)["matches"]
    assert (match["file"], match["line"], match["holes"]) == ("modes.py", 12, {"mode": "'x'"})


def test_statements_that_print_the_same_are_all_given(installed: Installed) -> None:
    done = installed.run("explain", "--json", "RuntimeError: printed by two statements")

    answer = json.loads(done.stdout)
    assert answer["verdict"] == "ambiguous"
    assert [match["line"] for match in answer["matches"]] == [17, 21]


def test_a_text_without_an_error_has_status_1(installed: Installed) -> None:
    done = installed.run("explain", text="\n")

    assert (done.returncode, done.stdout) == (1, b"No error found in the text.\n")


def test_what_nothing_prints_has_status_1(installed: Installed) -> None:
    done = installed.run("explain", "ZipError: this text stands nowhere at all")

    assert done.returncode == 1
    assert b"no statement in the catalogue prints this" in done.stdout


def test_a_file_that_is_not_there_has_status_2(installed: Installed) -> None:
    done = installed.run("explain", "nowhere/crash.log")

    assert (done.returncode, done.stderr) == (2, b"errdex: nowhere/crash.log: No such file or directory\n")


def test_the_first_use_indexes_what_the_traceback_names(installed: Installed) -> None:
    done = installed.run("explain", text=installed.traceback(), catalogue="fresh.sqlite")

    assert done.returncode == 0
    assert b"  raised at   modes.py:12\n" in done.stdout
    assert b"indexed modes for this" in done.stdout


def test_a_message_without_a_catalogue_says_what_to_run(installed: Installed) -> None:
    done = installed.run("explain", "ValueError: bad", catalogue="none.sqlite")

    assert done.returncode == 2
    assert (
        done.stderr.decode()
        == f"errdex: {installed.root}/none.sqlite: no catalogue here yet; `errdex index` makes one\n"
    )


def test_the_readers_own_script_is_explained(installed: Installed, tmp_path: Path) -> None:
    script = tmp_path / "job.py"
    script.write_text('import sys\nif len(sys.argv) < 2:\n    raise LookupError("give me a file")\n')
    failed = subprocess.run([sys.executable, str(script)], capture_output=True, check=False)

    done = installed.run("explain", text=failed.stderr, catalogue="own.sqlite")

    assert done.returncode == 0
    assert b"  raised at   job.py:3\n" in done.stdout


def test_a_package_that_changed_is_indexed_again(tmp_path: Path) -> None:
    made = Installed(tmp_path)
    made.run("index", "modes", "--python", str(made.python))
    (made.site / "modes.py").write_text("# moved by a line\n" + SOURCE)

    done = made.run("explain", text=made.traceback(line=13))

    assert b"  raised at   modes.py:13\n" in done.stdout
    assert b"which had changed" in done.stdout


def test_terminal_escapes_in_a_message_are_shown_and_not_obeyed(installed: Installed) -> None:
    hostile = "ModeError: there is no such mode: '\x1b]0;owned\x07\u202e<script>'"

    done = installed.run("explain", hostile)

    assert b"\x1b" not in done.stdout
    assert b"\x07" not in done.stdout
    assert b"\\u202e<script>" in done.stdout


def test_sites_are_lines_as_the_contract_has_them(installed: Installed) -> None:
    sites = lines_of_json(installed.run("sites", "--jsonl"))

    assert [site["line"] for site in sites] == [12, 17, 21]
    assert {key: sites[0][key] for key in sites[0] if key != "id"} == {
        "package": "modes",
        "version": "1.2",
        "ecosystem": "pypi",
        "file": "modes.py",
        "line": 12,
        "end_line": 12,
        "function": "pick",
        "kind": "raise",
        "exception": "ModeError",
        "templates": [{"text": "there is no such mode: {!r}", "parts": ["there is no such mode: ", None]}],
        "condition": [
            {"text": 'mode not in ("r", "w")', "line": 9, "kind": "test", "stale": False},
            {"text": "strict", "line": 11, "kind": "test", "stale": False},
        ],
        "reaching": [
            {
                "operand": "mode",
                "domain": "values it is compared with",
                "members": ["'r'", "'w'"],
                "reaching": [],
                "branches": [{"line": 9, "text": "mode in ('r', 'w')", "members": ["'r'", "'w'"]}],
                "outside": True,
                "undecided": [],
            }
        ],
    }


def test_matches_are_answered_line_by_line_in_order(installed: Installed) -> None:
    questions = (
        '{"id": 1, "text": "RuntimeError: printed by two statements"}\nno json\n{"id": "b", "text": "nothing"}\n'
    )

    answers = lines_of_json(installed.run("match", "--jsonl", text=questions))

    assert [answer["id"] for answer in answers] == [1, None, "b"]
    assert answers[0]["verdict"] == "ambiguous"
    assert answers[1]["error"].startswith("not a line of JSON")
    assert answers[2]["verdict"] == "none"


def record_of(installed: Installed, line: int) -> str:
    sites = lines_of_json(installed.run("sites", "--jsonl"))
    return str(next(site["id"] for site in sites if site["line"] == line))


def test_a_record_has_all_fields_of_the_contract(installed: Installed) -> None:
    record = json.loads(installed.run("show", record_of(installed, 12), "--format", "record").stdout)

    assert set(record) == {"record", "datasetVersion", "errdex"}
    assert set(record["record"]) == {
        "id", "repo", "slug", "errorCode", "errorMessage", "messagePattern", "errorType", "errorClass", "httpStatus",
        "severity", "filePath", "lineNumber", "sourceCode", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "documentation",
        "triggerScenarios", "commonSituations", "solutions", "exampleFix", "handlingStrategy", "validationCode", "typeGuard",
        "tryCatchPattern", "preventionTips", "tags", "backgroundTag", "analyzedSha", "analyzedAt", "schemaVersion",
    }  # fmt: skip
    assert record["record"]["repo"] == "acme/modes"
    assert re.fullmatch("[0-9a-f]{40}", record["record"]["analyzedSha"])


def test_two_statements_with_one_text_have_slugs_of_their_own(installed: Installed) -> None:
    second = record_of(installed, 21)

    slugs = [
        json.loads(installed.run("show", record, "--format", "record").stdout)["record"]["slug"]
        for record in (record_of(installed, 17), second)
    ]

    assert slugs == ["printed-by-two-statements", f"printed-by-two-statements-{second[:6]}"]


@pytest.mark.parametrize("form", ["text", "json", "md"])
def test_a_record_is_shown_in_every_form(installed: Installed, form: str) -> None:
    done = installed.run("show", record_of(installed, 12), "--format", form)

    assert done.returncode == 0
    assert b"modes.py" in done.stdout


def test_an_unknown_record_has_status_2(installed: Installed) -> None:
    done = installed.run("show", "0123456789abcdef")

    assert done.returncode == 2
    assert done.stderr.decode().startswith("errdex: 0123456789abcdef: no record in the catalogue has this id")


def test_status_says_what_there_is(installed: Installed) -> None:
    status = json.loads(installed.run("status", "--json").stdout)

    assert [(one["name"], one["version"], one["sites"]) for one in status["distributions"]] == [("modes", "1.2", 3)]
    assert b"modes 1.2" in installed.run("status").stdout


def test_a_closed_pipe_is_quiet(installed: Installed) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = {**os.environ, "ERRDEX_CATALOGUE": str(installed.root / "catalogue.sqlite")}

    done = subprocess.run(
        [sys.executable, "-m", "errdex", "sites", "--jsonl"],
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment,
        check=False,
    )
    os.close(write)

    assert (done.returncode, done.stderr) == (0, b"")
