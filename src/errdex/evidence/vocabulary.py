"""The names that a version of a distribution has, as seen from one of its modules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from errdex.evidence.names import near_names
from errdex.evidence.namespaces import BUILTIN_NAMES
from errdex.evidence.things import Instance, Klass, Things, Unknown
from errdex.nouns.audits import ClaimCheck
from errdex.nouns.base import NamedTuple
from errdex.nouns.explanations import Level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from errdex.evidence.namespaces import ModuleTexts
    from errdex.evidence.things import Thing

DEFINED = re.compile(
    r"^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)|^[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=(?!=)", re.MULTILINE
)
WORDS = re.compile(r"[A-Za-z_]\w*")
OPTION = re.compile(r"--[A-Za-z][\w-]*")


class Texts(Protocol):
    """The source of a whole distribution."""

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Module name and text of each of its Python files."""


class Place(NamedTuple):
    """Where a name is defined."""

    module: str
    name: str


class DistributionWords:
    """Every name, word and option of a distribution, read once, when something is first asked."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._defined: dict[str, list[Place]] | None = None
        self._words: set[str] = set()
        self._options: set[str] = set()

    @property
    def names(self) -> Collection[str]:
        """All names that are defined somewhere."""
        return self._read().keys()

    def defined(self, names: Iterable[str]) -> dict[str, tuple[Place, ...]]:
        """Where each name is defined, by text: a function, a class, or an assignment."""
        whole = self._read()
        return {name: tuple(whole[name]) for name in names if name in whole}

    def occurs(self, name: str) -> bool:
        """Whether a word stands anywhere in the source, or is Python's own."""
        self._read()
        return name in self._words or name in BUILTIN_NAMES

    def has_option(self, option: str) -> bool:
        """Whether an option such as `--dry-run` stands in the source, or the name it is stored under."""
        self._read()
        return option in self._options or option.lstrip("-").replace("-", "_") in self._words

    def _read(self) -> dict[str, list[Place]]:
        if self._defined is None:
            self._defined = {}
            for module, text in self._texts.all_texts():
                self._words.update(WORDS.findall(text))
                self._options.update(OPTION.findall(text))
                for found in DEFINED.finditer(text):
                    name = found[1] or found[2]
                    self._defined.setdefault(name, []).append(Place(module, name))
        return self._defined


class Vocabulary:
    """Answers whether names exist, near at hand first."""

    def __init__(self, texts: ModuleTexts, whole: DistributionWords, module: str, given: Mapping[str, str]) -> None:
        self.things, self.module, self.given = Things(texts), module, given
        self._whole, self.defined = whole, whole.defined
        self.occurs, self.has_option = whole.occurs, whole.has_option

    @property
    def names(self) -> Collection[str]:
        """All names that the distribution defines somewhere."""
        return self._whole.names

    def find(self, name: str) -> Thing:
        """What a name stands for: seen from the module, given, Python's, or the one class of this name elsewhere."""
        seen = self.things.member(self.things.module(self.module), name)
        if not (isinstance(seen, Unknown) and seen.reason):
            return seen
        if name in self.given:
            klass = self.things.annotated(self.given[name], self.module) if self.given[name] else None
            return Instance(klass) if klass is not None else Unknown("")
        classes = [thing for place in self.defined([name]).get(name, ()) if isinstance(thing := self._at(place), Klass)]
        if len(classes) == 1:
            return classes[0]
        package = self.things.module(name)
        if not isinstance(package, Unknown):
            return package
        return Unknown("several classes have this name") if classes else Unknown("not at hand")

    def check_dotted(self, field: str, dotted: str) -> Iterator[ClaimCheck]:
        """A chain of names, as far as it can be followed; nothing where not even its first name is known."""
        root, *rest = dotted.split(".")
        thing = self.find(root)
        if isinstance(thing, Unknown) and (thing.reason or not rest):
            return
        for number, name in enumerate(rest, start=1):
            before, thing = thing, self.things.member(thing, name)
            shown = ".".join([root, *rest[:number]])
            if isinstance(thing, Unknown) and thing.absent:
                near = near_names(name, thing.among)
                reason = f"{thing.reason}; alike: {', '.join(near)}" if near else thing.reason
                yield ClaimCheck(field, shown, Level.REFUTED, reason, self._owners(before, name))
                return
            if isinstance(thing, Unknown) and thing.reason:
                yield ClaimCheck(field, shown, None, thing.reason)
                return
            if isinstance(thing, Unknown):
                break
        yield ClaimCheck(field, dotted if not isinstance(thing, Unknown) else shown, Level.RESOLVED)

    def _owners(self, holder: Thing, name: str) -> str:
        """Classes of the same module that have a name which its supposed owner lacks."""
        module = (
            holder.module if isinstance(holder, Klass) else holder.klass.module if isinstance(holder, Instance) else ""
        )
        namespace = self.things.namespace(module) if module else None
        owners = []
        for other in namespace.names if namespace is not None else ():
            owner = self.things.member(self.things.module(module), other)
            if isinstance(owner, Klass) and owner.module == module and defines(owner, name):
                owners.append(f"{other}.{name}")
        return ", ".join(owners[:3])

    def _at(self, place: Place) -> Thing:
        return self.things.member(self.things.module(place.module), place.name)


def defines(klass: Klass, name: str) -> bool:
    """Whether a class itself defines a method or attribute."""
    return any(getattr(node, "name", "") == name for node in klass.node.body)
