"""Reads JSON without importing `json`, which costs a cold `errdex explain` a tenth of the time it has.

The interpreter's own scanner does the work, as it does for `json`; where there is none, `json` is imported.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class _Context:
    """What the scanner is told: the defaults of `json`."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float

    def __init__(self) -> None:
        self.memo: dict[str, str] = {}


_scan: Callable[[str, int], tuple[Any, int]] | None = None
try:
    from _json import make_scanner

    _scan = make_scanner(_Context())  # type: ignore[arg-type]  # it reads these attributes, whatever has them
except ImportError:  # other interpreters than CPython
    pass


def read_json(text: str) -> Any:
    """The value that `text` holds, which stands in it without white space around.

    Raises:
        ValueError: it is no JSON, or more than one value.
        RecursionError: it is nested too deep.
    """
    if _scan is None:
        import json

        return json.loads(text)
    try:
        value, end = _scan(text, 0)
    except StopIteration as error:
        raise ValueError(f"no JSON value at character {error.value}") from None
    if end != len(text):
        raise ValueError(f"more than one JSON value: the first ends at character {end}")
    return value


def write_json(value: object) -> str:
    """The value as one line of ASCII without white space; `json` is imported when something is first written."""
    global _encode
    if _encode is None:
        import json

        _encode = json.JSONEncoder(ensure_ascii=True, check_circular=False, separators=(",", ":")).encode
    return _encode(value)


_encode: Callable[[object], str] | None = None
