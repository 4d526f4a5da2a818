"""What a worker does with a distribution whose files are all analysed: link them into sites."""

from __future__ import annotations

from errdex.catalogue.read import Reader
from errdex.catalogue.units import Unit, unit_from_sites
from errdex.execution import shared
from errdex.linking.link import LinkInput, link_distribution
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from errdex.nouns.facts import FileFacts

FACTS_HELD = 300
"""Modules of other distributions whose facts are held in memory at once."""


class LinkShared(NamedTuple):
    """What all tasks of a run share."""

    catalogue: str
    modules: dict[str, int]
    """Content row of every module there is."""


class LinkTask(NamedTuple):
    """A distribution to link."""

    tree: int
    """Number of its tree in the run."""
    size: int
    """Bytes of source."""
    files: tuple[tuple[str, str, int], ...]
    """Path, module and content row."""


class Linked(NamedTuple):
    """The sites of a distribution."""

    units: dict[str, Unit]
    """By path; files without a site are not in it."""
    foreign: tuple[tuple[str, int | None], ...]
    """Modules of others that were asked for, with the content row that answered."""


class Foreign:
    """Facts of other distributions' modules, read when linking asks, with note of what it asked."""

    def __init__(self, reader: Reader, modules: Mapping[str, int]) -> None:
        self._reader = reader
        self._modules = modules
        self._facts: dict[str, FileFacts | None] = {}
        self.asked: dict[str, int | None] = {}

    def facts_of_module(self, module: str) -> FileFacts | None:
        """The facts of a module; `None`: nobody has it, or it is unread."""
        if module not in self._facts:
            if len(self._facts) >= FACTS_HELD:
                self._facts.clear()
            row = self.asked[module] = self._modules.get(module)
            self._facts[module] = None if row is None else self._reader.facts_of_content(row)
        return self._facts[module]


def link_tree(task: LinkTask) -> Linked:
    """Links one distribution; `shared` holds a `LinkShared`."""
    given: LinkShared = shared.value()
    units = {}
    with Reader(given.catalogue, lasting=True) as reader:
        foreign = Foreign(reader, given.modules)
        for path, sites in link_distribution(tuple(_inputs(reader, task)), foreign):
            unit = unit_from_sites(sites)
            if unit is not None:
                units[path] = unit
    return Linked(units, tuple(foreign.asked.items()))


def _inputs(reader: Reader, task: LinkTask) -> Iterator[LinkInput]:
    for path, module, row in task.files:
        facts = reader.facts_of_content(row)
        if facts is not None:
            yield LinkInput(path, module, facts)
