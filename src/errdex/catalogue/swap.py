"""Replaces what the catalogue knows of one distribution, inside one transaction that the caller holds."""

from __future__ import annotations

import os
import time

from errdex.catalogue.anchoring import add_templates, wordless_templates
from errdex.catalogue.identity import record_ids
from errdex.catalogue.membership import outdate_users_of_modules
from errdex.catalogue.text import backwards, escaped, parts_from_text
from errdex.catalogue.waste import remove_units
from errdex.nouns.base import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from errdex.catalogue.connection import Connection
    from errdex.catalogue.units import DistributionState, FileState, SiteRow, Unit
    from errdex.nouns.sources import Distribution

UNVERSIONED = "local"
"""Ecosystem whose versions are states of a folder: the newest takes the place of the one before."""


class _Known(NamedTuple):
    """A file as it stands in the catalogue."""

    row: int
    unit: int | None
    columns: tuple[object, ...]


class _Placed(NamedTuple):
    """A unit as it stands in the catalogue."""

    row: int
    sites: Sequence[int]
    """Rows of its sites, in order."""


def swap_distribution(connection: Connection, state: DistributionState) -> int:
    """Makes the catalogue hold this state of the distribution and no other; its row."""
    row, same_owner = _put_distribution(connection, state)
    known = _known_files(connection, row)
    placed = _put_units(connection, state.files)
    _put_files(connection, row, state, known, placed, same_owner=same_owner)
    connection.execute("DELETE FROM foreign_use WHERE distribution = ?", (row,))
    connection.execute_all(
        "INSERT INTO foreign_use (module, distribution, content) VALUES (?, ?, ?)",
        [(escaped(module), row, content) for module, content in sorted(dict(state.foreign).items())],
    )
    outdate_users_of_modules(connection, _changed_modules(known.values(), state.files))
    remove_units(connection, {file.unit for file in known.values() if file.unit is not None})
    connection.execute("INSERT OR REPLACE INTO fact (name, value) VALUES ('changed', ?)", (int(time.time()),))
    return row


def _known_files(connection: Connection, distribution: int) -> dict[str, _Known]:
    rows = connection.rows(
        "SELECT path, id, unit, module, location, size, mtime_ns, content, unread FROM file WHERE distribution = ?",
        (distribution,),
    )
    return {path: _Known(row, unit, tuple(columns)) for path, row, unit, *columns in rows}


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


def _put_units(connection: Connection, files: Iterable[FileState]) -> dict[bytes, _Placed]:
    """Where each unit stands, by its hash; those that were lacking are added."""
    wanted = {file.unit.hash: file.unit for file in files if file.unit is not None}
    placed = {
        key: _Placed(row, range(first, first + sites))
        for key, row, first, sites in connection.rows_among(
            "SELECT hash, id, first, sites FROM unit WHERE hash IN (?*)", wanted
        )
    }
    return placed | _add_units(connection, [unit for key, unit in wanted.items() if key not in placed])


def _add_units(connection: Connection, units: Sequence[Unit]) -> dict[bytes, _Placed]:
    if not units:
        return {}
    bare = _put_templates(connection, {row: parts for unit in units for row, parts in unit.templates})
    classes = _put_classes(connection, {site.named for unit in units for site in unit.sites})
    next_unit, next_site = next_row(connection, "unit"), next_row(connection, "site")
    placed: dict[bytes, _Placed] = {}
    rows: list[tuple[int, int, SiteRow]] = []
    for unit in units:
        at = placed[unit.hash] = _Placed(next_unit + len(placed), range(next_site, next_site + len(unit.sites)))
        next_site += len(unit.sites)
        rows += [(row, at.row, site) for row, site in zip(at.sites, unit.sites, strict=True)]
    connection.execute_all(
        "INSERT INTO unit (id, hash, first, sites, details) VALUES (?, ?, ?, ?, ?)",
        [(placed[u.hash].row, u.hash, placed[u.hash].sites[0], len(u.sites), u.details) for u in units],
    )
    connection.execute_all(
        "INSERT INTO site (id, unit, kind, line, end_line, function, class) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(row, unit_row, *site.columns, classes[site.named]) for row, unit_row, site in rows],
    )
    printed = [(template, row, site) for row, _, site in rows for template in site.templates]
    connection.execute_all(
        "INSERT INTO site_template (template, site) VALUES (?, ?)", sorted([(t, row) for t, row, _ in printed])
    )
    connection.execute_all(
        "INSERT INTO weak (class, bare, template, site) VALUES (?, ?, ?, ?)",
        sorted([(key, bare[t], t, row) for t, row, site in printed if t in bare for key in site.classes]),
    )
    return placed


def _put_classes(connection: Connection, named: Iterable[tuple[str, str, str]]) -> dict[tuple[str, str, str], int]:
    """Row of each class, those that were lacking added."""
    rows = {}
    for names in sorted(named):
        connection.execute("INSERT OR IGNORE INTO class (exception, qualified, bases) VALUES (?, ?, ?)", names)
        found = connection.row("SELECT id FROM class WHERE exception = ? AND qualified = ? AND bases = ?", names)
        (rows[names],) = found or (0,)
    return rows


def _put_templates(connection: Connection, templates: Mapping[int, str]) -> dict[int, int]:
    """Stores templates; of those that no word leads to, by row, whether (1) or not (0) they are bare."""
    add_templates(connection, templates)
    wordless = wordless_templates(connection, templates)
    return {row: int(set(parts_from_text(parts)) == {None}) for row, parts in wordless.items()}


def next_row(connection: Connection, table: str) -> int:
    """A row that is free, as all after it are."""
    (last,) = connection.row(f"SELECT max(id) FROM {table}") or (None,)  # noqa: S608 - a table of ours
    return (last or 0) + 1


def _put_files(
    connection: Connection,
    row: int,
    state: DistributionState,
    known: Mapping[str, _Known],
    placed: Mapping[bytes, _Placed],
    *,
    same_owner: bool,
) -> None:
    """Makes the distribution have these files and no others, with their records."""
    free = next_row(connection, "file")
    added, changed, stale, records = [], [], [], []
    gone = dict(known)
    for file in state.files:
        path, columns = escaped(file.file.path), _file_columns(state, file)
        unit = placed[file.unit.hash] if file.unit else None
        unit_row = unit.row if unit else None
        before = gone.pop(path, None)
        if before is None:
            added.append((free, row, path, backwards(path), unit_row, *columns))
        elif before.columns != columns or before.unit != unit_row:
            changed.append((unit_row, *columns, before.row))
        if before is not None and before.unit == unit_row and same_owner:
            continue
        at = before.row if before else free
        free += before is None
        if before is not None:
            stale.append((at,))
        if file.unit and unit:
            ids = record_ids(state.distribution, file.file.path, [site.name for site in file.unit.sites])
            records += [(record, at, site) for record, site in zip(ids, unit.sites, strict=True)]
    left = [(file.row,) for file in gone.values()]
    connection.execute_all("DELETE FROM record WHERE file = ?", stale + left)
    connection.execute_all("DELETE FROM file WHERE id = ?", left)
    connection.execute_all(
        "INSERT INTO file (id, distribution, path, backwards, unit, module, location, size, mtime_ns, content, unread)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        added,
    )
    connection.execute_all(
        "UPDATE file SET unit = ?, module = ?, location = ?, size = ?, mtime_ns = ?, content = ?, unread = ?"
        " WHERE id = ?",
        changed,
    )
    connection.execute_all("INSERT OR IGNORE INTO record (id, file, site) VALUES (?, ?, ?)", sorted(records))


def _file_columns(state: DistributionState, file: FileState) -> tuple[object, ...]:
    source = file.file
    is_usual = not state.root or source.location == os.path.join(state.root, source.path)
    location = None if is_usual else escaped(source.location)
    unread = None if file.unread is None else escaped(file.unread)
    return escaped(source.module), location, source.size, source.mtime_ns, file.content, unread
