"""What a statement raises and prints: its exceptions' classes and its templates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.linking.arguments import arguments_of
from errdex.linking.callees import is_class
from errdex.linking.definitions import ForeignClass
from errdex.linking.evaluation import text_of
from errdex.linking.selection import shown
from errdex.linking.texts import MAX_WAYS
from errdex.linking.values import Arguments, Constant, Frame, Instance, Named, Unknown
from errdex.nouns.templates import BARE, Hole, Template, template_from_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from errdex.linking.definitions import AnyClass
    from errdex.linking.evaluation import Evaluation
    from errdex.linking.values import Printed, Value, Way
    from errdex.nouns.facts import Node

_CLASS_LIKE = re.compile(r"(?:[A-Z]\w*[a-z]\w*|error|(?:\w*_)?(?:error|exception|exc|err)_?(?:class|type|cls))$")
"""Last names of callables that are classes, where nothing else is known of them."""


class Outcomes(NamedTuple):
    """What a statement raises."""

    templates: tuple[Template, ...]
    classes: tuple[AnyClass, ...]
    """Of the exceptions; `ForeignClass("")` for one that is not known."""


def raised_outcomes(evaluation: Evaluation, node: Node, frame: Frame) -> Outcomes:
    """Templates and classes of a raised value."""
    ways = raised_ways(evaluation, node, frame)
    errors = [(value, tests) for value, tests in ways if value != Constant(None)] or ways
    texts: list[Printed] = []
    classes: dict[AnyClass, None] = {}
    for value, tests in errors:
        instance = as_instance(value)
        if instance is not None:
            classes[instance.cls] = None
            texts.extend((parts, (*tests, *more), passes) for parts, more, passes in evaluation.printed(instance))
        else:
            classes[ForeignClass("")] = None
            text = value.text if isinstance(value, Unknown) else text_of(node)
            texts.append(((Hole(text),), tests, text))
    return Outcomes(templates_of(texts), tuple(classes))


def as_instance(value: Value) -> Instance | None:
    """The exception that `raise` makes of a value."""
    if isinstance(value, Instance):
        return value
    if isinstance(value, Named) and is_class(value.definition):
        return Instance(value.definition, Arguments(), value.text)  # type: ignore[arg-type]  # it is a class
    return None


def raised_ways(evaluation: Evaluation, node: Node, frame: Frame) -> list[Way]:
    """The values that are raised; a call of an unknown class makes an instance of it all the same."""
    if node[0] == "alt":
        ways: Sequence[tuple[list[object], Node]] = node[1]  # type: ignore[assignment]
        return [
            (value, (*shown(tests), *more))
            for tests, inner in ways
            for value, more in raised_ways(evaluation, inner, frame)
        ]
    if node[0] != "call":
        return evaluation.ways(node, frame)
    found = evaluation.ways(node, frame)
    if len(found) != 1 or not isinstance(found[0][0], Unknown):
        return found
    callee = "" if str(node[1]).startswith("(") else str(node[1])
    if callee and not _CLASS_LIKE.search(callee.rpartition(".")[2]):
        return found
    resolved = evaluation.modules.resolve(frame.module, callee) if callee and not callee.startswith("self.") else None
    cls = resolved if isinstance(resolved, ForeignClass) else ForeignClass("")
    arguments = arguments_of(evaluation, node[2], node[3], frame)  # type: ignore[arg-type]
    return [(Instance(cls, arguments, str(node[4]), exact=False), ())]


def message_templates(evaluation: Evaluation, node: Node, frame: Frame) -> tuple[Template, ...]:
    """Templates of a message that is printed as it is (an assertion, a log call, a warning's text)."""
    texts: list[Printed] = []
    for value, tests in evaluation.ways(node, frame):
        texts.extend((parts, (*tests, *more), passes) for parts, more, passes in evaluation.printed(value))
    return templates_of(texts)


def templates_of(texts: Iterable[Printed]) -> tuple[Template, ...]:
    """One template for each distinct text; a lone bare one where there are too many."""
    found: dict[tuple[str | Hole, ...], Template] = {}
    for parts, tests, passes_on in texts:
        template = template_from_parts(parts, tuple(dict.fromkeys(tests)), passes_on)
        same = found.get(template.parts)
        if same is None:
            found[template.parts] = template
        elif same.condition != template.condition:
            found[template.parts] = same._replace(condition=())
    templates = list(found.values())
    if len(templates) > MAX_WAYS or not templates:
        return (BARE,)
    return (templates[0]._replace(condition=()),) if len(templates) == 1 else tuple(templates)
