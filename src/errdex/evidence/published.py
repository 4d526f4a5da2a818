"""Reads what somebody published as a record: its fields, and what of its form is wrong."""

from __future__ import annotations

import json

from errdex.errors import RecordFormatError
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level
from errdex.nouns.records import PublishedRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_RECORDS = 10_000
LISTS = frozenset({"solutions", "prevention_tips", "tags"})
NUMBERS = frozenset({"http_status", "line_number", "source_code_start", "source_code_end", "schema_version"})
REQUIRED = frozenset(
    {
        "id",
        "repo",
        "slug",
        "error_type",
        "severity",
        "file_path",
        "line_number",
        "tags",
        "analyzed_at",
        "schema_version",
    }
)
LONGEST_TEXT = 200_000


class Published(NamedTuple):
    """A record as somebody published it."""

    record: PublishedRecord
    """Fields that are missing, or of a wrong type, are empty."""
    faults: tuple[ClaimCheck, ...]
    """What is wrong with the form."""
    package: str
    """As the `errdex` object beside it says; `""`: there is none."""
    version: str


def read_records(text: str, path: str) -> list[Published]:
    """The records of a file: one JSON object, an array of them, or one a line.

    Raises:
        RecordFormatError: it holds none.
    """
    try:
        whole = json.loads(text)
        found = whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        found = list(json_lines(text, path))
    records = [published_from(one, path) for one in found[:MOST_RECORDS]]
    if not records:
        raise RecordFormatError(path, "holds no record")
    return records


def json_lines(text: str, path: str) -> Iterator[object]:
    """One value a line.

    Raises:
        RecordFormatError: a line is no JSON.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordFormatError(path, f"is no JSON (line {number})") from error


def published_from(whole: object, path: str) -> Published:
    """A record from `{"record": …}` or from the record itself.

    Raises:
        RecordFormatError: it is neither.
    """
    fields = whole.get("record", whole) if isinstance(whole, dict) else None
    if not isinstance(fields, dict) or not {"errorMessage", "filePath"} & fields.keys():
        raise RecordFormatError(path, "holds something else than a record")
    beside = whole.get("errdex") if isinstance(whole, dict) else None
    named = beside if isinstance(beside, dict) else {}
    values: dict[str, object] = {}
    faults: list[ClaimCheck] = []
    for field in PublishedRecord._fields:
        values[field], reason = value_of(field, fields)
        if reason:
            faults.append(ClaimCheck(camel(field), "the field", Level.REFUTED, reason))
    record = PublishedRecord(**values)  # type: ignore[arg-type]  # each value has the type of its field, by `value_of`
    return Published(record, tuple(faults), text_of(named, "package"), text_of(named, "version"))


def value_of(field: str, fields: Mapping[str, object]) -> tuple[object, str]:
    """The value of a field, an empty one where what is given does not fit, and then what is wrong."""
    empty: object = (
        ()
        if field in LISTS and field in REQUIRED
        else 0
        if field in NUMBERS & REQUIRED
        else ""
        if field in REQUIRED
        else None
    )
    name = camel(field)
    if name not in fields:
        return empty, "it is missing: every field is present, null where unknown"
    value = fields[name]
    if value is None:
        return (empty, "it is null, and always known") if field in REQUIRED else (None, "")
    if field in LISTS:
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value), ""
        return empty, "it is no list of texts"
    if field in NUMBERS:
        return (value, "") if isinstance(value, int) and not isinstance(value, bool) else (empty, "it is no number")
    if isinstance(value, str):
        return (value, "") if len(value) <= LONGEST_TEXT else (empty, "it is too long")
    return empty, "it is no text"


def text_of(named: Mapping[str, object], key: str) -> str:
    """A text, `""` where there is none."""
    value = named.get(key)
    return value if isinstance(value, str) else ""


def camel(name: str) -> str:
    """`line_number` as `lineNumber`."""
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
