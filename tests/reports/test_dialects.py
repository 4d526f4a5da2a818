"""Every example parses to the report beside it; one without is written anew, to be read, and fails once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from errdex.nouns.reports import Report
from errdex.reports.parse import parse_report
from errdex.reports.registry import DIALECTS, load

EXAMPLES = Path(__file__).parent / "examples"


def plain(report: Report) -> dict[str, object]:
    """A report as JSON, with the fields that say something."""
    return {
        "dialect": report.dialect,
        "final": report.final,
        "errors": [
            {
                name: [[*frame] for frame in value] if name == "frames" else value
                for name, value in error._asdict().items()
                if value
            }
            for error in report.errors
        ],
    }


@pytest.mark.parametrize(
    "example", sorted(EXAMPLES.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_example_parses_to_the_report_beside_it(example: Path) -> None:
    got = json.loads(json.dumps(plain(parse_report(example.read_bytes().decode()))))
    expected = example.with_suffix(".json")
    if not expected.exists():
        expected.write_text(json.dumps(got, indent=1, ensure_ascii=False) + "\n")
        pytest.fail(f"wrote {expected.name}: read it")

    assert got == json.loads(expected.read_text())


def test_every_dialect_has_examples() -> None:
    folders = {path.name for path in EXAMPLES.iterdir()}

    assert {dialect.name for dialect in DIALECTS} - folders == set()


def test_every_dialect_is_read_in_the_module_its_row_names() -> None:
    assert all(callable(load(dialect)) for dialect in DIALECTS)
