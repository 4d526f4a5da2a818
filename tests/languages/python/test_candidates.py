"""Lines on which a site may stand."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from errdex.languages.python.candidates import Candidates
from errdex.languages.python.source import Source

TEXT = """\
import warnings
x = 1
raise ValueError
with pytest.warns(A): y.errors(z)
log.warning("a")
    sys.exit ("b")
catalog.error_message
from warnings import warn as alert
alert("c")
"""


def test_only_lines_with_a_keyword_or_a_reporting_name_are_looked_at() -> None:
    candidates = Candidates(Source(TEXT))

    assert candidates.statements == [3]
    assert candidates.calls == [5, 6, 9]


def test_ranges_of_lines_are_asked_for_a_site() -> None:
    candidates = Candidates(Source(TEXT))

    assert candidates.holds_site(1, 3)
    assert not candidates.holds_site(1, 2)
    assert not candidates.holds_call(1, 4)
    assert candidates.holds_call(5, 5)
    assert candidates.last_before(8) == 6
    assert candidates.last_before(2) == 0


@given(st.lists(st.sampled_from(["raise X", "x = 1", "assert x", "", "# é raise", "'raise'"]), max_size=20))
def test_no_raise_or_assert_is_missed(lines: list[str]) -> None:
    text = "\n".join(lines)

    wanted = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Raise, ast.Assert))}

    assert wanted <= set(Candidates(Source(text)).statements)
