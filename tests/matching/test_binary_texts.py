"""Which binary a message comes from."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.matching.binary_texts import CompiledTexts, is_made_from, may_raise, rank_origins, with_texts
from errdex.matching.store import CompiledOrigin, MatchOptions
from errdex.nouns.compiled import CarriedText, Carrier

CPYTHON = Carrier("cpython", "3.11.7", "cpython")
NUMPY = Carrier("numpy", "2.4.6", "numpy/_core/_multiarray_umath.so")
OFFSETS = Carrier("pandas", "3.1.1", "pandas/_libs/tslibs/offsets.so")
PERIOD = Carrier("pandas", "3.1.1", "pandas/_libs/tslibs/period.so")
TEXTS = (
    CarriedText(("'", None, "' object is not iterable"), (CPYTHON,)),
    CarriedText(("'NoneType' object is not iterable",), (OFFSETS, NUMPY)),
    CarriedText(("index ", None, " is out of bounds for axis ", None, " with size ", None), (NUMPY,)),
    CarriedText(("Out of bounds ",), (OFFSETS, PERIOD)),
    CarriedText((" timestamp: ",), (OFFSETS, PERIOD)),
    CarriedText(("nanosecond",), (OFFSETS,)),
    CarriedText(("unbounded slice",), (PERIOD,)),
    CarriedText((" is not supported",), (NUMPY,)),
)


def origins(
    message: str, exception: str = "ValueError", texts: Sequence[CarriedText] = TEXTS
) -> list[tuple[str, object]]:
    return [(origin.file, origin.template) for origin in rank_origins(texts, exception, message)]


def test_a_format_that_prints_the_whole_message_names_its_binary() -> None:
    assert rank_origins(TEXTS, "IndexError", "index 7 is out of bounds for axis 0 with size 3") == [
        CompiledOrigin(*NUMPY, ("index ", None, " is out of bounds for axis ", None, " with size ", None))
    ]


def test_pieces_of_one_binary_are_put_together() -> None:
    assert origins("Out of bounds nanosecond timestamp: 9999-01-01 00:00:00") == [
        (OFFSETS.file, ("Out of bounds nanosecond timestamp: ", None)),
        (PERIOD.file, ("Out of bounds ", None, " timestamp: ", None)),
    ]


def test_a_copy_of_what_the_interpreter_prints_is_left_to_the_interpreter() -> None:
    assert origins("'NoneType' object is not iterable", "TypeError") == [
        (CPYTHON.file, ("'", None, "' object is not iterable"))
    ]


def test_without_the_interpreter_the_copies_are_all_there_is() -> None:
    assert origins("'NoneType' object is not iterable", "TypeError", TEXTS[1:]) == [
        (NUMPY.file, ("'NoneType' object is not iterable",)),
        (OFFSETS.file, ("'NoneType' object is not iterable",)),
    ]


def test_a_piece_in_somebody_elses_sentence_names_nobody() -> None:
    assert origins("the nested renamer is not supported") == []


def test_a_piece_that_cuts_a_word_is_no_piece() -> None:
    assert origins("Unbounded slices", texts=[CarriedText(("bounded slice",), (PERIOD,))]) == []


@pytest.mark.parametrize(
    ("carrier", "exception", "may"),
    [
        (NUMPY, "ValueError", True),
        (NUMPY, "numpy.exceptions.AxisError", True),
        (NUMPY, "django.db.utils.IntegrityError", False),
        (CPYTHON, "sqlite3.IntegrityError", True),
        (CPYTHON, "pandas.errors.OutOfBoundsDatetime", False),
        (OFFSETS, "pandas.errors.OutOfBoundsDatetime", True),
    ],
)
def test_a_binary_raises_pythons_classes_and_those_of_its_package(carrier: Carrier, exception: str, may: bool) -> None:
    assert may_raise(carrier, exception) is may


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("pandas/_libs/tslibs/offsets.pyx", True),
        ("/home/x/site-packages/pandas/_libs/tslibs/offsets.pyx", True),
        ("pandas\\_libs\\tslibs\\offsets.pyx", True),
        ("pandas/_libs/tslibs/util.pxd", True),
        ("pandas/_libs/tslibs/period.pyx", False),
        ("offsets.pyx", False),
        ("pandas/_libs/offsets_helper.pxi", False),
    ],
)
def test_a_module_is_made_from_the_source_of_its_name(source: str, made: bool) -> None:
    assert is_made_from("pandas/_libs/tslibs/offsets.cpython-311-x86_64-linux-gnu.so", source) is made


class Store:
    """Holds texts, whatever their words."""

    def texts_with_words(self, words: Collection[str]) -> Sequence[CarriedText]:
        return [text for text in TEXTS if "slice" in words]


def test_texts_are_looked_up_by_the_messages_words() -> None:
    assert [origin.file for origin in CompiledTexts(Store()).compiled_origins("ValueError", "unbounded slice")] == [
        PERIOD.file
    ]
    assert CompiledTexts(Store()).compiled_origins("ValueError", "unbounded") == []


def test_options_get_the_texts_of_a_store_that_has_some() -> None:
    assert with_texts(MatchOptions(), object()).compiled is None
    assert isinstance(with_texts(MatchOptions(), Store()).compiled, CompiledTexts)


@given(
    st.text(max_size=60),
    st.lists(st.lists(st.none() | st.text(min_size=1, max_size=8), min_size=1, max_size=4), max_size=6),
)
def test_every_origin_is_a_template_of_the_message(message: str, drawn: list[list[str | None]]) -> None:
    texts = [CarriedText(tuple(parts), (NUMPY, CPYTHON)) for parts in drawn]

    for origin in rank_origins(texts, "", message):
        at = 0
        for part in origin.template:
            if part is not None:
                found = message.find(part, at)
                assert found >= 0
                at = found + len(part)
