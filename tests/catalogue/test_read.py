from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errdex.catalogue.read import Reader
from errdex.catalogue.write import Writer
from errdex.nouns.anchors import bounded_words, words_of_text
from errdex.nouns.matches import FileRef, FunctionSpan
from errdex.nouns.sites import Site
from errdex.nouns.sources import Distribution, Environment

HERE = Environment("/venv/bin/python", "3.11.7", "/lib", ())
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=12)
PARTS = st.lists(st.one_of(st.none(), ANY_TEXT.filter(bool), st.just("bad mode ")), min_size=1, max_size=5)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=4), st.data())
def test_every_filling_of_every_template_finds_it(
    tmp_path_factory: pytest.TempPathFactory,
    site: Callable[..., Site],
    store: Callable[..., int],
    templates: list[list[str | None]],
    data: st.DataObject,
) -> None:
    path = str(tmp_path_factory.mktemp("recall") / "catalogue.sqlite")
    with Writer(path) as writer:
        for number, parts in enumerate(templates):  # one after the other: frequencies change in between
            store(writer, {f"m{number}.py": [site(*parts, exception="pkg.OddError")]}, root=f"/{number}")
    with Reader(path) as reader:
        for parts in templates:
            stored = site(*parts).templates[0]
            printed = "".join(data.draw(ANY_TEXT) if part is None else part for part in parts)
            wanted = tuple([part if isinstance(part, str) else None for part in stored.parts])
            if bounded_words(wanted):
                found = [known for _, known in reader.templates_with_words(words_of_text(printed))]
            else:
                found = [known for _, known in reader.weak_sites("OddError", 99)]
            assert wanted in found


def test_a_template_leads_to_its_sites_and_a_site_to_its_record(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    bad = site("bad mode ", None, line=7, written="bad mode {mode}")
    with Writer(path) as writer:
        store(writer, {"pkg/core.py": [bad, site("other", line=3)]}, Distribution("pypi", "demo", "1.0", "me/demo"))
    with Reader(path) as reader:
        ((row, parts),) = reader.templates_with_words({"bad", "mode", "'r'"})
        ((printed, ref),) = reader.sites_of_templates([row])
        record = reader.record_id(ref)
        assert parts == ("bad mode ", None)
        assert (printed, ref.package, ref.version, ref.file, ref.line) == (row, "demo", "1.0", "pkg/core.py", 7)
        assert reader.site(ref) == bad
        assert reader.find_record(record) == [ref]
        assert [other.line for other in reader.sites_in_file(ref.file_row)] == [3, 7]
        assert reader.distribution_of(ref.file_row) == Distribution("pypi", "demo", "1.0", "me/demo")
        assert reader.location(ref.file_row) == ("/site/pkg/core.py", 1, 2)


@pytest.mark.parametrize("record", ["", "0" * 15, "0" * 17, "G" * 16, "0123456789ABCDEF", "f" * 16, "-" + "1" * 15])
def test_what_is_no_id_names_no_record(path: str, record: str) -> None:
    Writer(path).close()
    with Reader(path) as reader:
        assert reader.find_record(record) == () or reader.find_record(record) == []


def test_files_are_found_by_any_tail_of_their_path(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {name: [] for name in ("a/core/x.py", "b/core/x.py", "b/score/x.py", "x.py", "b/core/x.pyi")})
    with Reader(path) as reader:

        def files(tail: str) -> list[str]:
            return [ref.file for ref in reader.files_ending(tail)]

        assert files("x.py") == ["a/core/x.py", "b/core/x.py", "b/score/x.py", "x.py"]
        assert files("core/x.py") == ["a/core/x.py", "b/core/x.py"]
        assert files("/b/core/x.py") == ["b/core/x.py"]
        assert files("y.py") == files("c/b/core/x.py") == []
        assert isinstance(reader.files_ending("b/core/x.py")[0], FileRef)


def test_the_environments_own_version_comes_first(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        files = {"demo.py": [site("bad mode ", None), site(None, line=2)]}
        store(writer, files, Distribution("pypi", "demo", "1.0"))
        store(writer, files, Distribution("pypi", "demo", "3.0"))
        here = store(writer, files, Distribution("pypi", "demo", "2.0"))
        writer.put_environment(HERE, [here], complete=True)
    with Reader(path, HERE.python) as reader:
        ((row, _),) = reader.templates_with_words({"bad", "mode"})
        for refs in (
            [ref for _, ref in reader.sites_of_templates([row])],
            [ref for ref, _ in reader.weak_sites("ValueError", 9)],
            list(reader.files_ending("demo.py")),
            list(reader.find_record(reader.record_id(reader.sites_of_templates([row])[0][1]))),
        ):
            assert (refs[0].version, refs[0].active) == ("2.0", True)
            assert sorted((ref.version, ref.active) for ref in refs[1:]) == [("1.0", False), ("3.0", False)]
        assert (reader.find_distribution("demo") or HERE).version == "2.0"
    with Reader(path) as reader:
        assert all(ref.active for _, ref in reader.sites_of_templates([row]))


def test_the_same_version_at_two_places_is_one_statement(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"demo.py": [site("bad mode ", None)]}, root="/one")
        here = store(writer, {"demo.py": [site("bad mode ", None)]}, root="/two")
        writer.put_environment(HERE, [here], complete=True)
    with Reader(path, HERE.python) as reader:
        ((row, _),) = reader.templates_with_words({"bad", "mode"})
        ((_, ref),) = reader.sites_of_templates([row])
        assert reader.location(ref.file_row)[0] == "/two/demo.py"


def test_an_unknown_environment_makes_nothing_active(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"demo.py": [site("bad mode ", None)]})
    with Reader(path, "/elsewhere/python") as reader:
        assert not reader.knows_environment
        assert [ref.active for ref in reader.files_ending("demo.py")] == [False]


def test_a_template_of_thousands_of_sites_does_not_flood_and_keeps_the_active_ones(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        for version in ("1", "2", "3"):
            files = {"demo.py": [site("bad mode ", None, line=line) for line in range(1, 400 + int(version))]}
            here = store(writer, files, Distribution("pypi", "demo", version))
        writer.put_environment(HERE, [here], complete=True)
    with Reader(path, HERE.python) as reader:
        ((row, _),) = reader.templates_with_words({"bad", "mode"})
        refs = [ref for _, ref in reader.sites_of_templates([row])]
        assert {ref.version for ref in refs} == {"3"}
        assert len(refs) == 402
        assert len(reader.weak_sites("ValueError", 7)) == 0


def test_weak_sites_come_with_known_text_first_and_no_more_than_asked(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        sites = [site(None, line=1), site("'", None, line=2), site(None, line=3), site(None, exception="m.OtherError")]
        store(writer, {"demo.py": sites})
    with Reader(path) as reader:
        assert [(ref.line, parts) for ref, parts in reader.weak_sites("ValueError", 2)] == [
            (2, ("'", None)),
            (1, (None,)),
        ]
        assert [ref.exception for ref, _ in reader.weak_sites("elsewhere.OtherError", 9)] == ["m.OtherError"]
        assert len(reader.weak_sites("ValueError", 9)) == 3


def test_reading_leaves_nothing_beside_the_catalogue(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"demo.py": [site("bad mode ", None)]})
    for lasting in (False, True):
        with Reader(path, lasting=lasting) as reader:
            list(reader.templates_with_words({"bad", "mode"}))
        assert os.listdir(os.path.dirname(path)) == ["catalogue.sqlite"]


def test_a_reader_sees_the_last_state_while_a_writer_is_in_a_transaction(
    path: str, site: Callable[..., Site], store: Callable[..., int]
) -> None:
    with Writer(path) as writer:
        store(writer, {"demo.py": [site("bad mode ", None)]})
        with writer._connection.transaction(), Reader(path) as reader:
            writer._connection.execute("DELETE FROM anchor")
            assert len(list(reader.templates_with_words({"bad", "mode"}))) == 1


def test_functions_of_a_file_without_facts_are_not_known(path: str, store: Callable[..., int]) -> None:
    with Writer(path) as writer:
        store(writer, {"demo.py": "cannot be read"})
    with Reader(path) as reader:
        (ref,) = reader.files_ending("demo.py")
        functions: list[FunctionSpan] = list(reader.functions_in_file(ref.file_row))
        assert functions == []
        assert reader.unread_reason(ref.file_row) == "cannot be read"
        assert reader.facts_of_module("demo") is None
