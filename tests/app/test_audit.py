from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from errdex.app.audit import AuditOptions, audit
from errdex.app.index import index
from errdex.app.options import IndexOptions
from errdex.app.show import show_record
from errdex.app.sites import iter_sites
from errdex.errors import RecordFormatError, SourceUnknownError, TargetNotFoundError
from errdex.nouns.explanations import Level
from errdex.rendering.record_json import record_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from errdex.nouns.audits import Audit

    Record = dict[str, Any]

MODES = """\
from enum import Enum, auto


class ForwardMode(Enum):
    EXTEND = auto()
    DECODE = auto()
    MIXED = auto()
    IDLE = auto()
    PREBUILT = auto()

    def is_idle(self):
        return self in (ForwardMode.IDLE, ForwardMode.DECODE)


class Batch:
    forward_mode: ForwardMode
"""
BACKEND = '''\
from engine.modes import Batch, ForwardMode


class Base:
    def _metadata(self, batch: Batch):
        if batch.forward_mode.is_idle():
            return 1
        elif batch.forward_mode in (ForwardMode.EXTEND, ForwardMode.MIXED):
            return 2
        else:
            raise ValueError(f"Invalid forward mode: {batch.forward_mode=}")

    def start(self, batch: Batch):
        return self._metadata(batch)


class Hybrid:
    def start(self, batch: Batch):
        return Base().start(batch)


def pick(name: str, limit: int = 3):
    """Picks one.

    Raises:
        KeyError: if the name is unknown.
    """
    if limit > 9:
        raise ValueError("limit too large: %d" % limit)
    if name not in ("left", "right"):
        raise KeyError(name)
    raise ValueError("limit too large: %d" % limit)
'''
FOREIGN = {
    "id": "",
    "repo": "maker/engine",
    "slug": "invalid-forward-mode-batch-forward-mode",
    "errorCode": None,
    "errorMessage": "Invalid forward mode: {batch.forward_mode=}",
    "messagePattern": "Invalid forward mode: (.+?)",
    "errorType": "validation",
    "errorClass": "ValueError",
    "httpStatus": None,
    "severity": "error",
    "filePath": "python/engine/backend.py",
    "lineNumber": 3,
    "sourceCode": None,
    "sourceCodeStart": None,
    "sourceCodeEnd": None,
    "githubUrl": None,
    "documentation": "Hybrid._metadata handles the modes it knows; `stray_mode` and PyTorch are ignored.",
    "triggerScenarios": "Calling start() on Hybrid with a mode that no branch takes; see --strict-modes.",
    "commonSituations": None,
    "solutions": ["Check Batch.forward_mode before."],
    "exampleFix": None,
    "handlingStrategy": "type-guard",
    "validationCode": "SUPPORTED = {ForwardMode.EXTEND, ForwardMode.DRAFT}\nassert batch.forward_mode in SUPPORTED",
    "typeGuard": "def fits(mode: ForwardMode) -> bool:\n    return mode is not ForwardMode.PREBUILT",
    "tryCatchPattern": "try:\n    backend.start(batch)\nexcept ValueError as e:\n    raise UnsupportedMode(1) from e",
    "preventionTips": None,
    "tags": ["Not Kebab"],
    "backgroundTag": None,
    "analyzedSha": "0" * 40,
    "analyzedAt": "2026-08-28T05:10:05.995Z",
    "schemaVersion": 2,
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audit") / "project"
    (folder / "engine").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "engine"\nversion = "1.0"\n')
    (folder / "engine" / "__init__.py").write_text("")
    (folder / "engine" / "modes.py").write_text(MODES)
    (folder / "engine" / "backend.py").write_text(BACKEND)
    return folder


def audited(whole: object, project: Path) -> Audit:
    options = AuditOptions(str(project.parent / "catalogue.sqlite"), against=str(project))
    (found,) = audit(json.dumps(whole), "record.json", options)
    return found


@pytest.fixture(scope="module")
def own(project: Path) -> list[Record]:
    catalogue = str(project.parent / "catalogue.sqlite")
    index([str(project)], IndexOptions(catalogue))
    shown = [show_record(listed.record, catalogue) for listed in iter_sites([str(project)], IndexOptions(catalogue))]
    return [json.loads(record_json(one.record, one.recorded)) for one in shown]


def test_what_is_false_in_somebody_elses_record_is_refuted_with_the_right_value(project: Path) -> None:
    found = audited({"record": FOREIGN}, project)

    assert (found.file, found.line, found.exact) == ("engine/backend.py", 11, False)
    assert {(check.field, check.claim): check.right for check in found.refuted if check.field != "id"} == {
        (
            "messagePattern",
            "Invalid forward mode: (.+?)",
        ): "(?s)^Invalid forward mode: batch\\.forward_mode=(.+?)$",
        ("documentation", "Hybrid._metadata"): "Base._metadata",
        ("documentation", "stray_mode"): "",
        ("triggerScenarios", "--strict-modes"): "",
        ("validationCode", "ForwardMode.DRAFT"): "",
        ("validationCode", "what it lets pass of batch.forward_mode"): (
            "ForwardMode.EXTEND, ForwardMode.DECODE, ForwardMode.MIXED, ForwardMode.IDLE pass;"
            " ForwardMode.PREBUILT gets there"
        ),
        ("tryCatchPattern", "UnsupportedMode"): "",
        ("tags", "Not Kebab"): "",
    }


def test_the_pattern_is_told_what_it_misses_and_how_little_it_captures(project: Path) -> None:
    found = audited(FOREIGN, project)

    (check,) = [one for one in found.checks if one.field == "messagePattern"]
    assert check.reason == "it misses the literal text `batch.forward_mode=`; it captures one character of a value"


def test_the_one_member_that_gets_to_the_statement_is_named(project: Path) -> None:
    found = audited(FOREIGN, project)

    (check,) = [one for one in found.checks if one.claim == "which values of batch.forward_mode get there"]
    assert (check.level, check.right) == (None, "of its 5 members only ForwardMode.PREBUILT")


def test_a_check_that_accepts_exactly_the_right_members_is_evaluated(project: Path) -> None:
    found = audited(FOREIGN, project)

    assert [one.level for one in found.checks if one.field == "typeGuard" and "lets pass" in one.claim] == [
        Level.EVALUATED
    ]


def test_a_line_of_another_version_has_moved_and_is_not_refuted(project: Path) -> None:
    found = audited(FOREIGN, project)

    (check,) = [one for one in found.checks if one.field == "lineNumber"]
    assert (check.level, check.reason, check.right) == (
        None,
        "this is another version: here the statement stands 8 lines further down",
        "11",
    )


def test_own_records_have_nothing_refuted(project: Path, own: list[Record]) -> None:
    audits = [audited(record, project) for record in own]

    assert [one.refuted for one in audits] == [()] * 4
    assert [one.line for one in audits] == [11, 29, 31, 32]
    assert all(one.exact for one in audits)


MUTATIONS: dict[str, list[Any]] = {
    "id": ["0123456789abcdef", "", None],
    "repo": ["other/name", "nobody"],
    "slug": ["another-slug"],
    "errorCode": ["E1"],
    "errorMessage": ["Invalid backward mode: {batch.forward_mode=}", "Invalid forward mode: {batch=}"],
    "messagePattern": ["Invalid (.*)", "(", "(?=x)", ".*", "Invalid forward mode: batch.forward_mode=(.+)", "(a+)+$"],
    "errorType": ["panic", "console", "nonsense"],
    "errorClass": ["KeyError", "other.ValueError"],
    "httpStatus": [404, 9999],
    "severity": ["critical", "bad"],
    "filePath": ["engine/modes.py", "other/engine/backend.py", "engine/gone.py"],
    "lineNumber": [12, 1, 9999, "7"],
    "sourceCode": ["x = 1", "class Base:\n    def other(self):"],
    "sourceCodeStart": [3, None],
    "sourceCodeEnd": [3, 400],
    "githubUrl": ["https://github.com/x/y/blob/main/z.py#L1-L2"],
    "documentation": ["`Base.missing` raises.", "It never raises."],
    "triggerScenarios": ["Happens for ForwardMode.IDLE.", "`unknown_thing` is set."],
    "commonSituations": ["Always."],
    "solutions": [["Call `no_such_function()`."], ["Do nothing."], "text"],
    "exampleFix": ["Base().missing_method()", "x ="],
    "handlingStrategy": ["hope", "retry"],
    "validationCode": ["assert batch.forward_mode is ForwardMode.NEW", "assert batch.forward_mode is ForwardMode.IDLE"],
    "typeGuard": ["def fits(mode: ForwardMode):\n    return mode in (ForwardMode.PREBUILT,)"],
    "tryCatchPattern": ["try:\n    x()\nexcept MissingError:\n    pass"],
    "preventionTips": [["Use `--no-such-option`."]],
    "tags": [["Bad Tag"], ["other"]],
    "backgroundTag": ["something-else", "Bad"],
    "analyzedSha": ["x", "1" * 40],
    "analyzedAt": ["yesterday", "2026-08-28T05:10:05"],
    "schemaVersion": [1],
}


def mutated() -> Iterator[tuple[str, Any]]:
    for field, values in MUTATIONS.items():
        for value in values:
            yield field, value


@pytest.mark.parametrize(("field", "value"), list(mutated()))
def test_no_mutated_field_is_confirmed(field: str, value: Any, project: Path, own: list[Record]) -> None:
    clean = audited(own[0], project)
    changed = {**own[0], "record": {**own[0]["record"], field: value}}

    found = audited(changed, project)

    held = {(one.field, one.claim) for one in clean.checks if one.level not in (None, Level.REFUTED)}
    new = [one for one in found.checks if one not in clean.checks]
    confirmed = [one for one in new if one.field == field and one.level not in (None, Level.REFUTED, Level.RESOLVED)]
    assert confirmed == [] or field in ("validationCode", "typeGuard")
    assert any(one.level in (None, Level.REFUTED) and (one.field == field or not found.line) for one in new), held


@pytest.mark.parametrize("field", list(FOREIGN))
def test_every_field_has_to_be_there(field: str, project: Path, own: list[Record]) -> None:
    record = dict(own[0]["record"])
    del record[field]
    if field in ("errorMessage", "filePath"):
        record.setdefault("errorMessage", None) if field == "filePath" else None

    found = audited({**own[0], "record": record}, project)

    assert any(one.field == field and one.reason.startswith("it is missing") for one in found.refuted)


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"record": 3}', "[" * 100_000, '{"record": {"a": 1}}'])
def test_a_file_without_a_record_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(RecordFormatError, match=r"x\.json: (holds|is no JSON)"):
        list(audit(text, "x.json", AuditOptions(str(tmp_path / "c.sqlite"))))


def test_a_source_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TargetNotFoundError):
        list(audit(json.dumps(FOREIGN), "x", AuditOptions(str(tmp_path / "c"), against=os.fspath(tmp_path / "none"))))


def test_a_record_that_names_no_source_is_refused(tmp_path: Path) -> None:
    record = {**FOREIGN, "repo": "nobody/no-such-distribution-anywhere", "analyzedSha": None}

    with pytest.raises(SourceUnknownError) as caught:
        list(audit(json.dumps(record), "x", AuditOptions(str(tmp_path / "c"))))

    assert str(caught.value) == (
        "nobody/no-such-distribution-anywhere: cannot be had here"
        " (tried no-such-distribution-anywhere); name the source with --against TARGET"
    )


def test_many_records_are_audited_in_order(project: Path, own: list[Record]) -> None:
    text = "\n".join(json.dumps(one) for one in own)
    options = AuditOptions(str(project.parent / "catalogue.sqlite"), against=str(project))

    assert [one.line for one in audit(text, "x", options)] == [11, 29, 31, 32]
