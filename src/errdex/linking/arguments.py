"""What calls pass, and how parameters take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.linking.values import Arguments, Bound, Collection, Constant, Frame, Mapped, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.linking.definitions import Module
    from errdex.linking.values import Evaluator, Operand, Value
    from errdex.nouns.facts import FunctionFacts, Node, Parameter

MAX_ARGUMENTS = 60


def arguments_of(
    evaluator: Evaluator, positional: Sequence[Node], keywords: Sequence[Sequence[object]], frame: Frame
) -> Arguments:
    """The arguments of a call, starred ones spread where they are known."""
    spread: list[Operand] = []
    more = False
    for node in positional[:MAX_ARGUMENTS]:
        if node[0] != "star":
            spread.append(Bound(node, frame))
            continue
        items = _only_way(evaluator, node[1], frame)  # type: ignore[arg-type]
        if isinstance(items, Collection) and items.kind != "set":
            spread.extend(items.items)
        else:
            more = True
            break
    named: dict[str, Operand] = {}
    more_named = False
    for name, node in keywords:  # type: ignore[assignment]
        if name:
            named[str(name)] = Bound(node, frame)
            continue
        entries = _only_way(evaluator, node, frame)
        if isinstance(entries, Mapped):
            more_named = more_named or entries.is_open
            named.update((str(key.value), operand) for key, operand in entries.items if isinstance(key, Constant))
        else:
            more_named = True
    return Arguments(tuple(spread), tuple(named.items()), more, more_named)


def _only_way(evaluator: Evaluator, node: Node, frame: Frame) -> Value | None:
    ways = evaluator.ways(node, frame)
    return ways[0][0] if len(ways) == 1 else None


def bind(function: FunctionFacts, arguments: Arguments, module: Module, *, skip_first: bool) -> dict[str, Operand]:
    """What each parameter holds; a hole where the call does not show it."""
    parameters = function.parameters[1:] if skip_first else function.parameters
    home = Frame(module)
    named = dict(arguments.keywords)
    positional = list(arguments.positional)
    bound: dict[str, Operand] = {}
    for parameter in parameters:
        name = parameter.name
        if parameter.kind == "*":
            bound[name] = (
                Unknown(name, "tuple") if arguments.more_positional else Collection("tuple", tuple(positional))
            )
            positional = []
        elif parameter.kind == "**":
            items = [(Constant(key), operand) for key, operand in named.items()]
            bound[name] = Mapped(tuple(items), arguments.more_keywords)
        elif positional and parameter.kind in {"pos", "any"}:
            bound[name] = positional.pop(0)
        elif name in named:
            bound[name] = named.pop(name)
        else:
            bound[name] = _left_out(parameter, arguments, home)
    return bound


def _left_out(parameter: Parameter, arguments: Arguments, home: Frame) -> Operand:
    open_call = arguments.more_keywords or (arguments.more_positional and parameter.kind != "kw")
    if open_call or parameter.default is None:
        return Unknown(parameter.name)
    return Bound(parameter.default, home)


def nothing_bound(function: FunctionFacts) -> dict[str, Operand]:
    """Parameters of a function whose call is not known."""
    return {parameter.name: Unknown(parameter.name) for parameter in function.parameters}
