"""Looks up texts of binaries: three indexed queries, so that a cold process can afford to ask."""

from __future__ import annotations

from errdex.catalogue.text import parts_from_text, unescaped
from errdex.nouns.anchors import word_key
from errdex.nouns.compiled import CarriedText, Carrier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from errdex.catalogue.connection import Connection

MOST_TEXTS = 2000
"""Most texts that one message is laid on: beyond that its words are too common to tell anything."""


def carried_texts(connection: Connection, words: Collection[str], environment: int | None) -> list[CarriedText]:
    """Texts that are stored under words which are all in `words`, held by binaries of an environment (`None`: of any)."""
    keys = {word_key(word) for word in words}
    anchors = connection.rows_among("SELECT second, text FROM binary_anchor WHERE word IN (?*)", keys)
    rows = [text for second, text in anchors if second in keys][:MOST_TEXTS]
    if not rows:
        return []
    carriers: dict[int, dict[Carrier, None]] = {}
    known: dict[int, Carrier | None] = {}
    for text, binary in connection.rows_among("SELECT text, binary FROM text_binary WHERE text IN (?*)", rows):
        if binary not in known:
            known[binary] = _carrier(connection, binary, environment)
        if (carrier := known[binary]) is not None:
            carriers.setdefault(text, {})[carrier] = None
    texts = connection.rows_among("SELECT id, parts FROM binary_text WHERE id IN (?*)", list(carriers))
    with connection.decoding():
        return [CarriedText(parts_from_text(parts), tuple(carriers[row])) for row, parts in texts]


def _carrier(connection: Connection, binary: int, environment: int | None) -> Carrier | None:
    """A binary; `None`: it is another environment's."""
    found = connection.row("SELECT package, version, path, environment FROM binary WHERE id = ?", (binary,))
    with connection.decoding():
        if found is None or (environment is not None and found[3] != environment):
            return None
        return Carrier(found[0], found[1], unescaped(found[2]))
