"""Who calls whom inside a distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.hierarchy import Hierarchy
from errdex.linking.modules import Modules
from errdex.linking.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.linking.definitions import Module
    from errdex.linking.modules import LinkInput
    from errdex.nouns.facts import FileFacts

TOP = "<module>"
_TEST_FOLDERS = frozenset({"tests", "test"})


class Edge(NamedTuple):
    """A call."""

    caller: int
    callee: int
    line: int
    sure: bool


class Nobody:
    """Other distributions are not asked: what they call back is not known from here."""

    def facts_of_module(self, module: str) -> FileFacts | None:  # noqa: ARG002 - as the protocol says
        """Nothing."""
        return None


class CallGraph:
    """Functions as numbers, and the calls between them; code of tests left out."""

    def __init__(self, files: Sequence[LinkInput]) -> None:
        self.modules = Modules([file for file in files if not is_test(file[0])], Nobody())
        self.hierarchy = Hierarchy(self.modules)
        self.targets = Targets(self.modules, self.hierarchy)
        self.functions: list[tuple[Module, str]] = []
        """Module and qualified name of each function, `<module>` for the code at a module's top."""
        self._numbers: dict[Module, dict[str, int]] = {}
        for module in self.modules.by_path.values():
            numbers = self._numbers[module] = {}
            for name in (TOP, *module.functions):
                numbers[name] = len(self.functions)
                self.functions.append((module, name))
        self.edges = self._edges()

    def number(self, path: str, function: str) -> int | None:
        """Number of the function that holds a statement; `None`: the file is left out."""
        module = self.modules.by_path.get(path)
        if module is None:
            return None
        numbers = self._numbers[module]
        return numbers.get(function, numbers[TOP])

    def _edges(self) -> list[Edge]:
        """Each pair of functions once: by the first call that is sure, else the first."""
        found: dict[tuple[int, int], Edge] = {}
        for edge in self.iter_calls():
            pair = (edge.caller, edge.callee)
            known = found.get(pair)
            if edge.caller != edge.callee and (known is None or (edge.sure and not known.sure)):
                found[pair] = edge
        return list(found.values())

    def iter_calls(self) -> Iterator[Edge]:
        """All calls that lead to a function of the distribution."""
        of = self.targets.of
        for module, numbers in self._numbers.items():
            names = [function.name for function in module.facts.functions]
            for packed in module.facts.calls:
                index, *calls = packed.split(" ")
                name = names[int(index)] if index != "-1" else ""
                caller = numbers[name or TOP]
                for call in calls:
                    line, _, form = call.partition(":")
                    callees = of(form, module, name)
                    for home, function in callees.targets:
                        yield Edge(caller, self._numbers[home][function], int(line), callees.sure)


def is_test(path: str) -> bool:
    """Whether a file is part of tests, which nothing else calls."""
    *folders, name = path.split("/")
    return name.startswith("test_") or name in ("conftest.py", "tests.py") or not _TEST_FOLDERS.isdisjoint(folders)
