from __future__ import annotations

import pytest

from errdex.reports.reprs import exception_from_repr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Unrecoverable error: ValueError('bad',)", ("ValueError", "bad", "'bad',")),
        ('x: a.OddError("it\'s")', ("a.OddError", "it's", '"it\'s"')),
        ("ValueError('a', 3)", ("ValueError", "", "'a', 3")),
        ("OSError(2, 'No such file')", ("OSError", "", "2, 'No such file'")),
        ("exception=Status(503, X([('a', 'b')]))>", ("Status", "", "503, X([('a', 'b')])")),
        (
            "error: 'ValueError(\\'cut off {\"a\": \"b',)'",
            ("ValueError", 'cut off {"a": "b', "\\'cut off {\"a\": \"b',)'"),
        ),
        ("f(x)", None),
        ("ValueError", None),
    ],
)
def test_the_first_exception_repr_is_read(text: str, told: tuple[str, str, str] | None) -> None:
    assert exception_from_repr(text) == told
