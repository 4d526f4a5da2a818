from __future__ import annotations

import pytest

from errdex.nouns.conditions import ReachingSet
from errdex.nouns.explanations import Level, Narrowed
from errdex.rendering.condition_text import sentence_of

ONE = ReachingSet("mode", "Mode (enum)", ("Mode.A", "Mode.B", "Mode.C"), ("Mode.B",))
TWO = ONE._replace(reaching=("Mode.B", "Mode.C"))
ALL = ONE._replace(reaching=ONE.members)
TEXTS = ReachingSet("how", "Literal", ("'l'", "'r'", "'x'"), ("'r'",))


@pytest.mark.parametrize(
    ("narrowed", "sentence"),
    [
        (Narrowed(ONE, "Mode.B", Level.EVALUATED), "mode is Mode.B, the only one of its 3 members that gets here"),
        (
            Narrowed(ONE._replace(outside=True), "", Level.EVALUATED),
            "mode is Mode.B, the only one of its 3 members that gets here (or a value that is no member)",
        ),
        (
            Narrowed(ONE._replace(outside=True), "Mode.B", Level.OBSERVED),
            "mode is Mode.B, as the message says, the only one of its 3 members that gets here",
        ),
        (Narrowed(TWO, "", Level.EVALUATED), "mode is one of the 2 of its 3 members that get here"),
        (
            Narrowed(TWO, "Mode.C", Level.OBSERVED),
            "mode is Mode.C, as the message says, one of the 2 of its 3 members that get here",
        ),
        (Narrowed(ALL, "", Level.EVALUATED), "mode is any of its 3 members: all get here"),
        (Narrowed(TEXTS, "'r'", Level.EVALUATED), "how == 'r', the only one of its 3 members that gets here"),
    ],
)
def test_a_reaching_set_is_one_sentence(narrowed: Narrowed, sentence: str) -> None:
    assert sentence_of(narrowed) == sentence
