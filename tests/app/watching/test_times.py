from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.app.watching.times import time_of


@pytest.mark.parametrize(
    ("head", "time"),
    [
        (b"2026-12-01 10:00:00,123 ERROR x", "2026-12-01T10:00:00.123"),
        (b"[2026-12-01T10:00:00Z] x", "2026-12-01T10:00:00Z"),
        (b"2026-12-01T10:00:00.5+0100 x", "2026-12-01T10:00:00.5+01:00"),
        (b'1.2.3.4 - - [01/Dec/2026:10:00:00 +0000] "GET /', "2026-12-01T10:00:00+00:00"),
        (b"Dec  1 10:00:00 host app[1]: x", "2025-12-01T10:00:00"),
        (b"10:00:00 x", ""),
        (b"no time at all", ""),
    ],
)
def test_the_time_at_the_start_of_a_line_is_read(head: bytes, time: str) -> None:
    assert time_of(head, 2025) == time


@given(st.binary(max_size=80))
def test_any_bytes_can_be_read(head: bytes) -> None:
    time_of(head, 2025)
