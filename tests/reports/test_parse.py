from __future__ import annotations

from errdex.nouns.reports import Frame, Report, ReportedError
from errdex.reports.parse import parse_report


def test_plain_traceback_gives_class_message_and_frames() -> None:
    report = parse_report(
        "Traceback (most recent call last):\n"
        '  File "x.py", line 3, in <module>\n'
        "    f(1)\n"
        "    ~^^^\n"
        '  File "x.py", line 1, in f\n'
        "ValueError: no mode 'x'\n"
        "second line\n"
    )

    assert report == Report(
        (
            ReportedError(
                "ValueError",
                "no mode 'x'\nsecond line",
                (Frame("x.py", 3, "<module>", "f(1)", "f(1)"), Frame("x.py", 1, "f")),
                alternatives=("no mode 'x'",),
            ),
        ),
        0,
        "traceback",
    )


def test_bare_message_is_split_from_a_class() -> None:
    assert parse_report("pkg.BadThing: no\n") == Report((ReportedError("pkg.BadThing", "no"),), 0, "message")


def test_words_before_a_colon_are_no_class() -> None:
    assert parse_report("note: no") == Report((ReportedError("", "note: no"),), 0, "message")
