from __future__ import annotations

from errdex.explanation.explain import Found, class_to_catch, explain_answer
from errdex.nouns.conditions import Clause
from errdex.nouns.explanations import FilledHole, Place, SourceText
from errdex.nouns.matches import Answer, Match, SiteRef, Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import BARE, Hole, template_from_parts

TEMPLATE = template_from_parts(["no mode ", Hole("mode", "r"), " in ", Hole("where", format=">4")])
SITE = Site(
    SiteKind.RAISE,
    4,
    5,
    "A.pick",
    "ModeError",
    "pkg._errors.ModeError",
    ("builtins.ValueError", "builtins.Exception"),
    "pkg.ModeError",
    (TEMPLATE,),
    condition=(Clause("mode not in MODES", 3),),
)
SOURCE = SourceText("/x/a.py", ("x = 1",) * 9)
ERROR = ReportedError("pkg.ModeError", "no mode 'x' in here", (Frame("/me/app.py", 1, "main"),))


def match(site: Site = SITE, template: str = TEMPLATE.text, *, active: bool = True) -> Match:
    ref = SiteRef(1, 1, "pkg", "1.0", "pkg/a.py", 4, 5, site.function, site.kind, site.exception, "", (), active)
    holes = (("mode", "'x'"), ("where", "here"))
    return Match("0" * 16, "statement", "pkg", "1.0", "pkg/a.py", 4, 5, "ModeError", 0.9, template, holes, (), ref)


def test_an_exact_answer_is_explained_by_its_statement() -> None:
    explanation = explain_answer(Answer(ERROR, Verdict.EXACT, (match(),)), [Found(match(), SITE, SOURCE)])

    assert explanation.place == Place("pkg/a.py", 4, 5, "A.pick", "pkg", "1.0", True, "/x/a.py")
    assert explanation.template == "no mode {mode!r} in {where:>4}"
    assert explanation.holes == (FilledHole("mode", "'x'"), FilledHole("where", "here"))
    assert (explanation.condition_state, explanation.condition) == ("clauses", SITE.condition)
    assert (explanation.catch, explanation.bases) == ("pkg.ModeError", ("ValueError",))
    assert explanation.caller == ERROR.frames[0]
    assert explanation.unknown == ()


def test_a_site_without_tests_runs_always() -> None:
    site = SITE._replace(condition=())

    assert explain_answer(Answer(ERROR, Verdict.EXACT, (match(),)), [Found(match(), site)]).condition_state == "always"


def test_a_degraded_site_has_an_unknown_condition() -> None:
    site = SITE._replace(condition=(), degraded="file too large: sites located only")

    explanation = explain_answer(Answer(ERROR, Verdict.EXACT, (match(),)), [Found(match(), site, SOURCE)])

    assert explanation.condition_state == "unknown"
    assert explanation.unknown == ("more about this statement: file too large: sites located only",)


def test_a_bare_template_says_that_the_text_is_not_known() -> None:
    site = SITE._replace(templates=(BARE,))

    explanation = explain_answer(
        Answer(ERROR, Verdict.EXACT, (match(template="{}"),)), [Found(match(template="{}"), site, SOURCE)]
    )

    assert explanation.template == ""
    assert explanation.unknown == (
        "how the text is made: the statement was found by where it stands, the text shows only when it runs",
    )


def test_a_message_alone_cannot_tell_which_call_led_there() -> None:
    error = ERROR._replace(frames=())

    explanation = explain_answer(Answer(error, Verdict.EXACT, (match(),)), [Found(match(), SITE, SOURCE)])

    assert explanation.unknown == ("which call of yours led here: there is no traceback in the text",)


def test_an_ambiguous_answer_singles_none_out() -> None:
    other = match()._replace(file="pkg/b.py")
    found = [Found(match(), SITE), Found(other, SITE._replace(function="B.pick"))]

    explanation = explain_answer(Answer(ERROR._replace(frames=()), Verdict.AMBIGUOUS, (match(), other)), found)

    assert explanation.place is None
    assert [candidate.match.file for candidate in explanation.candidates] == ["pkg/a.py", "pkg/b.py"]
    assert explanation.holes == (FilledHole("mode", "'x'"), FilledHole("where", "here"))


def test_a_weak_answer_stands_for_nothing() -> None:
    explanation = explain_answer(Answer(ERROR, Verdict.WEAK, (match(),)), [Found(match(), SITE)])

    assert (explanation.match, explanation.place, explanation.catch, explanation.holes) == (None, None, "", ())
    assert len(explanation.candidates) == 1


def test_no_answer_says_what_would_help() -> None:
    explanation = explain_answer(Answer(ReportedError("", "boom"), Verdict.NONE, ()), [])

    assert explanation.remarks == (
        "paste the whole traceback: its last lines name the file",
        "paste the line with the class of the error, as in `ValueError: …`",
        "index what raised it, if it is another environment: errdex index --python PATH",
    )


def test_compiled_code_names_the_call_on_the_last_line() -> None:
    compiled = Match("", "compiled", "numpy", "2", "numpy/x.so", None, None, "ValueError", 0.8, "{}", (), ())

    explanation = explain_answer(Answer(ERROR, Verdict.EXACT, (compiled,)), [Found(compiled, None)])

    assert explanation.compiled_call == ERROR.frames[-1]
    assert explanation.place is None


def test_a_class_that_was_printed_otherwise_is_caught_as_printed() -> None:
    assert class_to_catch(SITE._replace(public_path="", qualified="builtins.ValueError"), "OtherError") == "OtherError"


def test_built_in_classes_need_no_module() -> None:
    assert class_to_catch(SITE._replace(public_path="", qualified="builtins.KeyError"), "KeyError") == "KeyError"


def test_nobody_catches_a_log_call() -> None:
    assert class_to_catch(SITE._replace(kind=SiteKind.LOG), "") == ""


def test_of_ways_that_print_the_same_none_is_claimed_to_have_been_taken() -> None:
    ways = (TEMPLATE._replace(condition=("n > 5",)), TEMPLATE._replace(condition=("not n > 5",)))

    explanation = explain_answer(
        Answer(ERROR, Verdict.EXACT, (match(),)), [Found(match(), SITE._replace(templates=ways), SOURCE)]
    )

    assert explanation.selected_by == ()


def test_what_selects_the_wording_is_told_where_the_wording_tells_it() -> None:
    other = template_from_parts(["something else"])
    ways = (TEMPLATE._replace(condition=("n > 5",)), other._replace(condition=("not n > 5",)))

    explanation = explain_answer(
        Answer(ERROR, Verdict.EXACT, (match(),)), [Found(match(), SITE._replace(templates=ways), SOURCE)]
    )

    assert explanation.selected_by == ("n > 5",)
