from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from errdex.app.watching.holes import holes_of, parts_of, values_of, without_last_line_ends
from errdex.matching.stream_templates import watched_templates
from errdex.nouns.templates import Hole, Template

LITERALS = st.text(alphabet="ab \n", min_size=1, max_size=6)


@given(st.lists(LITERALS, min_size=1, max_size=4), st.booleans(), st.booleans())
def test_the_parts_of_a_template_come_back(literals: list[str], starts: bool, ends: bool) -> None:
    parts: list[str | None] = [None] if starts else ["beginning of it "]
    for literal in literals:
        parts += [f"{literal}and more of it", None] if parts[-1] is None else [None, f"{literal}more of it", None]
    if not ends:
        parts.append("the end")

    for one in watched_templates([(1, tuple(parts))]):
        assert parts_of(one) == without_last_line_ends(tuple(parts))


def test_values_carry_the_expressions_of_their_holes() -> None:
    template = Template(("no ", Hole("name"), " in ", Hole("frame")))

    assert values_of(("no ", None, " in ", None), "no a in b", [0]) == ("a", "b")
    assert holes_of(template, ("a", "b")) == (("name", "a"), ("frame", "b"))
    assert holes_of(None, ("a", "b")) == (("…", "a"), ("…", "b"))
