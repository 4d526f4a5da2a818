from __future__ import annotations

import copy
import pickle
import typing

import pytest

from errdex.nouns.base import NamedTuple


class Point(NamedTuple):
    """A point."""

    x: int
    """From the left."""
    y: int = 0
    label: str = ""

    @property
    def size(self) -> int:
        return self.x + self.y


class Typed(typing.NamedTuple):
    x: int
    y: int = 0
    label: str = ""


def test_a_noun_is_a_tuple_with_named_fields() -> None:
    point = Point(1, label="a")

    assert point == (1, 0, "a")
    assert (point.x, point.y, point.label, point.size) == (1, 0, "a", 1)
    assert repr(point) == "Point(x=1, y=0, label='a')"
    assert (Point.__doc__, Point.__module__) == ("A point.", __name__)


def test_it_has_what_named_tuples_have() -> None:
    point, typed = Point(1, 2), Typed(1, 2)

    assert point._fields == typed._fields
    assert point._asdict() == typed._asdict()
    assert tuple(point._replace(y=5)) == tuple(typed._replace(y=5))
    assert tuple(Point._make([1, 2, "b"])) == tuple(Typed._make([1, 2, "b"]))
    assert Point._field_defaults == Typed._field_defaults
    assert hash(point) == hash(typed)
    assert isinstance(point._replace(y=5), Point)


def test_patterns_take_it_apart() -> None:
    match Point(1, 2):
        case Point(x, y=2):
            assert x == 1
        case _:
            pytest.fail("the pattern does not fit")


def test_it_cannot_be_changed() -> None:
    point = Point(1)

    with pytest.raises(AttributeError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        point.other = 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {}, "Point() misses x"),
        ((1, 2, "", 4), {}, "Point() takes 3 values but 4 were given"),
        ((1,), {"x": 2}, "Point() got unexpected or repeated x"),
        ((1,), {"z": 2}, "Point() got unexpected or repeated z"),
    ],
)
def test_wrong_values_are_named(values: tuple[int, ...], named: dict[str, int], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        Point(*values, **named)  # type: ignore[arg-type]

    assert str(caught.value) == message


def test_an_unknown_field_cannot_be_replaced() -> None:
    with pytest.raises(ValueError, match="unexpected field names"):
        Point(1)._replace(z=2)  # type: ignore[call-arg]


def test_it_pickles_and_copies() -> None:
    point = Point(1, 2, "a")

    assert pickle.loads(pickle.dumps(point)) == point
    assert isinstance(copy.copy(point), Point)
    assert copy.deepcopy(point) == point
