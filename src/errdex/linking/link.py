"""Facts of a distribution's files → sites: names resolved, texts completed from other places."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.definitions import BuiltinClass, ClassDefinition, ForeignClass
from errdex.linking.direct import EMPTY, direct_class, direct_template, direct_text
from errdex.linking.evaluation import Evaluation
from errdex.linking.hierarchy import Hierarchy
from errdex.linking.modules import ForeignFacts, LinkInput, Modules
from errdex.linking.public import PublicPaths
from errdex.linking.raising import message_templates, raised_outcomes
from errdex.linking.sets import ReachingSets
from errdex.linking.surroundings import Surroundings
from errdex.linking.values import Frame
from errdex.nouns.sites import Evidence, Site, SiteKind
from errdex.nouns.templates import BARE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from errdex.linking.definitions import AnyClass, Module
    from errdex.nouns.facts import FunctionFacts, Raised
    from errdex.nouns.templates import Template

__all__ = ["LINKING_VERSION", "ForeignFacts", "LinkInput", "link_distribution"]

LINKING_VERSION = 6
"""Raised whenever equal facts may give other sites than before: the catalogue then knows which sites are old."""


def link_distribution(files: Sequence[LinkInput], foreign: ForeignFacts) -> Iterator[tuple[str, tuple[Site, ...]]]:
    """The sites of each file, in the order given: its path, and one site for each `Raised` of its facts."""
    linker = _Linker(files, foreign)
    linked = [(path, linker.sites(path)) for path, _, _ in files]
    surroundings = _surroundings(files, linked)
    for path, sites in linked:
        yield path, surroundings.completed(path, sites)


def _surroundings(files: Sequence[LinkInput], linked: Sequence[tuple[str, tuple[Site, ...]]]) -> Surroundings:
    collecting = gc.isenabled()
    gc.disable()  # hundreds of thousands of tuples without a cycle: collecting meanwhile costs more than making them
    try:
        return Surroundings(files, linked)
    finally:
        if collecting:
            gc.enable()


class _ClassNames(NamedTuple):
    """What a site says of its exception's class."""

    qualified: str = ""
    bases: tuple[str, ...] = ()
    public_path: str = ""


_NO_NAMES = _ClassNames()
_LEFT_OUT = frozenset({"builtins.BaseException", "builtins.object"})


class _Linker:
    """One distribution while it is linked."""

    def __init__(self, files: Sequence[LinkInput], foreign: ForeignFacts) -> None:
        self.modules = Modules(files, foreign)
        self.hierarchy = Hierarchy(self.modules)
        self.evaluation = Evaluation(self.modules, self.hierarchy)
        self.paths = PublicPaths(self.modules)
        self.sets = ReachingSets(self.modules, self.hierarchy)
        self.names: dict[AnyClass, _ClassNames] = {}

    def sites(self, path: str) -> tuple[Site, ...]:
        """The sites of one file."""
        module = self.modules.by_path[path]
        return tuple([self._site(module, raised) for raised in module.facts.raised])

    def _site(self, module: Module, raised: Raised) -> Site:
        templates, cls = self._outcomes(module, raised)
        names = _NO_NAMES if cls is None else self._names(cls)
        exception = raised.exception or names.qualified.rpartition(".")[2]
        evidence = raised.evidence
        if evidence:
            evidence = tuple([entry._replace(file=module.path) for entry in evidence])
        function = module.functions.get(raised.function)
        if function is not None and function.raises:
            evidence = (*evidence, *_docstring_evidence(module, function, raised, exception))
        # By place: fields by name cost more than the rest of a plain site.
        return Site(
            raised.kind,
            raised.line,
            raised.end_line,
            raised.function,
            exception,
            names.qualified,
            names.bases,
            names.public_path,
            templates,
            raised.written,
            raised.condition,
            self.sets.of_site(raised, module) if raised.condition else (),
            raised.cause,
            (),
            (),
            evidence,
            module.facts.degraded,
        )

    def _outcomes(self, module: Module, raised: Raised) -> tuple[tuple[Template, ...], AnyClass | None]:
        match raised.kind:
            case SiteKind.RAISE:
                return self._raise(module, raised)
            case SiteKind.ASSERT:
                return self._message(module, raised, EMPTY), BuiltinClass("AssertionError")
            case SiteKind.WARN:
                return self._message(module, raised, BARE), self._class(module, raised.exception)
            case SiteKind.EXIT:
                return self._message(module, raised, BARE), BuiltinClass("SystemExit")
        return self._message(module, raised, BARE), None

    def _raise(self, module: Module, raised: Raised) -> tuple[tuple[Template, ...], AnyClass | None]:
        node = raised.raised
        if node is None:
            return (BARE,), None
        name = direct_class(node, module)
        if name:
            template = direct_template(node, name)
            if template is not None:
                return (template,), BuiltinClass(name)
        self.evaluation.begin()
        templates, classes = raised_outcomes(self.evaluation, node, self._frame(module, raised))
        return templates, classes[0] if len(classes) == 1 else None

    def _message(self, module: Module, raised: Raised, default: Template) -> tuple[Template, ...]:
        node = raised.message
        if node is None:
            return (default,)
        template = direct_text(node)
        if template is not None:
            return (template,)
        self.evaluation.begin()
        return message_templates(self.evaluation, node, self._frame(module, raised))

    def _frame(self, module: Module, raised: Raised) -> Frame:
        owner = self.modules.class_in(module, raised.owner) if raised.owner in module.classes else None
        return Frame(module, owner, receiver=owner)

    def _class(self, module: Module, name: str) -> AnyClass | None:
        found = self.modules.resolve(module, name) if name else None
        return found if isinstance(found, ClassDefinition | BuiltinClass | ForeignClass) else None

    def _names(self, cls: AnyClass) -> _ClassNames:
        known = self.names.get(cls)
        if known is None:
            known = self.names[cls] = self._find_names(cls)
        return known

    def _find_names(self, cls: AnyClass) -> _ClassNames:
        ancestors = self.hierarchy.ancestry(cls).classes[1:]
        bases = [ancestor.qualified for ancestor in ancestors if ancestor.qualified not in _LEFT_OUT]
        match cls:
            case ClassDefinition():
                path = self.paths.path(cls)
            case BuiltinClass():
                path = cls.qualified
            case _:
                path = ""
        return _ClassNames(cls.qualified, tuple(base for base in bases if base), path)


def _docstring_evidence(module: Module, function: FunctionFacts, raised: Raised, exception: str) -> Iterator[Evidence]:
    """Entries of the docstring's Raises section that name this class."""
    if not function.line <= raised.line <= function.end_line:
        return
    wanted = exception.rpartition(".")[2]
    for entry in function.raises:
        named = entry.partition(":")[0].rpartition(".")[2]
        if wanted and named == wanted:
            yield Evidence("docstring", module.path, function.line, entry)
