from __future__ import annotations

from collections.abc import Callable

import pytest

from errdex.matching.match import match_error, match_report
from errdex.matching.memory import MemoryStore
from errdex.matching.store import CompiledOrigin, MatchOptions
from errdex.nouns.matches import Answer, Verdict
from errdex.nouns.reports import Report, ReportedError
from errdex.nouns.sites import Site, SiteKind

SiteMaker = Callable[..., Site]
StoreMaker = Callable[..., MemoryStore]

ORDER = "how must be one of left or right, not {how!r}"


def summary(answer: Answer) -> tuple[Verdict, list[tuple[str, int | None]]]:
    return answer.verdict, [(match.file, match.line) for match in answer.matches]


def test_one_statement_that_prints_the_message_is_exact_and_its_holes_are_filled(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/frame.py": [a_site(7, ORDER), a_site(9, "other text altogether")]})

    answer = match_error(ReportedError("ValueError", "how must be one of left or right, not 'up'"), store)

    assert summary(answer) == (Verdict.EXACT, [("pkg/frame.py", 7)])
    assert answer.matches[0].holes == (("how", "'up'"),)
    assert answer.matches[0].template == "how must be one of left or right, not {!r}"


def test_statements_that_print_the_same_tie_and_the_answer_says_how_they_differ(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/frame.py": [a_site(7, ORDER, function="merge"), a_site(9, ORDER, function="join")]})

    answer = match_error(ReportedError("ValueError", "how must be one of left or right, not 'up'"), store)

    assert summary(answer) == (Verdict.AMBIGUOUS, [("pkg/frame.py", 7), ("pkg/frame.py", 9)])
    assert answer.matches[0].score == answer.matches[1].score
    assert answer.remarks == ("2 statements print this, and differ by function; paste the traceback",)


def test_text_that_nothing_prints_gets_none(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/frame.py": [a_site(7, ORDER)]})

    assert match_error(ReportedError("ValueError", "nothing of the kind"), store) == Answer(
        ReportedError("ValueError", "nothing of the kind"), Verdict.NONE, ()
    )


def test_statement_of_another_class_is_not_named(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/frame.py": [a_site(7, ORDER, exception="TypeError")]})

    answer = match_error(ReportedError("ValueError", "how must be one of left or right, not 'up'"), store)

    assert answer.verdict in {Verdict.WEAK, Verdict.NONE}


def test_class_of_a_package_tells_more_than_one_of_the_interpreter(a_site: SiteMaker, a_store: StoreMaker) -> None:
    own = a_site(7, "no such key", exception="BadKey", qualified="pkg.errors.BadKey")
    store = a_store({"pkg/a.py": [own], "pkg/b.py": [a_site(8, "no such row")]})

    assert match_error(ReportedError("pkg.errors.BadKey", "no such key"), store).verdict is Verdict.EXACT
    assert match_error(ReportedError("ValueError", "no such row"), store).verdict is Verdict.WEAK


def test_more_literal_template_comes_first(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/a.py": [a_site(1, "{what} must be positive"), a_site(2, "learning rate must be positive")]})

    answer = match_error(ReportedError("ValueError", "learning rate must be positive"), store)

    assert [match.line for match in answer.matches] == [2, 1]


def test_bare_statements_of_a_class_are_weak_and_tied(a_site: SiteMaker, a_store: StoreMaker) -> None:
    sites = [a_site(n, "{message}", exception="OddError", qualified="pkg.OddError") for n in (1, 2)]
    store = a_store({"pkg/a.py": sites})

    answer = match_error(ReportedError("pkg.OddError", "whatever it says"), store)

    assert summary(answer) == (Verdict.WEAK, [("pkg/a.py", 1), ("pkg/a.py", 2)])
    assert answer.matches[0].score == answer.matches[1].score


def test_too_many_bare_statements_do_not_flood_the_answer(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/a.py": [a_site(n, "{message}") for n in range(1, 200)]})

    assert match_error(ReportedError("ValueError", "whatever it says"), store).verdict is Verdict.NONE


def test_imitation_of_the_interpreters_message_ties_with_the_interpreter(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    store = a_store({"pkg/a.py": [a_site(1, "unhashable type: {kind!r}", exception="TypeError")]})

    answer = match_error(ReportedError("TypeError", "unhashable type: 'list'"), store)

    assert [(match.kind, match.file) for match in answer.matches] == [
        ("compiled", "cpython"),
        ("statement", "pkg/a.py"),
    ]
    assert answer.verdict is not Verdict.EXACT


class OneOrigin:
    def compiled_origins(self, exception: str, message: str) -> tuple[CompiledOrigin, ...]:
        return (
            CompiledOrigin(
                "fast", "2.0", "fast/_core.so", ("cannot squeeze ", None, " into a register of a narrower width")
            ),
        )


def test_text_of_a_binary_is_named_as_compiled(a_store: StoreMaker) -> None:
    error = ReportedError("ValueError", "cannot squeeze 300 into a register of a narrower width")

    answer = match_error(error, a_store({}), MatchOptions(compiled=OneOrigin()))

    assert answer.verdict is Verdict.EXACT
    assert [(match.kind, match.package, match.file, match.line) for match in answer.matches] == [
        ("compiled", "fast", "fast/_core.so", None)
    ]


def test_copy_in_a_vendored_folder_is_no_exact_answer(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pip/_vendor/lib/a.py": [a_site(1, ORDER)]})

    answer = match_error(ReportedError("ValueError", "how must be one of left or right, not 'up'"), store)

    assert answer.verdict is Verdict.WEAK


def test_other_reading_of_the_message_counts_nearly_as_much(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/a.py": [a_site(1, ORDER)]})
    error = ReportedError(
        "ValueError",
        "worker-3 | how must be one of left or right, not 'up'",
        alternatives=("how must be one of left or right, not 'up'",),
    )

    assert summary(match_error(error, store)) == (Verdict.EXACT, [("pkg/a.py", 1)])


def test_log_call_is_found_by_logger_and_level(a_site: SiteMaker, a_store: StoreMaker) -> None:
    text = "connection pool is full, discarding connection"
    log = {"exception": "WARNING", "qualified": "", "kind": SiteKind.LOG}
    store = a_store({"pkg/pool.py": [a_site(1, text, **log)], "other/pool.py": [a_site(2, text, **log)]})
    error = ReportedError("", text, kind="log", logger="pkg.pool", level="WARNING")

    assert match_error(error, store).matches[0].file == "pkg/pool.py"


def test_errors_of_a_chain_agree_on_the_package(a_site: SiteMaker, a_store: StoreMaker) -> None:
    sure = a_site(1, "cannot read the header of this archive", exception="Bad", qualified="pkg.Bad")
    store = a_store({"pkg/a.py": [sure, a_site(2, ORDER)], "other/a.py": [a_site(3, ORDER)]})
    report = Report(
        (
            ReportedError("pkg.Bad", "cannot read the header of this archive", link="cause"),
            ReportedError("ValueError", "how must be one of left or right, not 'up'"),
        ),
        1,
        "traceback",
    )

    first, second = match_report(report, store)

    assert first.verdict is Verdict.EXACT
    assert summary(second) == (Verdict.AMBIGUOUS, [("pkg/a.py", 2), ("other/a.py", 3)])
    assert second.matches[0].score > second.matches[1].score


@pytest.mark.parametrize("reverse", [False, True])
def test_scores_do_not_depend_on_the_order_of_rows(reverse: bool, a_site: SiteMaker, a_store: StoreMaker) -> None:
    files = {f"pkg/m{n}.py": [a_site(n, ORDER, function=f"f{n}")] for n in range(1, 6)}
    store = a_store(dict(sorted(files.items(), reverse=reverse)))

    answer = match_error(ReportedError("ValueError", "how must be one of left or right, not 'up'"), store)

    assert [match.file for match in answer.matches] == [f"pkg/m{n}.py" for n in range(1, 6)]
    assert len({match.score for match in answer.matches}) == 1


def test_template_inside_a_longer_text_is_only_similar(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/a.py": [a_site(1, ORDER)]})

    answer = match_error(ReportedError("ValueError", f"in step 3: {ORDER.format(how='up')} at all"), store)

    assert summary(answer) == (Verdict.WEAK, [("pkg/a.py", 1)])


def test_text_known_to_be_cut_may_end_inside_the_template(a_site: SiteMaker, a_store: StoreMaker) -> None:
    long = (
        "cannot interpolate between neighbouring samples {left} and {right} because their timestamps coincide exactly"
    )
    store = a_store({"pkg/a.py": [a_site(1, long)]})
    cut = "cannot interpolate between neighbouring samples 3 and 4 because their timestamps"

    assert match_error(ReportedError("ValueError", cut, truncated=True), store).verdict is Verdict.EXACT
    assert match_error(ReportedError("ValueError", cut), store).verdict is Verdict.WEAK


def test_case_and_white_space_make_it_similar_only(a_site: SiteMaker, a_store: StoreMaker) -> None:
    store = a_store({"pkg/a.py": [a_site(1, "Cannot  read the header of this archive")]})

    answer = match_error(ReportedError("ValueError", "cannot read the header\nof this archive"), store)

    assert summary(answer) == (Verdict.WEAK, [("pkg/a.py", 1)])


def test_more_general_template_that_fits_as_well_takes_the_certainty_away(
    a_site: SiteMaker, a_store: StoreMaker
) -> None:
    special, general = (
        "Object with dtype {} cannot perform the operation {}",
        "Object {} cannot perform the operation {}",
    )
    store = a_store({"pkg/a.py": [a_site(1, special), a_site(2, general)]})

    answer = match_error(ReportedError("ValueError", "Object with dtype int cannot perform the operation add"), store)

    assert summary(answer) == (Verdict.AMBIGUOUS, [("pkg/a.py", 1), ("pkg/a.py", 2)])
