from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.catalogue.active_templates import read_active_templates
from errdex.catalogue.write import Writer
from errdex.nouns.sources import Distribution, Environment

if TYPE_CHECKING:
    from collections.abc import Callable

    from errdex.nouns.sites import Site


def test_only_statements_of_the_environment_kinds_and_packages_count(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        here = store(writer, {"a.py": [site("here ", None)]}, Distribution("pypi", "a", "1"))
        more = store(writer, {"b.py": [site("more"), site("here ", None, line=2)]}, Distribution("pypi", "b", "1"))
        store(writer, {"c.py": [site("elsewhere")]}, Distribution("pypi", "c", "1"))
        writer.put_environment(Environment("/python", "3.11", "", ()), [here, more], complete=True)

    def texts(*arguments: object) -> set[tuple[str | None, ...]]:
        return {parts for _, parts in read_active_templates(path, *arguments)}  # type: ignore[arg-type]

    assert texts("/python", ("raise",)) == {("here ", None), ("more",)}
    assert texts("/python", ("raise",), ("a",)) == {("here ", None)}
    assert texts(None, ("raise", "log")) == {("here ", None), ("more",), ("elsewhere",)}
    assert texts("/python", ("log",)) == set()
