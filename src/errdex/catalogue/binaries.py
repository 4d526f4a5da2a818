"""Texts of binaries in the catalogue: stored once each, found by their two rarest words, as templates are."""

from __future__ import annotations

import re
from collections import Counter

from errdex.catalogue.anchoring import chosen_words
from errdex.catalogue.identity import template_row
from errdex.catalogue.text import escaped, text_from_parts, unescaped
from errdex.nouns.anchors import WORD, bounded_words, word_key
from errdex.nouns.compiled import Binary, BinaryFacts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from errdex.catalogue.connection import Connection
    from errdex.nouns.compiled import Parts

_LETTERS = re.compile(r"[^\W\d_]")


def binary_words(parts: Parts) -> list[int]:
    """Keys of the words by which a text is found: those that stay whole wherever the text stands inside a message.

    A text may be a piece, whose first and last words run into a value; they are taken only where it has no others.
    """
    words = bounded_words((None, *parts, None)) or bounded_words(parts)
    if not words:
        words = [word for part in parts if part is not None for word in WORD.findall(part)]
    return list(dict.fromkeys(word_key(word) for word in words if _LETTERS.search(word)))


def known_binaries(connection: Connection, python: str) -> dict[str, tuple[int, int]]:
    """Size and modification time of each binary of an environment that is in the catalogue, by location."""
    rows = connection.rows(
        "SELECT location, binary.size, mtime_ns FROM environment JOIN binary ON environment = environment.id WHERE python = ?",
        (escaped(python),),
    )
    return {unescaped(location): (size, mtime_ns) for location, size, mtime_ns in rows}


def swap_binaries(
    connection: Connection, python: str, read: Sequence[tuple[Binary, BinaryFacts | str]], gone: Iterable[str]
) -> None:
    """Stores binaries of an environment that is in the catalogue, in place of older states; removes those at `gone`.

    Inside a transaction.
    """
    (environment,) = connection.row("SELECT id FROM environment WHERE python = ?", (escaped(python),)) or (None,)
    if environment is None:
        return
    _remove(connection, environment, [*gone, *(binary.location for binary, _ in read)])
    texts: dict[int, Parts] = {}
    for binary, facts in read:
        row = _add_binary(connection, environment, binary, facts)
        if isinstance(facts, BinaryFacts):
            held = {template_row(text_from_parts(parts)): parts for parts in facts.texts}
            texts.update(held)
            connection.execute_all(
                "INSERT OR IGNORE INTO text_binary (text, binary) VALUES (?, ?)", [(text, row) for text in sorted(held)]
            )
    _add_texts(connection, texts)
    _remove_unheld(connection)


def _add_binary(connection: Connection, environment: int, binary: Binary, facts: BinaryFacts | str) -> int:
    unread = facts if isinstance(facts, str) else facts.degraded
    return connection.execute(
        "INSERT INTO binary (environment, package, version, path, location, size, mtime_ns, unread)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            environment,
            binary.package,
            binary.version,
            escaped(binary.path),
            escaped(binary.location),
            binary.size,
            binary.mtime_ns,
            unread or None,
        ),
    )


def _add_texts(connection: Connection, texts: Mapping[int, Parts]) -> None:
    known = {row for (row,) in connection.rows_among("SELECT id FROM binary_text WHERE id IN (?*)", texts)}
    words = {row: binary_words(parts) for row, parts in texts.items() if row not in known}
    frequency = Counter(word for found in words.values() for word in found)
    connection.execute_all(
        "INSERT INTO binary_text (id, parts) VALUES (?, ?)",
        [(row, text_from_parts(texts[row])) for row in sorted(words)],
    )
    chosen = sorted((*chosen_words(found, frequency), row) for row, found in words.items() if found)
    connection.execute_all("INSERT INTO binary_anchor (word, second, text) VALUES (?, ?, ?)", chosen)


def _remove(connection: Connection, environment: int, locations: Iterable[str]) -> None:
    rows = connection.rows_among(
        "SELECT id FROM binary WHERE environment = ? AND location IN (?*)", map(escaped, locations), (environment,)
    )
    if rows:
        connection.execute_all("DELETE FROM text_binary WHERE binary = ?", rows)
        connection.execute_all("DELETE FROM binary WHERE id = ?", rows)


def _remove_unheld(connection: Connection) -> None:
    """Texts that no binary holds any more."""
    connection.execute(
        "DELETE FROM binary_text WHERE NOT EXISTS (SELECT 1 FROM text_binary WHERE text = binary_text.id)"
    )
    connection.execute("DELETE FROM binary_anchor WHERE NOT EXISTS (SELECT 1 FROM binary_text WHERE id = text)")
