"""What makes a thing in the catalogue the same thing again: hashes of contents, units and templates, ids of records."""

from __future__ import annotations

from hashlib import blake2b, sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from errdex.nouns.sources import Distribution, SourceFile

SEPARATOR = "\x01"


def content_hash(content: bytes, language: str) -> bytes:
    """Key of one file's bytes, read as a language: equal bytes share their facts only within it."""
    return blake2b(content, digest_size=20, person=language.encode()[:16]).digest()


def unit_hash(details: bytes) -> bytes:
    """Key of the linked sites of one file, from their JSON."""
    return blake2b(details, digest_size=20).digest()


def template_row(parts: str) -> int:
    """Row of a template, from its parts as stored: 64 bits of a hash, as SQLite's signed integer."""
    digest = blake2b(parts.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def listing_fingerprint(files: Sequence[SourceFile], unread: Sequence[tuple[str, str]]) -> bytes:
    """Key of a tree as it lies on the disk: equal keys mean that nothing needs to be read."""
    digest = blake2b(digest_size=20)
    digest.update(
        "\n".join([f"{f[0]}\0{f[1]}\0{f[2]}\0{f[3]}\0{f[4]}" for f in files]).encode("utf-8", "surrogatepass")
    )
    digest.update(repr(list(map(tuple, unread))).encode("utf-8", "backslashreplace"))
    return digest.digest()


def record_ids(distribution: Distribution, path: str, names: Iterable[str]) -> Iterator[int]:
    """Row of each site's record, for the sites of one file in order.

    `names` holds each site's error code or else its message as written. The id is the contract's: the first 64 bits of
    SHA-256 over repository, name and path; a name's second and later sites of a file add their number.
    """
    owner = distribution.repo or f"{distribution.ecosystem}/{distribution.name}"
    seen: dict[str, int] = {}
    for name in names:
        seen[name] = count = seen.get(name, 0) + 1
        key = SEPARATOR.join([owner, name, distribution.prefix + path, *([str(count)] if count > 1 else ())])
        digest = sha256(key.encode("utf-8", "surrogatepass")).digest()
        yield int.from_bytes(digest[:8], "big", signed=True)
