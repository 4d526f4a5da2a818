from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from errdex.sources.record import paths_of_record

SUFFIXES = (".py", ".pyw")


def test_only_wanted_files_below_the_root_are_claimed() -> None:
    text = (
        "../../../bin/tool.py,,\n/etc/x.py,,\na/../../x.py,,\nC:/x.py,,\n"
        "pkg/__init__.py,sha256=x,1\r\npkg/fast.so,,\npkg/m.pyc,,\npkg/w.pyw,,\npkg/__init__.py,,\n"
    )

    assert paths_of_record(text, SUFFIXES) == ("pkg/__init__.py", "pkg/w.pyw")


def test_backslashes_of_old_wheels_separate_parts() -> None:
    assert paths_of_record("pkg\\m.py,,\n", SUFFIXES) == ("pkg/m.py",)


def test_a_name_with_a_comma_is_quoted() -> None:
    assert paths_of_record('"pkg/a,b.py",,\n"pkg/say ""x"".py",,\n', SUFFIXES) == ("pkg/a,b.py", 'pkg/say "x".py')


@given(st.lists(st.from_regex(r"[a-z,\"]{1,8}/[a-z,\" ]{1,8}\.(py|txt)", fullmatch=True), max_size=8))
def test_a_record_is_read_as_a_csv_reader_does(paths: list[str]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([path, "sha256=x", "1"] for path in paths)

    expected = {path for path in paths if path.endswith(".py")}
    assert set(paths_of_record(text.getvalue(), SUFFIXES)) == expected


@given(st.text(max_size=300))
def test_no_text_claims_a_file_outside(text: str) -> None:
    for path in paths_of_record(text, SUFFIXES):
        assert not path.startswith("/")
        assert ".." not in path.split("/")
