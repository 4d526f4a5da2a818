from __future__ import annotations

from collections.abc import Callable

Texts = Callable[[str], list[str]]


def test_tables_of_messages_are_merged_along_the_hierarchy(texts: Texts) -> None:
    assert texts("""
        class Base:
            default_error_messages = {"required": "needed", "odd": "odd"}
            def __init__(self, messages):
                self.error_messages = messages
        class Field(Base):
            default_error_messages = {"required": "needed here"}
            def f(self):
                raise ValueError(self.error_messages["required"])
    """) == ["needed here", "needed", "{}"]


def test_a_table_that_only_the_class_has_is_all_there_is(texts: Texts) -> None:
    assert texts("""
        class Field:
            error_messages = {"required": "needed"}
            def f(self):
                raise ValueError(self.error_messages["required"])
    """) == ["needed"]


def test_an_unknown_key_leads_to_every_entry(texts: Texts) -> None:
    assert texts("""
        TEXTS = {"a": "one", "b": "two"}
        def f(key):
            raise ValueError(TEXTS[key])
    """) == ["one", "two"]


def test_an_entry_may_be_missing(texts: Texts) -> None:
    assert texts("""
        TEXTS = {"a": "one"}
        def f():
            raise ValueError(TEXTS.get("b", "other"))
    """) == ["other"]


def test_what_instances_may_set_is_not_taken_from_the_class(texts: Texts) -> None:
    assert texts("""
        class C:
            name = None
            def f(self):
                raise ValueError("%s is bad" % self.name)
    """) == ["{} is bad"]
    assert texts("""
        class C:
            text = "by class"
            def f(self):
                self.text = self.text + "!"
            def g(self):
                raise ValueError(self.text)
    """) == ["by class", "{}"]


def test_inheriting_classes_bring_texts_of_their_own(texts: Texts) -> None:
    assert texts("""
        class C:
            text = "of C"
            def f(self):
                raise ValueError(self.text)
        class D(C):
            text = "of D"
    """) == ["of C", "of D"]


def test_members_of_enumerations_print_in_ways_of_their_own(texts: Texts) -> None:
    assert texts("""
        import enum
        class Mode(enum.Enum):
            A = "a"
        def f():
            raise ValueError(f"{Mode.A} {Mode.A.value}")
    """) == ["{} a"]
