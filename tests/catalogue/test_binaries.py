"""Texts of binaries in the catalogue."""

from __future__ import annotations

from errdex.catalogue.binaries import binary_words
from errdex.catalogue.read import Reader
from errdex.catalogue.write import Writer
from errdex.nouns.anchors import word_key
from errdex.nouns.compiled import Binary, BinaryFacts, CarriedText, Carrier
from errdex.nouns.sources import Environment

ENVIRONMENT = Environment("/env/bin/python", "3.11.7", "/lib", ("/env/site-packages",))
OTHER = Environment("/other/bin/python", "3.12.1", "/lib", ())
BOUNDS: tuple[str | None, ...] = ("index ", None, " is out of bounds for axis ", None, " with size ", None)


def binary(path: str, *, size: int = 10) -> Binary:
    return Binary("numpy", "2.4.6", path, f"/env/site-packages/{path}", size, 1)


def put(
    path: str, environment: Environment, *read: tuple[Binary, BinaryFacts | str], gone: tuple[str, ...] = ()
) -> None:
    with Writer(path) as writer:
        writer.put_environment(environment, (), complete=True)
        writer.put_binaries(environment, read, gone)


def found(path: str, text: str, python: str | None = None) -> list[CarriedText]:
    with Reader(path, python) as reader:
        return list(reader.texts_with_words(set(text.split())))


def test_a_text_is_found_by_the_words_of_a_message_that_it_prints(path: str) -> None:
    put(path, ENVIRONMENT, (binary("a.so"), BinaryFacts((BOUNDS,))), (binary("b.so"), BinaryFacts((BOUNDS, ("x y",)))))

    carriers = (Carrier("numpy", "2.4.6", "a.so"), Carrier("numpy", "2.4.6", "b.so"))
    assert found(path, "index 7 is out of bounds for axis 0 with size 3") == [CarriedText(BOUNDS, carriers)]
    assert found(path, "index 7 is out of reach") == []


def test_binaries_of_other_environments_are_left_out(path: str) -> None:
    put(path, ENVIRONMENT, (binary("a.so"), BinaryFacts((("unbounded slice",),))))
    put(path, OTHER, (binary("b.so"), BinaryFacts((("unbounded slice",),))))

    assert [len(text.carriers) for text in found(path, "unbounded slice")] == [2]
    (text,) = found(path, "unbounded slice", OTHER.python)
    assert [carrier.file for carrier in text.carriers] == ["b.so"]


def test_a_changed_binary_takes_the_place_of_its_older_state(path: str) -> None:
    put(path, ENVIRONMENT, (binary("a.so"), BinaryFacts((("unbounded slice",), ("old and gone",)))))
    put(path, ENVIRONMENT, (binary("a.so", size=11), BinaryFacts((("unbounded slice",), ("new and here",)))))

    texts = found(path, "unbounded slice old and gone new here")
    assert {text.parts for text in texts} == {("unbounded slice",), ("new and here",)}
    with Writer(path) as writer:
        assert writer.known_binaries(ENVIRONMENT) == {"/env/site-packages/a.so": (11, 1)}


def test_what_is_gone_is_taken_out(path: str) -> None:
    put(path, ENVIRONMENT, (binary("a.so"), BinaryFacts((("unbounded slice",),))))
    put(path, ENVIRONMENT, gone=("/env/site-packages/a.so",))

    assert found(path, "unbounded slice") == []


def test_an_unread_binary_is_known_but_says_nothing(path: str) -> None:
    put(path, ENVIRONMENT, (binary("a.so"), "cannot be read: Permission denied"))

    with Writer(path) as writer:
        assert writer.known_binaries(ENVIRONMENT) == {"/env/site-packages/a.so": (10, 1)}


def test_an_environment_that_is_not_in_the_catalogue_stores_nothing(path: str) -> None:
    with Writer(path) as writer:
        writer.put_binaries(ENVIRONMENT, [(binary("a.so"), BinaryFacts((("unbounded slice",),)))], ())

        assert writer.known_binaries(ENVIRONMENT) == {}


def test_words_that_run_into_a_value_are_no_anchors_where_there_are_others() -> None:
    assert binary_words(("days until the next unit",)) == [word_key(word) for word in ("until", "the", "next")]
    assert binary_words(("unbounded slice",)) == [word_key(word) for word in ("unbounded", "slice")]
    assert binary_words(("a", None, "z")) == [word_key(word) for word in ("a", "z")]
    assert binary_words((": 7", None)) == []
