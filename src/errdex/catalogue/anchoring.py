"""Chooses under which words a template is stored: its two rarest, as far as the catalogue knows now.

Any choice among a template's bounded words finds it again, since a text holds all of them; a rare one finds less beside it.
"""

from __future__ import annotations

from collections import Counter

from errdex.catalogue.text import parts_from_text, words_mask
from errdex.nouns.anchors import bounded_words, word_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from errdex.catalogue.connection import Connection, Row

NO_WORD = -1

REANCHOR_GROWTH = 2
"""Anchors are chosen anew when there are this many times more templates than the last time: what was rare may not be."""


def words_of_parts(parts: str) -> list[int]:
    """Keys of the bounded words of a template as stored, each once."""
    return list(dict.fromkeys(word_key(word) for word in bounded_words(parts_from_text(parts))))


def chosen_words(words: Sequence[int], frequency: Mapping[int, int]) -> tuple[int, int]:
    """The rarest and the next rarest; the same twice where there is one, `NO_WORD` twice where there is none.

    Equally rare ones are chosen by their key, so that the same catalogue comes out whatever the order.
    """
    if not words:
        return NO_WORD, NO_WORD
    ranked = sorted(words, key=lambda word: (frequency.get(word, 0), word))
    return ranked[0], ranked[min(1, len(ranked) - 1)]


def add_templates(connection: Connection, templates: Mapping[int, str]) -> None:
    """Stores the templates (parts by row) that the catalogue lacks, with their anchors. Inside a transaction."""
    known = {row for (row,) in connection.rows_among("SELECT id FROM template WHERE id IN (?*)", templates)}
    added = {row: (parts, words_of_parts(parts)) for row, parts in templates.items() if row not in known}
    counted = Counter(word for _, words in added.values() for word in words)
    connection.execute_all(
        "INSERT INTO word (key, templates) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET templates = templates + excluded.templates",
        sorted(counted.items()),
    )
    frequency: dict[int, int] = dict(
        connection.rows_among("SELECT key, templates FROM word WHERE key IN (?*)", counted)
    )
    rows = sorted((row, *chosen_words(words, frequency)) for row, (_, words) in added.items())
    connection.execute_all("INSERT INTO template (id, word, second) VALUES (?, ?, ?)", rows)
    _put_anchors(
        connection, ((word, second, row, words_mask(added[row][1]), added[row][0]) for row, word, second in rows)
    )


def _put_anchors(connection: Connection, rows: Iterable[tuple[int, int, int, int, str]]) -> None:
    connection.execute_all(
        "INSERT INTO anchor (word, second, template, mask, parts) VALUES (?, ?, ?, ?, ?)", sorted(rows)
    )


def wordless_templates(connection: Connection, templates: Iterable[int]) -> dict[int, str]:
    """Row and parts of those of the templates that no word leads to."""
    return dict(
        connection.rows_among(
            "SELECT template, parts FROM anchor WHERE word = ? AND second = ? AND template IN (?*)",
            templates,
            (NO_WORD, NO_WORD),
        )
    )


def remove_templates(connection: Connection, templates: Iterable[int]) -> None:
    """Removes those of the templates that no site prints any more. Inside a transaction.

    Frequencies keep counting them until anchors are chosen anew: they only say what is rare.
    """
    gone = connection.rows_among(
        "SELECT word, second, id FROM template WHERE id IN (?*)"
        " AND NOT EXISTS (SELECT 1 FROM site_template WHERE template = id)",
        templates,
    )
    connection.execute_all("DELETE FROM anchor WHERE word = ? AND second = ? AND template = ?", gone)
    connection.execute_all("DELETE FROM template WHERE id = ?", [(row,) for _, _, row in gone])


def wants_reanchoring(connection: Connection) -> bool:
    """Whether there are so many more templates than when all anchors were last chosen that it is worth doing again."""
    (count,) = connection.row("SELECT count(*) FROM template") or (0,)
    (anchored,) = connection.row("SELECT value FROM fact WHERE name = 'anchored'") or (0,)
    return bool(count > anchored * REANCHOR_GROWTH)


def reanchor(connection: Connection) -> None:
    """Counts all words and chooses all anchors anew, in one transaction."""
    with connection.transaction():
        frequency: Counter[int] = Counter()
        count = 0
        for batch in _template_batches(connection):
            count += len(batch)
            frequency.update(word for *_, parts in batch for word in words_of_parts(parts))
        connection.execute("DELETE FROM word")
        connection.execute_all("INSERT INTO word (key, templates) VALUES (?, ?)", sorted(frequency.items()))
        for batch in _template_batches(connection):
            changed = list(_changed_anchors(batch, frequency))
            connection.execute_all(
                "DELETE FROM anchor WHERE word = ? AND second = ? AND template = ?", [old for old, _ in changed]
            )
            _put_anchors(connection, [new for _, new in changed])
            connection.execute_all(
                "UPDATE template SET word = ?, second = ? WHERE id = ?", [new[:3] for _, new in changed]
            )
        connection.execute("INSERT OR REPLACE INTO fact (name, value) VALUES ('anchored', ?)", (count,))


def _template_batches(connection: Connection) -> Iterator[list[Row]]:
    """Row, words and parts of all templates, some thousands at a time."""
    last = -(1 << 63)
    while batch := connection.rows(
        "SELECT id, word, second, parts FROM template JOIN anchor USING (word, second)"
        " WHERE template = id AND id >= ? ORDER BY id LIMIT 20000",
        (last,),
    ):
        yield batch
        last = batch[-1][0] + 1
        if last >= 1 << 63:
            return


def _changed_anchors(
    templates: Iterable[Row], frequency: Mapping[int, int]
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int, int, str]]]:
    """Places in `anchor` that are to be left, and the rows that take their place."""
    for row, word, second, parts in templates:
        words = words_of_parts(parts)
        chosen = chosen_words(words, frequency)
        if chosen != (word, second):
            yield (word, second, row), (*chosen, row, words_mask(words), parts)
