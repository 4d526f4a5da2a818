"""Evaluation of pure expressions over constants and enumeration members."""

from __future__ import annotations

import ast
import enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.linking.evaluate import Scope, evaluate
from errdex.linking.operations import UNKNOWN, ClassRef, FunctionSource, Member, Unknown

MODE = ClassRef("pkg.Mode")
A, B = Member(MODE, "A", "a", "str"), Member(MODE, "B", "b", "str")
PREDICATES = """
def is_a(self):
    return self == Mode.A
def is_either(self, also_b=False):
    if self is Mode.A:
        return True
    return also_b and self is Mode.B
"""
FUNCTIONS = {
    node.name: FunctionSource("pkg", node, "method")
    for node in ast.parse(PREDICATES).body
    if isinstance(node, ast.FunctionDef)
}


class OneEnumeration:
    """A world with the enumeration `Mode` and nothing else."""

    def value_of_name(self, module: str, dotted: str) -> object:
        return {"Mode": MODE, "Mode.A": A, "Mode.B": B, "str": ClassRef("builtins.str")}.get(dotted, UNKNOWN)

    def attribute_of_class(self, owner: ClassRef, name: str) -> object:
        return FUNCTIONS.get(name, UNKNOWN)

    def is_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        return owner == base or None


def value(text: str, **names: object) -> object:
    """Value of an expression with these local names."""
    return evaluate(ast.parse(text, mode="eval").body, Scope("pkg", names), OneEnumeration())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("mode.is_a()", True),
        ("mode.is_either()", True),
        ("other.is_either()", False),
        ("other.is_either(also_b=True)", True),
        ("other.is_either(True)", True),
        ("mode == 'a'", True),
        ("mode in ('b', 'c')", False),
        ("mode in {Mode.A, Mode.B}", True),
        ("mode is not Mode.B and mode != 'b'", True),
        ("mode.value", "a"),
        ("mode.name", "A"),
        ("isinstance(mode, Mode)", True),
        ("{'a': 1}[mode]", 1),
        ("strange", UNKNOWN),
        ("strange or mode is Mode.A", Unknown(True)),
        ("strange and mode is Mode.A", UNKNOWN),
        ("strange and mode is Mode.B", Unknown(False)),
        ("(strange and mode is Mode.B) == False", UNKNOWN),
        ("not strange", UNKNOWN),
        ("mode in strange", UNKNOWN),
        ("mode in (strange, 'a')", True),
        ("mode in (strange, 'b')", UNKNOWN),
        ("mode.is_a(1, 2, 3)", UNKNOWN),
        ("strange.is_a()", UNKNOWN),
        ("mode is 'a'", False),
        ("1 < 2 < 3", True),
        ("1 < 'a'", UNKNOWN),
    ],
)
def test_expression_has_the_value_python_gives_or_is_unknown(text: str, wanted: object) -> None:
    assert value(text, mode=A, other=B) == wanted


def test_endless_recursion_is_unknown() -> None:
    (loop,) = ast.parse("def is_a(self):\n    return self.is_a()").body
    assert isinstance(loop, ast.FunctionDef)
    world = OneEnumeration()
    world.attribute_of_class = lambda owner, name: FunctionSource("pkg", loop, "method")  # type: ignore[method-assign]

    assert evaluate(ast.parse("mode.is_a()", mode="eval").body, Scope("pkg", {"mode": A}), world) is UNKNOWN


class Colour(enum.Enum):
    """Lives in this test, so that Python can be asked."""

    RED = 1
    BLUE = 2


@enum.unique
class Tone(enum.StrEnum):
    """A string enumeration."""

    LOW = "low"
    HIGH = "high"


OPERANDS = ["x", "Colour.RED", "Colour.BLUE", "Tone.LOW", "'low'", "'high'", "1", "2", "1.5", "None", "True", "False"]
expressions = st.recursive(
    st.sampled_from(OPERANDS),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["==", "!=", "is", "is not", "<", ">=", "and", "or"]), inner).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        st.tuples(inner, st.sampled_from(["in", "not in"]), st.lists(inner, max_size=3)).map(
            lambda parts: f"({parts[0]} {parts[1]} [{', '.join(parts[2])}])"
        ),
        inner.map(lambda one: f"(not {one})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
    ),
    max_leaves=8,
)


class LiveEnumerations:
    """The two enumerations above, as reading would see them."""

    def value_of_name(self, module: str, dotted: str) -> object:
        return {"Colour": ClassRef("Colour"), "Tone": ClassRef("Tone")}.get(dotted, UNKNOWN)

    def attribute_of_class(self, owner: ClassRef, name: str) -> object:
        live: enum.Enum = (Colour if owner.qualified == "Colour" else Tone)[name]
        return Member(owner, name, live.value, "str" if owner.qualified == "Tone" else "")

    def is_subclass(self, owner: ClassRef, base: ClassRef) -> bool | None:
        return owner == base


def live(found: object) -> object:
    """The real object that a value stands for."""
    if isinstance(found, Member):
        return (Colour if found.owner.qualified == "Colour" else Tone)[found.name]
    return found


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@given(expressions, st.sampled_from(["Colour.RED", "Tone.HIGH", "'low'", "1", "None"]))
def test_a_known_value_is_what_python_computes(text: str, operand: str) -> None:
    world = LiveEnumerations()
    x = evaluate(ast.parse(operand, mode="eval").body, Scope("pkg", {}), world)
    found = evaluate(ast.parse(text, mode="eval").body, Scope("pkg", {"x": x}), world)

    if not isinstance(found, Unknown):
        try:
            wanted = eval(text, {"Colour": Colour, "Tone": Tone, "x": eval(operand)})
        except TypeError:  # an ordering of None: there is no value to compare with
            return
        assert (type(live(found)), live(found)) == (type(wanted), wanted)
