from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import pytest

from errdex.nouns.sites import Call, EntryPoint, Evidence, Handler, Site

Link: TypeAlias = Callable[[Mapping[str, str]], dict[str, tuple[Site, ...]]]

SHOP = {
    "shop/__init__.py": "from .core import buy\n",
    "shop/core.py": """\
        class ShopError(ValueError): pass
        class Empty(ShopError): pass

        def buy(cart):
            _check(cart)

        def _check(cart):
            if not cart:
                raise Empty("the cart is empty")
    """,
}


def only(sites: tuple[Site, ...]) -> Site:
    (site,) = sites
    return site


def chains(site: Site) -> dict[str, list[tuple[str, bool]]]:
    return {entry.name: [(call.function, call.sure) for call in entry.chain] for entry in site.entry_points}


def test_a_site_is_reached_from_the_shortest_public_name(link: Link) -> None:
    site = only(link(SHOP)["shop/core.py"])

    assert site.entry_points == (
        EntryPoint("shop.buy", (Call("shop.core.buy", "shop/core.py", 5, sure=True),), also=0),
    )
    assert not site.at_import


def test_names_that_all_leaves_out_are_not_public(link: Link) -> None:
    files = {
        "shop.py": "__all__ = ['b']\ndef a():\n    _c()\ndef b():\n    _c()\ndef _c():\n    raise ValueError('x')\n"
    }

    assert list(chains(only(link(files)["shop.py"]))) == ["shop.b"]


def test_methods_are_found_through_self_the_hierarchy_and_known_receivers(link: Link) -> None:
    site = only(
        link(
            {
                "shop.py": """
                class Base:
                    def _fail(self):
                        raise ValueError("x")
                class Cart(Base):
                    def pay(self):
                        self._fail()
                class Till:
                    def __init__(self, cart: Cart):
                        self._cart = cart
                    def take(self):
                        self._cart.pay()
                def sell():
                    Cart().pay()
            """
            }
        )["shop.py"]
    )

    assert chains(site) == {
        "shop.Cart.pay": [("shop.Cart.pay", True)],
        "shop.sell": [("shop.sell", True), ("shop.Cart.pay", True)],
        "shop.Till.take": [("shop.Till.take", True), ("shop.Cart.pay", True)],
    }


def test_a_method_that_a_class_below_has_of_its_own_is_not_sure(link: Link) -> None:
    site = only(
        link(
            {
                "shop.py": """
                class Base:
                    def run(self):
                        self._go()
                    def _go(self):
                        pass
                class Other(Base):
                    def _go(self):
                        raise ValueError("x")
            """
            }
        )["shop.py"]
    )

    assert chains(site) == {"shop.Base.run": [("shop.Base.run", False)]}


def test_an_unknown_receiver_is_followed_by_an_uncommon_name_alone(link: Link) -> None:
    source = "def f(x):\n    x.{name}()\nclass _A:\n    def {name}(self):\n        raise ValueError('x')\n"
    more = "class _B:\n    def {name}(self): ...\n"

    def found(text: str, name: str) -> dict[str, list[tuple[str, bool]]]:
        return chains(only(link({"shop.py": text.format(name=name)})["shop.py"]))

    assert found(source, "settle_account") == {"shop.f": [("shop.f", False)]}
    assert found(source + more, "settle_account") == {}
    assert found(source, "close") == {}


def test_calling_a_class_runs_its_constructor(link: Link) -> None:
    site = only(
        link(
            {
                "shop.py": "class _Cart:\n    def __init__(self):\n        raise ValueError('x')\ndef make():\n    return _Cart()\n"
            }
        )["shop.py"]
    )

    assert chains(site) == {"shop.make": [("shop.make", True)]}


def test_a_constructor_goes_by_the_name_of_its_class(link: Link) -> None:
    site = only(link({"shop.py": "class Cart:\n    def __init__(self):\n        raise ValueError('x')\n"})["shop.py"])

    assert site.entry_points == (EntryPoint("shop.Cart", ()),)


def test_super_and_properties_are_followed(link: Link) -> None:
    site = only(
        link(
            {
                "shop.py": """
                class Base:
                    @property
                    def _total(self):
                        raise ValueError("x")
                    def pay(self):
                        return self._total
                class Cart(Base):
                    def pay(self):
                        super().pay()
            """
            }
        )["shop.py"]
    )

    assert chains(site) == {
        "shop.Base.pay": [("shop.Base.pay", True)],
        "shop.Cart.pay": [("shop.Cart.pay", True), ("shop.Base.pay", True)],
    }


@pytest.mark.parametrize(
    ("clause", "caught"),
    [
        ("except ShopError", True),
        ("except ValueError", True),
        ("except KeyError", False),
        ("except Exception", True),
        ("except", True),
    ],
)
def test_a_handler_of_a_base_class_catches_on_the_way(link: Link, clause: str, caught: bool) -> None:
    caller = (
        f"from shop.core import buy, ShopError\ndef sell():\n    try:\n        buy(1)\n    {clause}:\n        pass\n"
    )
    site = only(link({**SHOP, "shop/till.py": caller})["shop/core.py"])

    assert site.handlers == ((Handler("shop/till.py", 5, clause),) if caught else ())


def test_a_handler_that_raises_it_again_hides_nothing(link: Link) -> None:
    caller = "from shop.core import buy\ndef sell():\n    try:\n        buy(1)\n    except ValueError:\n        raise\n"

    assert only(link({**SHOP, "shop/till.py": caller})["shop/core.py"]).handlers == ()


def test_code_at_the_top_of_a_module_leads_to_a_site(link: Link) -> None:
    files = {"shop.py": "def _f():\n    raise ValueError('x')\n_f()\n"}

    assert only(link(files)["shop.py"]).at_import


def test_a_program_is_not_run_by_importing_it(link: Link) -> None:
    files = {"shop.py": "def _f():\n    raise ValueError('x')\nif __name__ == '__main__':\n    _f()\n"}

    assert not only(link(files)["shop.py"]).at_import


def test_statements_on_the_way_that_raise_the_same_class_or_one_below_are_counted(link: Link) -> None:
    files = {
        "shop.py": """
            class Sub(ValueError): pass
            def f(x):
                if x == 1:
                    raise ValueError("a")
                if x == 2:
                    raise KeyError("b")
                _g(x)
            def _g(x):
                if x == 3:
                    raise Sub("c")
                raise ValueError("d")
        """
    }

    also = {site.line: [entry.also for entry in site.entry_points] for site in link(files)["shop.py"]}
    assert also == {5: [0], 7: [0], 11: [0], 12: [2]}


TEST = """\
import pytest
from shop import buy
from shop.core import Empty
def test_empty():
    with pytest.raises({expectation}):
        buy([])
"""


def evidence(link: Link, expectation: str, files: Mapping[str, str] = SHOP) -> tuple[Evidence, ...]:
    sites = link({**files, "shop/tests/test_core.py": TEST.format(expectation=expectation)})
    return sites["shop/core.py"][0].evidence


@pytest.mark.parametrize(
    "expectation", ["Empty", 'ValueError, match="cart is empty"', 'Empty, match="^the cart is empty$"']
)
def test_a_test_that_expects_the_error_is_quoted(link: Link, expectation: str) -> None:
    assert evidence(link, expectation) == (
        Evidence("test", "shop/tests/test_core.py", 5, f"pytest.raises({expectation})"),
    )


@pytest.mark.parametrize(
    "expectation", ["ValueError", 'Empty, match="another text"', 'KeyError, match="cart is empty"']
)
def test_a_test_that_may_mean_something_else_is_not(link: Link, expectation: str) -> None:
    assert evidence(link, expectation) == ()


def test_a_test_that_two_statements_would_satisfy_is_quoted_at_the_one_its_call_leads_to(link: Link) -> None:
    other = SHOP["shop/core.py"] + "\n        def look(cart):\n            raise Empty('the cart is empty')\n"
    expectation = 'Empty, match="the cart is empty"'

    assert len(evidence(link, expectation, {**SHOP, "shop/core.py": other})) == 1


def test_cycles_end(link: Link) -> None:
    files = {
        "shop.py": "def a():\n    b()\ndef b():\n    a()\n    _c()\ndef _c():\n    b()\n    raise ValueError('x')\n"
    }

    assert list(chains(only(link(files)["shop.py"]))) == ["shop.b", "shop.a"]


def test_long_chains_and_wide_fans_stay_bounded(link: Link) -> None:
    steps = "".join(f"def _s{n}():\n    _s{n + 1}()\n" for n in range(12)) + "def _s12():\n    raise ValueError('x')\n"
    fans = "".join(f"def f{n}():\n    _s{n % 12}()\n" for n in range(60))
    site = only(link({"shop.py": steps + fans})["shop.py"])

    assert len(site.entry_points) == 5
    assert max(len(entry.chain) for entry in site.entry_points) <= 8
