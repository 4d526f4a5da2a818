from __future__ import annotations

from errdex.nouns.explanations import Explanation, Place
from errdex.nouns.matches import Verdict
from errdex.nouns.reports import ReportedError
from errdex.nouns.sites import Call, EntryPoint
from errdex.rendering.reach_text import also_raised, reach_lines
from errdex.rendering.style import PLAIN

PLACE = Place("shop/core/cart.py", 40, 40, "Cart._check", "shop", "1.0", installed=True)
ADD = Call("shop.core.cart.Cart.add", "shop/core/cart.py", 12, sure=True)
BUY = Call("shop.api.buy", "shop/api.py", 3, sure=False)


def lines_of(*entries: EntryPoint, at_import: bool = False) -> list[str]:
    explanation = Explanation(
        ReportedError("ValueError", "x"), Verdict.EXACT, place=PLACE, entry_points=entries, at_import=at_import
    )
    return reach_lines(explanation, PLAIN, 66)


def test_the_first_entry_point_comes_with_its_chain_and_the_others_by_name() -> None:
    found = lines_of(
        EntryPoint("shop.buy", (BUY, ADD)), EntryPoint("shop.Cart.add", (ADD,)), EntryPoint("shop.Cart.swap", (ADD,))
    )

    assert found == [
        "from shop.buy",
        "  shop/api.py:3  buy  (not sure)",
        "  shop/core/cart.py:12  Cart.add",
        "also from shop.Cart.add, shop.Cart.swap",
    ]


def test_a_function_that_is_public_where_it_stands_needs_no_line() -> None:
    assert lines_of(EntryPoint("shop.core.cart.Cart._check", ())) == []


def test_a_shorter_public_name_is_shown() -> None:
    assert lines_of(EntryPoint("shop.check", ())) == ["public as shop.check"]


def test_importing_is_named_as_a_way_in() -> None:
    assert lines_of(at_import=True) == ["code that runs on import can lead here"]


def test_statements_that_raise_the_same_on_the_way_are_counted() -> None:
    def said(also: int) -> str:
        entries = (EntryPoint("shop.buy", (BUY,), also),)
        return also_raised(Explanation(ReportedError("ValueError", "x"), Verdict.EXACT, entry_points=entries))

    assert [said(0), said(1), said(4)] == [
        "",
        "1 other statement on this path raises it too",
        "4 other statements on this path raise it too",
    ]
