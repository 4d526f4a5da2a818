from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.app.watching.prefixes import message_start, read_prefix
from errdex.matching.stream_prefixes import Prefix


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("2026-12-01 10:00:00,123 ERROR app.db: ", Prefix("ERROR", "app.db")),
        ("2026-12-01 10:00:00,123 ERROR worker: ", Prefix("ERROR", "worker")),
        ("ERROR:root:", Prefix("ERROR", "root")),
        ("[2026-12-01 10:00:00 +0000] [12] [WARNING] ", Prefix("WARNING")),
        ("ValueError: ", Prefix(exception="ValueError")),
        ("2026-12-01 10:00:00 ERROR pkg.ColumnError: ", Prefix("ERROR", "", "pkg.ColumnError")),
        ("/app/main.py:12: DeprecationWarning: ", Prefix(exception="DeprecationWarning")),
    ],
)
def test_loggers_and_exceptions_stand_before_messages(text: str, prefix: Prefix) -> None:
    assert read_prefix(text) == prefix


@pytest.mark.parametrize(
    "text",
    ["could not do it: ", "2026-12-01 10:00:00 ERROR app: cannot say why: ", "    ", "  File ", "x=", "a b c "],
)
def test_other_text_before_a_message_is_none_of_theirs(text: str) -> None:
    found = read_prefix(text)
    assert found is None or found == Prefix()
    if text.strip():
        assert found is None


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    read_prefix(text)
    assert 0 <= message_start(text) <= len(text)
