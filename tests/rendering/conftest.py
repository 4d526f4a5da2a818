"""Explanations to render: one of each verdict, made by explaining, so that rendering is tested on what it gets."""

from __future__ import annotations

import pytest

from errdex.explanation.explain import Found, explain_answer
from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.explanations import Explanation, SourceText
from errdex.nouns.matches import Answer, Contribution, Match, SiteRef, Verdict
from errdex.nouns.reports import Frame, ReportedError
from errdex.nouns.sites import Evidence, Handler, Site, SiteKind
from errdex.nouns.templates import Hole, Template

FILE = "sglang/srt/layers/attention/hybrid_linear_attn_backend.py"
MODES = (
    "DECODE",
    "IDLE",
    "DLLM_EXTEND",
    "DRAFT_EXTEND_V2",
    "EXTEND",
    "MIXED",
    "SPLIT_PREFILL",
    "TARGET_VERIFY",
    "PREBUILT",
)
MEMBERS = tuple(f"ForwardMode.{mode}" for mode in MODES)
SOURCE = """\
class MambaAttnBackendBase:
    def _forward_metadata(self, forward_batch):
        if forward_batch.forward_mode.is_decode_or_idle():
            query_start_loc = self.decode()
        elif forward_batch.forward_mode.is_extend(include_draft_extend_v2=True):
            query_start_loc = self.extend()
            query_start_loc[bs] = forward_batch.extend_start_loc
        else:
            raise ValueError(f"Invalid forward mode: {forward_batch.forward_mode=}")
        return query_start_loc
"""
DECODE_TEST = "forward_batch.forward_mode.is_decode_or_idle()"
EXTEND_TEST = "forward_batch.forward_mode.is_extend(include_draft_extend_v2=True)"

DISPATCH = Site(
    SiteKind.RAISE,
    9,
    9,
    "MambaAttnBackendBase._forward_metadata",
    "ValueError",
    "builtins.ValueError",
    ("builtins.Exception",),
    "ValueError",
    (Template(("Invalid forward mode: forward_batch.forward_mode=", Hole("forward_batch.forward_mode", "r"))),),
    "Invalid forward mode: {forward_batch.forward_mode=}",
    (Clause(f"not {DECODE_TEST}", 3), Clause(f"not {EXTEND_TEST}", 5)),
    (
        ReachingSet(
            "forward_batch.forward_mode",
            "ForwardMode (enum)",
            MEMBERS,
            (MEMBERS[-1],),
            (Branch(3, DECODE_TEST, MEMBERS[:2]), Branch(5, EXTEND_TEST, MEMBERS[2:8])),
        ),
    ),
)
MERGE = Site(
    SiteKind.RAISE,
    20,
    22,
    "_MergeOperation._validate_left_right_on",
    "MergeError",
    "pandas.errors.MergeError",
    ("builtins.ValueError", "builtins.Exception"),
    "pandas.errors.MergeError",
    (Template(("No common columns to perform merge on. left_on=", Hole("left_on"))),),
    "No common columns to perform merge on. left_on={left_on}",
    (
        Clause("left_on is None", 12, trace=("left_on: parameter, default None",)),
        Clause("not self.left_index and len(self.left.columns.intersection(self.right.columns)) == 0", 14, stale=True),
        Clause("Except KeyError raised by self._cache[key]", 18, kind="except"),
    ),
    handlers=(Handler("pandas/core/frame.py", 7, "except MergeError:"),),
    evidence=(Evidence("docstring", "pandas/core/frame.py", 3, "MergeError: if there is no common column"),),
)
CALLER = Frame("/home/me/serve.py", 41, "main", "backend.init_forward_metadata(batch)")


def match_of(site: Site, package: str, file: str, *, record: str, value: str = "") -> Match:
    ref = SiteRef(
        1,
        1,
        package,
        "0.5.19",
        file,
        site.line,
        site.end_line,
        site.function,
        site.kind,
        site.exception,
        site.qualified,
        (),
    )
    holes = tuple((part.expression, value) for part in site.templates[0].parts if isinstance(part, Hole))
    why = (
        Contribution("frame", 0.5, f"line {site.line} lies in this statement"),
        Contribution("text", 0.4, "all of the message fits, 46 characters of it literal"),
        Contribution("class", 0, "the class is not told"),
    )
    return Match(
        record, "statement", package, "0.5.19", file, site.line, site.end_line, site.exception, 0.97,
        site.templates[0].text, holes, why, ref,
    )  # fmt: skip


@pytest.fixture
def exact() -> Explanation:
    value = "<ForwardMode.PREBUILT: 7>"
    error = ReportedError(
        "ValueError",
        f"Invalid forward mode: forward_batch.forward_mode={value}",
        (CALLER, Frame(f"/venv/lib/python3.11/site-packages/{FILE}", 9, "_forward_metadata")),
    )
    match = match_of(DISPATCH, "sglang", FILE, record="e59d2485b40387ab", value=value)
    source = SourceText(f"/venv/lib/python3.11/site-packages/{FILE}", tuple(SOURCE.splitlines()))
    return explain_answer(Answer(error, Verdict.EXACT, (match,)), [Found(match, DISPATCH, source)])


@pytest.fixture
def clauses() -> Explanation:
    error = ReportedError("MergeError", "No common columns to perform merge on. left_on=None", link="context")
    match = match_of(MERGE, "pandas", "pandas/core/reshape/merge.py", record="0123456789abcdef", value="None")
    return explain_answer(Answer(error, Verdict.EXACT, (match,), ("a remark of matching",)), [Found(match, MERGE)])


@pytest.fixture
def ambiguous() -> Explanation:
    matches = [
        match_of(DISPATCH, "sglang", FILE, record="e59d2485b40387ab", value="7"),
        match_of(
            DISPATCH._replace(function="other", line=3),
            "sglang",
            "sglang/other.py",
            record="0123456789abcdef",
            value="7",
        ),
    ]
    error = ReportedError("ValueError", "Invalid forward mode: forward_batch.forward_mode=7")
    found = [Found(match, DISPATCH._replace(function=match.ref.function)) for match in matches if match.ref]
    return explain_answer(Answer(error, Verdict.AMBIGUOUS, tuple(matches)), found)


@pytest.fixture
def weak() -> Explanation:
    match = match_of(MERGE, "pandas", "pandas/core/reshape/merge.py", record="0123456789abcdef")
    error = ReportedError("", "no common column to merge on")
    return explain_answer(Answer(error, Verdict.WEAK, (match,)), [Found(match, MERGE)])


@pytest.fixture
def nothing() -> Explanation:
    return explain_answer(Answer(ReportedError("FooError", "bar"), Verdict.NONE, ()), [])


@pytest.fixture
def compiled() -> Explanation:
    file = "numpy/_core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so"
    text = "operands could not be broadcast together with shapes {} {}"
    match = Match("", "compiled", "numpy", "2.1.0", file, None, None, "ValueError", 0.8, text, (), ())
    frame = Frame("/home/me/model.py", 7, "step", "total = left + right", "left + right")
    error = ReportedError("ValueError", "operands could not be broadcast together with shapes (3,) (2,)", (frame,))
    return explain_answer(Answer(error, Verdict.EXACT, (match,)), [Found(match, None)])
