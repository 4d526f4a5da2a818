from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from errdex.catalogue.identity import content_hash, listing_fingerprint, record_ids, template_row
from errdex.nouns.sources import Distribution, SourceFile

SGLANG = Distribution("pypi", "sglang", "0.5.19", "sgl-project/sglang", "python/")
FILE = "sglang/srt/layers/attention/hybrid_linear_attn_backend.py"


def hexadecimal(ids: list[int]) -> list[str]:
    return [f"{number & 0xFFFFFFFFFFFFFFFF:016x}" for number in ids]


def test_a_records_id_is_the_published_one() -> None:
    name = "Invalid forward mode: {forward_batch.forward_mode=}"
    assert hexadecimal(list(record_ids(SGLANG, FILE, [name]))) == ["e59d2485b40387ab"]


def test_the_second_of_the_same_name_in_a_file_adds_its_number() -> None:
    key = "pypi/demo\x01bad\x01demo.py"
    assert hexadecimal(
        list(record_ids(Distribution("pypi", "demo", "1"), "demo.py", ["bad", "good", "bad", "bad"]))
    ) == [
        sha256(text.encode()).hexdigest()[:16]
        for text in (key, "pypi/demo\x01good\x01demo.py", key + "\x012", key + "\x013")
    ]


def test_a_version_does_not_change_ids() -> None:
    ids = [list(record_ids(SGLANG._replace(version=version), FILE, ["x"])) for version in ("1", "2")]
    assert ids[0] == ids[1]


@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=6))
def test_every_site_of_a_file_has_an_id_of_its_own(names: list[str]) -> None:
    assert len(set(record_ids(SGLANG, FILE, names))) == len(names)


def test_equal_bytes_in_two_languages_are_two_contents() -> None:
    assert content_hash(b"x", "python") != content_hash(b"x", "binary")


def test_a_template_row_fits_a_signed_64_bit_column() -> None:
    assert all(-(1 << 63) <= template_row(str(number)) < 1 << 63 for number in range(50))


def test_a_listing_changes_with_any_size_or_time() -> None:
    file = SourceFile("a.py", "/a.py", "a", 1, 2)
    listings = [
        listing_fingerprint([file], []),
        listing_fingerprint([file._replace(size=2)], []),
        listing_fingerprint([file._replace(mtime_ns=3)], []),
        listing_fingerprint([file._replace(path="b.py")], []),
        listing_fingerprint([], []),
        listing_fingerprint([file], [("b.py", "gone")]),
    ]
    assert len(set(listings)) == len(listings)
