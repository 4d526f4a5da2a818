"""Which statements stand behind what a stream of lines was attributed to."""

from __future__ import annotations

from errdex.matching.classes import Agreement, class_agreement
from errdex.nouns.base import NamedTuple
from errdex.nouns.sites import SiteKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from errdex.matching.store import CandidateStore
    from errdex.matching.stream_prefixes import Prefix
    from errdex.nouns.matches import SiteRef

MOST_NAMED = 10
"""Statements that are named where they all print the same."""
KINDS = (SiteKind.RAISE, SiteKind.LOG, SiteKind.WARN, SiteKind.EXIT)
"""Statements whose messages end up in logs."""


class Statement(NamedTuple):
    """A statement that may have printed a line."""

    id: str
    """Of its record."""
    ref: SiteRef


def statements_of(
    templates: Sequence[int], prefix: Prefix, store: CandidateStore, packages: frozenset[str] = frozenset()
) -> tuple[Statement, ...]:
    """The statements that print one of the templates and that the line's prefix does not speak against.

    Those of the active environment stand for all others. Empty: the class or the level in the line is none of theirs.
    """
    refs = list(dict.fromkeys(ref for _, ref in store.sites_of_templates(templates) if ref.kind in KINDS))
    refs = _those(refs, lambda ref: ref.active)
    if packages:
        refs = [ref for ref in refs if ref.package in packages]
    if prefix.exception:
        refs = _of_class(refs, prefix.exception)
    elif prefix.level:
        refs = _of_level(refs, prefix)
    return tuple(Statement(store.record_id(ref), ref) for ref in refs)


def _of_class(refs: Iterable[SiteRef], exception: str) -> list[SiteRef]:
    graded = [(class_agreement(exception, ref), ref) for ref in refs if ref.kind is not SiteKind.LOG]
    kept = [(agreement, ref) for agreement, ref in graded if agreement is not Agreement.DIFFERENT]
    return _those(
        [ref for _, ref in kept], {ref for agreement, ref in kept if agreement > Agreement.UNKNOWN}.__contains__
    )


def _of_level(refs: Iterable[SiteRef], prefix: Prefix) -> list[SiteRef]:
    """A log call of another level did not print this; of those left, the ones in the logger's module, if any are.

    Log calls come first: what others raise is printed by one that says more, as a rule.
    """
    kept = [ref for ref in refs if ref.kind is not SiteKind.LOG or _same_level(prefix.level, ref.exception)]
    kept.sort(key=lambda ref: ref.kind is not SiteKind.LOG)
    return _those(kept, lambda ref: ref.kind is SiteKind.LOG and _is_module_of(ref, prefix.logger))


def _same_level(printed: str, called: str) -> bool:
    return not called or called.upper()[:4] == printed.upper()[:4]


def _is_module_of(ref: SiteRef, logger: str) -> bool:
    module = ref.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return bool(logger) and (module == logger or module.endswith(f".{logger}"))


def _those(refs: list[SiteRef], wanted: Callable[[SiteRef], bool]) -> list[SiteRef]:
    """The wanted ones, or all where none is."""
    return [ref for ref in refs if wanted(ref)] or refs
