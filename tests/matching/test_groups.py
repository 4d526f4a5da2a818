from __future__ import annotations

from errdex.matching.groups import differences
from errdex.nouns.matches import SiteRef
from errdex.nouns.sites import SiteKind

ONE = SiteRef(1, 1, "pkg", "1.0", "pkg/mod.py", 3, 3, "f", SiteKind.RAISE, "ValueError", "builtins.ValueError", ())


def test_statements_are_told_apart_by_what_differs_among_them() -> None:
    assert differences([ONE, ONE._replace(line=9)]) == "line"
    assert differences([ONE, ONE._replace(function="g", exception="TypeError")]) == "function, class"
    assert differences([ONE, ONE._replace(package="other", version="2.0")]) == "package, version"
