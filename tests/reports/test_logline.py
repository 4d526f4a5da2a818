from __future__ import annotations

import pytest

from errdex.reports.logline import read_record


@pytest.mark.parametrize(
    ("line", "level", "logger", "message"),
    [
        ("ERROR:root:no route", "ERROR", "root", "no route"),
        ("WARNING:a.b:x: y", "WARNING", "a.b", "x: y"),
        ("ERROR: no route: x", "ERROR", "", "no route: x"),
        ("ERROR: ValueError: x", "ERROR", "", "ValueError: x"),
        ("2024-05-01 10:00:00,123 - a.b - ERROR - no route", "ERROR", "a.b", "no route"),
        ("2024-05-01 10:00:00,123 ERROR a.b: no route", "ERROR", "a.b", "no route"),
        ("2024-05-01 10:00:00,123 [ERROR] a.b - no route", "ERROR", "a.b", "no route"),
        ("2024-05-01T10:00:00.123Z ERROR [a.b] no route", "ERROR", "a.b", "no route"),
        ("2024-05-01 10:00:00.123 | ERROR    | a.b:run:12 - no route", "ERROR", "a.b", "no route"),
        ("[2024-05-01 10:00:00,123: ERROR/MainProcess] no route", "ERROR", "", "no route"),
        ("[2024-05-01, 10:00:00 UTC] {taskinstance.py:1851} ERROR - no route", "ERROR", "", "no route"),
        ("[2024-05-01 10:00:00 +0000] [127] [CRITICAL] no route", "CRITICAL", "", "no route"),
        ("ERROR 05-01 10:00:00 [core.py:396] no route", "ERROR", "", "no route"),
        ("E0501 10:00:00.123456 12345 a.cc:33] no route", "ERROR", "", "no route"),
        ('time="2024-05-01T10:00:00Z" level=warning msg="no \\"route\\"" logger=a', "WARNING", "a", 'no "route"'),
        ("May  1 10:00:08 host app[812]: ERROR no route", "ERROR", "", "no route"),
        ("[Wed May 01 10:00:00.123 2024] [wsgi:error] [pid 8] no route", "ERROR", "", "no route"),
        ("2024-05-01 10:00:00.123 ERROR (MainThread) [a.b] no route", "ERROR", "a.b", "no route"),
        ("10:00:00 WARN  no route", "WARNING", "", "no route"),
        ("docs/a.rst:12: WARNING: no route", "WARNING", "", "no route"),
        ("2024-05-01 10:00:00 no route", "", "", "no route"),
    ],
)
def test_the_words_before_a_message_are_told_apart(line: str, level: str, logger: str, message: str) -> None:
    record = read_record(line)

    assert record is not None
    assert (record.level, record.logger, record.message) == (level, logger, message)


@pytest.mark.parametrize(
    "line", ["no route", "error: no route", "Error in f: x", "ERRORS were found", "[plugin] x", ""]
)
def test_a_message_is_no_record(line: str) -> None:
    assert read_record(line) is None
