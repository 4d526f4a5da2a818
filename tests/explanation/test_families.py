from __future__ import annotations

import pytest

from errdex.explanation.families import FAMILIES, families_of
from errdex.nouns.conditions import Branch, Clause, ReachingSet
from errdex.nouns.sites import Site, SiteKind
from errdex.nouns.templates import template_from_parts

MODE = ReachingSet(
    "mode", "Mode (enumeration)", ("Mode.A", "Mode.B"), ("Mode.B",), (Branch(1, "mode is Mode.A", ("Mode.A",)),)
)
CHOICE = ReachingSet("how", "Literal", ("'a'", "'b'", "'c'"), ("'c'",))


def site(exception: str, *tests: str, text: str = "", function: str = "f", **more: object) -> Site:
    """Each test on a line of its own; one that starts with `Except` is a handler."""
    clauses = tuple(
        Clause(one, line, kind="except" if one.startswith("Except") else "test", trace=("x: parameter", "y: parameter"))
        for line, one in enumerate(tests, 1)
    )
    plain = Site(SiteKind.RAISE, 9, 9, function, exception, condition=clauses, templates=(template_from_parts([text]),))
    return plain._replace(**more)  # type: ignore[arg-type]  # fields of a site


@pytest.mark.parametrize(
    ("found", "family"),
    [
        (site("ValueError", "mode is not Mode.A", reaching=(MODE,)), "unhandled-enum-value-dispatch"),
        (site("RuntimeError", "Except ImportError raised by import numpy"), "optional-dependency-missing"),
        (site("ImportError", text="lxml is required: pip install lxml"), "optional-dependency-missing"),
        (site("FutureWarning", kind=SiteKind.WARN), "deprecated-use"),
        (site("NotImplementedError", function="A.run"), "abstract-method"),
        (site("NotImplementedError", "x > 3"), "not-implemented"),
        (site("OSError", "sys.platform == 'win32'"), "unsupported-platform"),
        (site("OSError", "not os.path.exists(x)"), "file-missing"),
        (site("OSError", "Except URLError raised by urlopen(url)"), "failed-download"),
        (site("TimeoutError", "x > 3"), "timed-out"),
        (site("KeyError", "x not in self.d"), "missing-key"),
        (site("AttributeError"), "missing-attribute"),
        (site("ValueError", "x is not None", "y is not None"), "conflicting-arguments"),
        (site("ValueError", "x.shape != y.shape"), "shape-mismatch"),
        (site("TypeError", "not isinstance(x, str)"), "argument-of-wrong-type"),
        (site("ValueError", "how not in ('a', 'b')"), "value-not-among-choices"),
        (site("ValueError", "how != 'a'", "how != 'b'"), "value-not-among-choices"),
        (site("ValueError", "how is not None", reaching=(CHOICE,)), "value-not-among-choices"),
        (site("ValueError", "x < 0"), "value-out-of-range"),
        (site("TypeError", "x is None"), "missing-argument"),
        (site("RuntimeError", "self.closed", function="Pool.get"), "state-not-entered"),
        (site("ValueError", "Except OSError raised by f()"), "wrapped-error"),
    ],
)
def test_each_family_is_told_by_its_test(found: Site, family: str) -> None:
    assert families_of(found)[0] == family


@pytest.mark.parametrize(
    "found",
    [
        site("ValueError"),
        site("ValueError", "mode is Mode.B", reaching=(MODE,)),
        site("TypeError", "not isinstance(x, str)", "g(x)"),
        site("ValueError", condition=(Clause("x < 0", 1, stale=True),)),
    ],
)
def test_what_no_test_fits_has_no_family(found: Site) -> None:
    assert families_of(found) == ()


def test_every_family_has_a_word_and_a_meaning_of_its_own() -> None:
    assert len({one.tag for one in FAMILIES}) == len({one.meaning for one in FAMILIES}) == len(FAMILIES)
