from __future__ import annotations

from collections.abc import Callable

import pytest

from errdex.matching.match import match_error
from errdex.matching.memory import MemoryStore
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

ROOT = "/srv/app/.venv/lib/python3.11/site-packages"
SPANS = {"pkg/mod.py": (("f", 1, 20), ("g", 21, 40))}


def error(
    message: str, line: int, function: str = "f", *, path: str = f"{ROOT}/pkg/mod.py", **more: str
) -> ReportedError:
    outer = Frame("/srv/app/main.py", 3, "<module>")
    exception = more.pop("exception", "ValueError")
    return ReportedError(exception, message, (outer, Frame(path, line, function, **more)))


def test_statement_on_the_last_line_is_exact_even_when_others_print_the_same(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    sites = [a_site(12, "bad {x}"), a_site(14, "bad {x}"), a_site(30, "bad {x}", function="g")]
    store = a_store({"pkg/mod.py": sites}, SPANS)

    answer = match_error(error("bad 3", 14), store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.EXACT, [14])


@pytest.mark.parametrize(
    "path",
    [
        "C:\\Python\\Lib\\site-packages\\pkg\\mod.py",
        "/app/bundle.pyz/pkg/mod.py",
        "/usr/lib/python3/dist-packages/pkg/mod.py",
        "/home/me/src/pkg/mod.py",
        "pkg/mod.pyc",
        "<frozen pkg.mod>",
    ],
)
def test_file_is_found_by_its_end_on_other_machines(path: str, a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "bad {x}")]}, SPANS)

    assert match_error(error("bad 3", 12, path=path), store).verdict is Verdict.EXACT


def test_last_line_without_a_raise_in_a_version_that_fits_is_compiled(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "unhashable type: {x!r}", exception="TypeError")]}, SPANS)

    answer = match_error(error("unhashable type: 'list'", 13, exception="TypeError"), store)

    assert [(match.kind, match.file, match.line) for match in answer.matches] == [("compiled", "cpython", None)]
    (remark,) = answer.remarks
    assert remark == (
        "pkg/mod.py:13 holds no statement that raises this in pkg 1.0:"
        " compiled code, the interpreter, or an exception made elsewhere"
    )


def test_compiled_error_whose_text_no_binary_is_known_to_print_is_weak(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "bad {x}")]}, SPANS)

    answer = match_error(error("some text from afar", 13), store)

    assert (answer.verdict, [(match.kind, match.file) for match in answer.matches]) == (
        Verdict.WEAK,
        [("compiled", "")],
    )


def test_statement_that_moved_in_the_installed_version_is_found_in_its_function(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "cannot rewind stream {x}"), a_site(30, "bad", function="g")]}, SPANS)

    answer = match_error(error("cannot rewind stream 3", 300), store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.EXACT, [12])
    assert answer.remarks == ("these frames fit another version than pkg 1.0: the statement is now at line 12",)


def test_printed_source_line_tells_another_version(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "cannot rewind stream {x}")]}, SPANS)
    reported = error("cannot rewind stream 3", 14, source='raise ValueError(f"cannot rewind stream {x}")')

    answer = match_error(reported, store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.EXACT, [12])


def test_version_that_fits_is_preferred_over_the_installed_one_and_said_so(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store(
        {"pkg/mod.py@1.0": [a_site(12, "bad {x}")], "pkg/mod.py@0.9": [a_site(18, "bad {x}")]},
        {"pkg/mod.py@1.0": (("f", 1, 14),), "pkg/mod.py@0.9": (("f", 10, 20),)},
    )

    answer = match_error(error("bad 3", 18), store)

    assert (answer.verdict, [(match.version, match.line) for match in answer.matches]) == (
        Verdict.EXACT,
        [("0.9", 18)],
    )
    assert answer.remarks == ("these frames fit pkg 0.9; installed is 1.0: the statement is now at pkg/mod.py:12",)


def test_statement_on_the_line_that_prints_something_else_is_weak(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "bad {x}")]}, SPANS)

    answer = match_error(error("quite another text", 12), store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.WEAK, [12])


def test_evaluating_the_statements_arguments_failed_in_compiled_code(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "bad {x}")]}, SPANS)

    answer = match_error(error("list index out of range", 12, exception="IndexError"), store)

    assert [(match.kind, match.file) for match in answer.matches] == [("compiled", "cpython")]


def test_frames_that_end_in_a_file_nobody_indexed_make_no_text_match_exact(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "cannot rewind stream {x}, which is at its end")]}, SPANS)
    reported = error("cannot rewind stream 3, which is at its end", 5, "load", path="/home/me/app.py")

    assert match_error(reported, store).verdict is Verdict.WEAK


def test_source_of_an_extension_module_is_compiled(a_store: StoreMaker) -> None:
    answer = match_error(error("5", 167, "pkg._libs.index.get_loc", path="pkg/_libs/index.pyx"), a_store({}))

    assert [(match.kind, match.line) for match in answer.matches] == [("compiled", None)]


def test_frames_without_lines_or_files_are_passed_over(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "cannot rewind stream {x}, which is at its end")]})
    reported = ReportedError(
        "ValueError", "cannot rewind stream 3, which is at its end", (Frame("", None), Frame("<stdin>", 1))
    )

    assert match_error(reported, store).verdict is Verdict.WEAK


def test_exception_made_elsewhere_and_raised_by_compiled_code_keeps_its_makers_below(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    maker = a_site(30, "connection is closed", exception="Closed", qualified="pkg.Closed", function="g")
    store = a_store({"pkg/mod.py": [maker]}, SPANS)

    answer = match_error(error("connection is closed", 13, exception="pkg.Closed"), store)

    assert (answer.verdict, [(match.kind, match.line) for match in answer.matches]) == (
        Verdict.WEAK,
        [("compiled", None), ("statement", 30)],
    )
    assert answer.matches[0].score > answer.matches[1].score


def test_own_text_on_the_own_line_counts_more_than_a_class_that_a_subclass_sets(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "unexpected end of expression after {x!r}")]}, SPANS)

    answer = match_error(error("unexpected end of expression after 'if'", 12, exception="pkg.SyntaxTrouble"), store)

    assert (answer.verdict, [match.line for match in answer.matches]) == (Verdict.EXACT, [12])


def test_class_of_a_package_is_not_put_down_to_compiled_code_where_a_raise_stands(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/mod.py": [a_site(12, "bad {x}")]}, SPANS)

    answer = match_error(error("some other text", 12, exception="pkg.Replaced"), store)

    assert (answer.verdict, [(match.kind, match.line) for match in answer.matches]) == (
        Verdict.WEAK,
        [("statement", 12)],
    )
