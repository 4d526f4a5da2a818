"""Messages of packages that the catalogue lacks: is a statement named all the same?

Used by `recorded.py --left-out`. Each of the largest packages is left out by itself, the others in a few sets; a set's
errors are asked for with class and message, of a store that hides the set's statements. Another statement, of a package
that is there, is then always the wrong one: none of them raised the error.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING

from errdex.catalogue.read import Reader
from errdex.matching.match import match_report
from errdex.reports.parse import parse_report

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from errdex.matching.store import Parts
    from errdex.nouns.matches import FileRef, SiteRef

LARGE = 6
SETS = 4
SEED = 7
NAMED = ("exact", "ambiguous")


class Without:
    """A store as if some packages had never been indexed."""

    def __init__(self, reader: Reader, packages: Collection[str]) -> None:
        self._reader, self._packages = reader, packages
        self.templates_with_words = reader.templates_with_words
        self.sites_in_file, self.functions_in_file = reader.sites_in_file, reader.functions_in_file
        self.site, self.record_id = reader.site, reader.record_id
        self.texts_with_words = reader.texts_with_words

    def weak_sites(self, exception: str, limit: int) -> Sequence[tuple[SiteRef, Parts]]:
        """As the reader, but for the packages."""
        return [pair for pair in self._reader.weak_sites(exception, limit) if pair[0].package not in self._packages]

    def sites_of_templates(self, templates: Sequence[int]) -> Sequence[tuple[int, SiteRef]]:
        """As the reader, but for the packages."""
        return [pair for pair in self._reader.sites_of_templates(templates) if pair[1].package not in self._packages]

    def files_ending(self, tail: str) -> Sequence[FileRef]:
        """As the reader, but for the packages."""
        return [ref for ref in self._reader.files_ending(tail) if ref.package not in self._packages]


def score_left_out(truth: str, catalogue: str, python: str | None) -> None:
    """Prints, for each set, how many of its errors a statement is named for."""
    rows = [row for row in _rows(truth) if row["raise_kind"] in ("raise", "assert") and row["message"].strip()]
    print("## packages left out: class and message", flush=True)
    total = 0
    with Reader(catalogue, python) as reader:
        for packages in _sets([row["package"] for row in rows]):
            asked = [row for row in rows if row["package"] in packages]
            store = Without(reader, packages)
            named = sum(_is_named(_text(row), store) for row in asked)
            total += named
            title = ", ".join(sorted(packages)) if len(packages) < 4 else f"{len(packages)} packages"
            print(f"  {title:<34} {named:>7} / {len(asked):<7} {100 * named / len(asked):6.2f}%", flush=True)
    print(f"  {'all':<34} {total:>7} / {len(rows):<7} {100 * total / len(rows):6.2f}%", flush=True)


def _rows(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _sets(packages: Sequence[str]) -> list[set[str]]:
    """The largest packages one by one, the rest shuffled into a few sets."""
    large = [name for name, _ in Counter(packages).most_common(LARGE)]
    small = sorted(set(packages) - set(large))
    random.Random(SEED).shuffle(small)
    return [*({name} for name in large), *(found for start in range(SETS) if (found := set(small[start::SETS])))]


def _text(row: dict[str, str]) -> str:
    return f"{row['exc_type'].removeprefix('builtins.')}: {row['message']}"


def _is_named(text: str, store: Without) -> bool:
    report = parse_report(text)
    answer = match_report(report, store)[report.final]
    return answer.verdict in NAMED and answer.matches[0].line is not None
