"""What a class statement says: bases, constants, what its constructor passes on, how it prints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from errdex.languages.python.bodies import CONSTRUCTED, Body, FunctionNode, TooLongError, node_of_ways
from errdex.languages.python.calls import GETTEXT_NAMES
from errdex.languages.python.expressions import dotted_name
from errdex.languages.python.nodes import node_of
from errdex.languages.python.source import Source
from errdex.nouns.facts import ClassFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.nouns.facts import Node

MAX_ATTRIBUTES = 400
"""Class-level constants that are kept of one class."""

SHORT = 12
"""Lines of constructors that are read although nothing says that the class is an exception."""

ERROR_NAME = re.compile(
    r"Error|Exception|Warning|Exit|Interrupt|Fault|Fail|Timeout|Timed|Abort|Stop|Invalid|NotFound|Missing|Denied|Refused"
    r"|Forbidden|Conflict|Unsupported|Unavailable|Bad[A-Z]|Http|HTTP|Exc\b|Err\b|No[A-Z]|Not[A-Z]|Un[a-z]+ed\b|Max[A-Z]"
    r"|Skip|Cancel|Reject|Retry|Ignore|Problem|Violation|Mismatch|Duplicate|Throttl|Expired|Required|Exceed|Too[A-Z]"
)
"""Names that exception classes go by; only to leave out work on classes that surely are none."""

_INITS = frozenset({"__init__", "__new__"})
_CONSTANT_CALLS = GETTEXT_NAMES | {"auto", "dict", "frozenset", "set", "tuple", "dedent", "cleandoc"}


def class_facts(node: ast.ClassDef, qualname: str, source: Source) -> ClassFacts:
    """The facts of one class statement."""
    bases = tuple(_base(base) for base in node.bases)
    methods = {statement.name: statement for statement in node.body if isinstance(statement, FunctionNode)}
    text = _printed(node, methods, source)
    attributes = _attributes(node, source)
    sets: dict[str, Node] = {}
    init: list[Node] = []
    constructors = [methods[name] for name in _INITS & methods.keys()]
    is_error = text is not None or _may_be_error(node.name, bases)
    if is_error or (bases and _are_short(constructors)):
        for method in constructors:
            _constructor(method, source, sets, init)
    else:
        init += [_unread(method) for method in constructors if bases]
    if not is_error and any(value[0] != "const" or isinstance(value[1], str) for _, value in attributes):
        for name, value in _assigned_elsewhere(node, attributes, source):
            sets.setdefault(name, value)
    return ClassFacts(
        qualname,
        node.lineno,
        bases,
        tuple([_base(decorator) for decorator in node.decorator_list]),
        attributes,
        tuple(_annotations(node, methods.get("__init__"), source)),
        tuple(sets.items()),
        tuple(init),
        text,
        first_line(node),
    )


def first_line(node: ast.ClassDef | FunctionNode) -> str:
    """First line of a docstring, or `""`."""
    match node.body[0]:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text.strip().partition("\n")[0].strip()[:200]
    return ""


def _may_be_error(name: str, bases: Sequence[str]) -> bool:
    return ERROR_NAME.search(name) is not None or any(ERROR_NAME.search(base) for base in bases)


def _base(expression: ast.expr) -> str:
    """Dotted name, subscripts and arguments left out; `""` where it is another expression."""
    while isinstance(expression, ast.Subscript | ast.Call):
        expression = expression.value if isinstance(expression, ast.Subscript) else expression.func
    return dotted_name(expression) or ""


def _attributes(node: ast.ClassDef, source: Source) -> tuple[tuple[str, Node], ...]:
    found: dict[str, Node] = {}
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[*targets], value=value) if is_constant_like(value):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
                if names:
                    found.update(dict.fromkeys(names, node_of(value, source, found.get)))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if is_constant_like(value):
                found[name] = node_of(value, source, found.get)
            case ast.If() | ast.Try() | ast.For() | ast.With():
                for name in _rebound(statement):
                    found[name] = ["hole", name, ""]
        if len(found) >= MAX_ATTRIBUTES:
            break
    return tuple(found.items())


def _rebound(statement: ast.stmt) -> Iterator[str]:
    """Class-level names that a compound statement assigns: which way, is not followed."""
    for inner in ast.iter_child_nodes(statement):
        if isinstance(inner, ast.Assign):
            yield from (target.id for target in inner.targets if isinstance(target, ast.Name))


def is_constant_like(value: ast.expr) -> bool:
    """Whether a class-level or module-level value may be a constant, a collection of constants, an alias or an error."""
    match value:
        case (
            ast.Constant() | ast.JoinedStr() | ast.Name() | ast.Attribute() | ast.IfExp() | ast.BinOp() | ast.UnaryOp()
        ):
            return True
        case ast.Tuple() | ast.List() | ast.Set() | ast.Dict() | ast.BoolOp() | ast.Subscript():
            return True
        case ast.Call(func=ast.Attribute(value=ast.Constant())):
            return True
        case ast.Call(func=function):
            last = _base(function).rpartition(".")[2]
            return last in _CONSTANT_CALLS or ERROR_NAME.search(last) is not None
    return False


def _printed(node: ast.ClassDef, methods: dict[str, FunctionNode], source: Source) -> Node | None:
    """What `__str__` returns, a hole where that cannot be followed; `None`: the class defines none."""
    method = methods.get("__str__")
    if method is None:
        for statement in node.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id="__str__")], value=ast.Name(id=other)):
                    method = methods.get(other)
                    return ["hole", "str(self)", "str"] if method is None else _returned(method, source)
                case ast.Assign(targets=[ast.Name(id="__str__")], value=value):
                    return ["call", dotted_name(value) or "", [["param", "self"]], [], "str(self)", statement.lineno]
        return None
    return _returned(method, source)


def _returned(method: FunctionNode, source: Source) -> Node:
    body = Body(source, parameter_names(method))
    try:
        body.follow(method.body)
    except TooLongError:
        return ["hole", "str(self)", "str"]
    return node_of_ways(body.returns, "str(self)") if body.returns else ["hole", "str(self)", "str"]


def parameter_names(function: FunctionNode) -> list[str]:
    """All parameters of a function."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [
        *(argument.arg for argument in named),
        *(extra.arg for extra in (arguments.vararg, arguments.kwarg) if extra is not None),
    ]


def _constructor(method: FunctionNode, source: Source, sets: dict[str, Node], init: list[Node]) -> None:
    body = Body(source, parameter_names(method))
    try:
        names = body.names_at_end(body.follow(method.body))
    except TooLongError:
        init.append(_unread(method))
        return
    for name, node in names.items():
        if name.startswith("self."):
            sets[name[5:]] = node
        elif name.startswith(CONSTRUCTED):
            init.append(node)


def _are_short(constructors: Sequence[FunctionNode]) -> bool:
    return all((method.end_lineno or 0) - method.lineno <= SHORT for method in constructors)


def _unread(method: FunctionNode) -> Node:
    """A constructor of which nothing is told: what it passes on is not known."""
    return ["call", "", [], [], f"{method.name} was not read", method.lineno]


def _assigned_elsewhere(
    node: ast.ClassDef, attributes: Sequence[tuple[str, Node]], source: Source
) -> Iterator[tuple[str, Node]]:
    """Class-level texts that some method assigns again on `self`: their value is not that of the class."""
    lines = source.lines[node.lineno - 1 : node.end_lineno]
    text = "\n".join([line for line in lines if "self." in line and "=" in line])
    if not text:
        return
    assigned = set(_ASSIGNED.findall(text))
    for name, _ in attributes:
        if name in assigned:
            yield name, ["alt", [[[], ["hole", f"self.{name}", ""]], [[], ["hole", f"self.{name}", "object"]]]]


_ASSIGNED = re.compile(r"self\.(\w+)[ \t]*(?:,[^=\n]*|:[^=\n]*)?[-+|&%*/]?=(?!=)")


def _annotations(node: ast.ClassDef, init: FunctionNode | None, source: Source) -> Iterator[tuple[str, str]]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, annotation_text(statement.annotation, source)
    if init is None:
        return
    annotated = {argument.arg: argument.annotation for argument in init.args.args if argument.annotation is not None}
    for statement in init.body:
        match statement:
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), annotation=annotation):
                yield name, annotation_text(annotation, source)
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=ast.Name(id=parameter)
            ) if parameter in annotated:
                yield name, annotation_text(annotated[parameter], source)


def annotation_text(annotation: ast.expr | None, source: Source) -> str:
    """An annotation as written, quotes of a string annotation taken off; `""`: none."""
    match annotation:
        case None:
            return ""
        case ast.Constant(value=str(text)):
            return text.strip()
        case ast.Name(id=name):
            return name
    return source.segment(annotation)
