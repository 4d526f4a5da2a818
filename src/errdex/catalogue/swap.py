"""Replaces what the catalogue knows of one distribution, inside one transaction that the caller holds."""

from __future__ import annotations

import os
import time

from errdex.catalogue.anchoring import NO_WORD, add_templates
from errdex.catalogue.identity import record_ids
from errdex.catalogue.membership import outdate_users_of_modules
from errdex.catalogue.text import backwards, escaped, parts_from_text
from errdex.catalogue.waste import remove_units
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from errdex.catalogue.connection import Connection
    from errdex.catalogue.units import DistributionState, FileState, Unit
    from errdex.nouns.sources import Distribution

UNVERSIONED = "local"
"""Ecosystem whose versions are states of a folder: the newest takes the place of the one before."""


class _Known(NamedTuple):
    """A file as it stands in the catalogue."""

    row: int
    columns: tuple[object, ...]
    unit: int | None


def swap_distribution(connection: Connection, state: DistributionState) -> int:
    """Makes the catalogue hold this state of the distribution and no other; its row."""
    row, same_owner = _put_distribution(connection, state)
    units = _put_units(connection, state.files)
    known = {
        path: _Known(file, tuple(columns), unit)
        for file, unit, path, *columns in connection.rows(
            "SELECT id, unit, path, module, location, size, mtime_ns, content, unread FROM file WHERE distribution = ?",
            (row,),
        )
    }
    _remove_files(connection, [known[path] for path in known.keys() - {escaped(f.file.path) for f in state.files}])
    for file in state.files:
        _put_file(connection, row, state, file, units, known, same_owner=same_owner)
    connection.execute("DELETE FROM foreign_use WHERE distribution = ?", (row,))
    connection.execute_all(
        "INSERT INTO foreign_use (module, distribution, content) VALUES (?, ?, ?)",
        [(escaped(module), row, content) for module, content in dict(state.foreign).items()],
    )
    outdate_users_of_modules(connection, _changed_modules(known.values(), state.files))
    remove_units(connection, {known_file.unit for known_file in known.values() if known_file.unit is not None})
    connection.execute("INSERT OR REPLACE INTO fact (name, value) VALUES ('changed', ?)", (int(time.time()),))
    return row


def _changed_modules(known: Iterable[_Known], files: Iterable[FileState]) -> list[tuple[str, int | None]]:
    """Modules whose content is not what it was, with the one it is now."""
    before = {str(file.columns[0]): file.columns[4] for file in known if file.columns[0]}
    now = {escaped(file.file.module): file.content for file in files if file.file.module}
    return [(name, now.get(name)) for name in before.keys() | now.keys() if before.get(name) != now.get(name)]


def find_distribution_row(connection: Connection, distribution: Distribution, root: str) -> int | None:
    """Row of the distribution that a new state of it would replace; `None`: there is none."""
    any_version = distribution.ecosystem == UNVERSIONED
    found = connection.row(
        "SELECT id FROM distribution WHERE name = ? AND ecosystem = ? AND root = ? AND (? OR version = ?)",
        (distribution.name, distribution.ecosystem, escaped(root), any_version, distribution.version),
    )
    return found[0] if found else None


def _put_distribution(connection: Connection, state: DistributionState) -> tuple[int, bool]:
    """The distribution's row, and whether the ids of its records would come out as they are."""
    new = state.distribution
    columns = (
        new.version,
        new.repo,
        new.prefix,
        state.origin,
        state.listing,
        state.linking,
        state.analysis,
        len(state.files),
        sum([len(file.unit.sites) for file in state.files if file.unit]),
        int(time.time()),
        int(state.asked),
    )
    row = find_distribution_row(connection, new, state.root)
    if row is None:
        key = (new.ecosystem, new.name, escaped(state.root))
        added = connection.execute(
            "INSERT INTO distribution (ecosystem, name, root, version, repo, prefix, origin, listing, linking, analysis,"
            " files, sites, indexed, asked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            key + columns,
        )
        return added, False
    owner = connection.row("SELECT repo, prefix FROM distribution WHERE id = ?", (row,))
    connection.execute(
        "UPDATE distribution SET version = ?, repo = ?, prefix = ?, origin = ?, listing = ?, linking = ?, analysis = ?,"
        " files = ?, sites = ?, indexed = ?, asked = max(asked, ?) WHERE id = ?",
        (*columns, row),
    )
    return row, owner == (new.repo, new.prefix)


def _put_units(connection: Connection, files: Iterable[FileState]) -> dict[bytes, int]:
    """Row of each unit by its hash, those that were lacking added."""
    wanted = {file.unit.hash: file.unit for file in files if file.unit is not None}
    rows = dict(connection.rows_among("SELECT hash, id FROM unit WHERE hash IN (?*)", wanted))
    lacking = [unit for key, unit in wanted.items() if key not in rows]
    templates = {row: parts for unit in lacking for row, parts in unit.templates}
    add_templates(connection, templates)
    wordless: dict[int, str] = dict(
        connection.rows_among(
            "SELECT id, parts FROM template WHERE word = ? AND id IN (?*)", templates, before=(NO_WORD,)
        )
    )
    bare = {row: int(set(parts_from_text(parts)) == {None}) for row, parts in wordless.items()}
    for unit in lacking:
        rows[unit.hash] = _add_unit(connection, unit, bare)
    return rows


def _add_unit(connection: Connection, unit: Unit, bare: Mapping[int, int]) -> int:
    row = connection.execute("INSERT INTO unit (hash) VALUES (?)", (unit.hash,))
    (last,) = connection.row("SELECT max(id) FROM site") or (None,)
    first = (last or 0) + 1
    connection.execute_all(
        "INSERT INTO site (id, unit, ordinal, kind, line, end_line, function, exception, qualified, bases, detail)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(first + ordinal, row, ordinal, *site.columns) for ordinal, site in enumerate(unit.sites)],
    )
    printed = [(template, first + n, site) for n, site in enumerate(unit.sites) for template in site.templates]
    connection.execute_all(
        "INSERT INTO site_template (template, site) VALUES (?, ?)", sorted({(t, at) for t, at, _ in printed})
    )
    connection.execute_all(
        "INSERT INTO weak (class, bare, template, site) VALUES (?, ?, ?, ?)",
        sorted({(key, bare[t], t, at) for t, at, site in printed if t in bare for key in site.classes}),
    )
    return row


def _put_file(
    connection: Connection,
    row: int,
    state: DistributionState,
    file: FileState,
    units: Mapping[bytes, int],
    known: Mapping[str, _Known],
    *,
    same_owner: bool,
) -> None:
    columns = _file_columns(state, file)
    path = escaped(file.file.path)
    unit = units[file.unit.hash] if file.unit else None
    before = known.get(path)
    if before is None:
        at = connection.execute(
            "INSERT INTO file (distribution, path, backwards, unit, module, location, size, mtime_ns, content, unread)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (row, path, backwards(path), unit, *columns),
        )
    else:
        at = before.row
        if before.columns != columns or before.unit != unit:
            connection.execute(
                "UPDATE file SET unit = ?, module = ?, location = ?, size = ?, mtime_ns = ?, content = ?, unread = ?"
                " WHERE id = ?",
                (unit, *columns, at),
            )
        if before.unit == unit and same_owner:
            return
        connection.execute("DELETE FROM record WHERE file = ?", (at,))
    if file.unit and unit is not None:
        _put_records(connection, state.distribution, at, file, file.unit, unit)


def _file_columns(state: DistributionState, file: FileState) -> tuple[object, ...]:
    source = file.file
    usual = os.path.join(state.root, source.path) if state.root else ""
    location = None if source.location == usual else escaped(source.location)
    unread = None if file.unread is None else escaped(file.unread)
    return escaped(source.module), location, source.size, source.mtime_ns, file.content, unread


def _put_records(
    connection: Connection, distribution: Distribution, at: int, file: FileState, unit: Unit, unit_row: int
) -> None:
    sites = connection.rows("SELECT id FROM site WHERE unit = ? ORDER BY ordinal", (unit_row,))
    ids = record_ids(distribution, file.file.path, [site.name for site in unit.sites])
    connection.execute_all(
        "INSERT OR IGNORE INTO record (id, file, site) VALUES (?, ?, ?)",
        [(record, at, site) for record, (site,) in zip(ids, sites, strict=True)],
    )


def _remove_files(connection: Connection, files: Iterable[_Known]) -> None:
    rows = [(file.row,) for file in files]
    connection.execute_all("DELETE FROM record WHERE file = ?", rows)
    connection.execute_all("DELETE FROM file WHERE id = ?", rows)
