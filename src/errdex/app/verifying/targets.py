"""The statements of a distribution as targets of a search, with what to try for each."""

from __future__ import annotations

from errdex.app.auditing.texts import DistributionTexts
from errdex.app.guards import FileGuards
from errdex.app.source_text import source_of_file
from errdex.evidence.trials import TrialTarget
from errdex.evidence.trying import constants_of, known_calls, values_of_site
from errdex.explanation.pattern import message_pattern
from errdex.nouns.base import NamedTuple
from errdex.nouns.guards import Guard
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.catalogue.listing import ListedSite
    from errdex.catalogue.read import Reader
    from errdex.nouns.sites import Site

RAISING = (SiteKind.RAISE, SiteKind.ASSERT)


class VerifyTarget(NamedTuple):
    """A statement to verify."""

    record: str
    path: str
    content: bytes
    """Hash of its file."""
    trial: TrialTarget
    tests: tuple[str, ...]
    """Tests that expect its error, by file and line."""
    must_raise: bool
    """As `Guard.must_raise`, of the guard that the trial has."""


def verify_targets(listed: Iterable[ListedSite], reader: Reader, *, guards: bool) -> list[VerifyTarget]:
    """The raising statements among some sites that stand in functions of importable files that are still as indexed."""
    found: list[VerifyTarget] = []
    files: dict[int, FileTargets] = {}
    for one in listed:
        if one.site.kind not in RAISING or one.site.function == "<module>":
            continue
        row = one.ref.file_row
        if row not in files:
            files[row] = FileTargets(reader, row, guards=guards)
        target = files[row].target(one)
        if target is not None:
            found.append(target)
    return found


class FileTargets:
    """Targets of one file, which is read once."""

    def __init__(self, reader: Reader, row: int, *, guards: bool) -> None:
        self._module = reader.module_of_file(row)
        self._location = reader.source_of(row)
        self._source = source_of_file(reader, row)
        facts = reader.facts_of_module(self._module) if self._module else None
        self._spans = {one.name: (one.line, one.end_line) for one in (facts.functions if facts is not None else ())}
        self._parameters = {
            one.name: {parameter.name for parameter in one.parameters}
            for one in (facts.functions if facts is not None else ())
        }
        self._guards = FileGuards(reader, row) if guards and self._module else None

    def target(self, listed: ListedSite) -> VerifyTarget | None:
        """One statement; `None`: its file cannot be imported, or was changed."""
        location, site = self._location, listed.site
        if not self._module or not location.location or location.content is None or self._source.unread:
            return None
        first, last = self._spans.get(site.function, (site.line, site.end_line))
        function = "\n".join(self._source.lines[first - 1 : last])
        test, imports, must_raise = self._guard(site)
        trial = TrialTarget(
            site,
            self._module,
            location.location,
            values_of_site(site),
            constants_of([clause.text for clause in site.condition], function),
            message_pattern(site.templates) or "",
            test,
            imports,
        )
        return VerifyTarget(listed.record, listed.ref.file, location.content, trial, tests_of(site), must_raise)

    def _guard(self, site: Site) -> tuple[str, str, bool]:
        """A guard over the function's own parameters, its imports, and whether it must raise."""
        if self._guards is None:
            return "", "", False
        guard = self._guards.of_site(site).guard
        if not isinstance(guard, Guard) or not {name for name, _ in guard.given} <= self._parameters.get(
            site.function, set()
        ):
            return "", "", False
        return guard.test, "\n".join(one.line for one in guard.imports), guard.must_raise


def tests_of(site: Site) -> tuple[str, ...]:
    """The tests among a site's evidence, by file and line."""
    return tuple(f"{one.file}:{one.line}" for one in site.evidence if one.kind == "test")


def calls_of_package(reader: Reader, files: Sequence[tuple[int, str, str]]) -> dict[str, list[str]]:
    """Calls with constant arguments in the package's own source and examples."""
    return known_calls(text for _, text in DistributionTexts(reader, files).all_texts())
