from __future__ import annotations

from errdex.matching.stream_anchors import Anchor, chosen_anchors


def test_the_rarest_literal_is_chosen_and_a_line_end_makes_one_rarer() -> None:
    lines = [
        (b"expected ", None, b"; got ", None, b" in the frobnicator"),
        (b"expected ", None),
        (b"expected a number",),
        (b"expected ", None, b", not a frobnicator ", None),
    ]

    assert chosen_anchors(lines) == [
        Anchor(b" in the frobnicator\n", -1),
        Anchor(b"expected ", 9),
        Anchor(b"expected a number\n", 18),
        Anchor(b", not a frobnicator ", -1),
    ]


def test_a_literal_that_many_share_is_left_for_one_that_few_have() -> None:
    shared = [(b"%d: " % number, None, b" (see the page about errors)") for number in range(300)]

    (own, *_) = chosen_anchors([(b"zebra stripes: ", None, b" (see the page about errors)"), *shared])

    assert own == Anchor(b"zebra stripes: ", 15)
