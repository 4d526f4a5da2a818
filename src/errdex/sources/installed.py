"""Every distribution of an environment as a source tree."""

from __future__ import annotations

import os
from functools import partial

from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import Distribution, SourceFile, SourceTree, Unread
from errdex.sources.directory import read_directory, version_of_content
from errdex.sources.editable import mapped_files
from errdex.sources.installation import read_installation
from errdex.sources.metadata import canonical_name, distribution_of_metadata
from errdex.sources.modules import module_of_path
from errdex.sources.owners import UNOWNED
from errdex.sources.owners import distributions_of_files as distributions_of_files
from errdex.sources.project import enters_project, module_prefix
from errdex.sources.record import claims_of, record_text
from errdex.sources.stdlib import STDLIB_NAME, read_stdlib
from errdex.sources.walk import SUFFIXES, Walked, WalkRules, readable_names, walk_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from errdex.nouns.sources import Environment
    from errdex.sources.editable import Mapped
    from errdex.sources.installation import ImportRoot, Installation, Row


class _Layout(NamedTuple):
    """What is known of an environment before its files are listed, and which files are wanted."""

    installation: Installation
    mapped: Mapping[str, tuple[Mapped, ...]]
    outside: frozenset[str]
    """Folders and files of editable installs."""
    suffixes: tuple[str, ...]


def iter_installed(environment: Environment, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[SourceTree]:
    """Every distribution of an environment, and what none of them owns. Each file is in one tree at most."""
    layout = _read_layout(environment, suffixes)
    loose: list[SourceFile] = []
    unread: list[Unread] = []
    for root in layout.installation.roots:
        rows = [row for row in layout.installation.rows if row.root is root]
        if root.path in layout.outside:
            continue  # the project's folder of an editable install whose metadata is elsewhere
        if root.added and not rows:
            yield from _loose_project(root, layout)
            continue
        walked = _list_root(root, layout)
        left = {file.path: file for file in walked.files}
        for row in rows:
            own = _take(left, row, suffixes)
            if root.added and len(rows) == 1:
                own, left = [*own, *left.values()], {}
            yield _tree(row, own, layout)
        for row in layout.installation.shadowed:
            if row.root is root:
                _take(left, row, suffixes)
        loose += left.values()
        unread += [*walked.unread, *_zipped_eggs(root)]
    if loose or unread:
        yield _unowned(environment, loose, unread)


def find_installed(environment: Environment, name: str, suffixes: tuple[str, ...] = SUFFIXES) -> SourceTree | None:
    """The tree of one distribution, as `iter_installed` gives it, without listing the others; `None`: not installed.

    `cpython-stdlib` and `unowned`, which `distributions_of_files` answers with, are found too.
    """
    wanted = canonical_name(name)
    if wanted == STDLIB_NAME:
        return read_stdlib(environment, suffixes)
    if wanted == UNOWNED:
        return next((tree for tree in iter_installed(environment, suffixes) if tree.distribution.name == wanted), None)
    layout = _read_layout(environment, suffixes)
    row = next((row for row in layout.installation.rows if row.name == wanted), None)
    return None if row is None else _tree(row, _own_files(row, layout), layout)


def installed_names(environment: Environment) -> tuple[str, ...]:
    """Canonical names of all distributions, sorted; no file is listed for it."""
    return tuple(sorted(row.name for row in read_installation(environment).rows))


def _read_layout(environment: Environment, suffixes: tuple[str, ...]) -> _Layout:
    installation = read_installation(environment)
    mapped = mapped_files(installation)
    outside = frozenset(place.location for places in mapped.values() for place in places)
    return _Layout(installation, mapped, outside, suffixes)


def _tree(row: Row, own: Sequence[SourceFile], layout: _Layout) -> SourceTree:
    places = layout.mapped.get(row.name, ())
    outside = _outside_files(places, layout)
    files = sorted({file.path: file for file in (*own, *outside.files)}.values())
    root = _common_root(places) if places else row.root.path
    origin = "editable install" if places or row.root.added else "wheel" if row.has_record else "installed"
    return SourceTree(distribution_of_metadata(row.metadata), root, tuple(files), tuple(outside.unread), origin)


def _common_root(places: tuple[Mapped, ...]) -> str:
    roots: list[str] = []
    for place in places:
        path = place.path.rstrip("/").replace("/", os.sep)
        fits = path and place.location.endswith(os.sep + path)
        roots.append(place.location[: -len(path) - 1] if fits else place.location)
    same_drive = len({os.path.splitdrive(root)[0] for root in roots}) == 1
    return os.path.commonpath(roots) if same_drive else roots[0]


def _outside_files(places: tuple[Mapped, ...], layout: _Layout) -> Walked:
    """Files of an editable install, without those that are another one's."""
    others = layout.outside - {place.location for place in places}
    found = Walked([], [])
    for place in places:
        if not place.path.endswith("/") and place.path:
            if place.path.endswith(layout.suffixes):
                found.files.extend(_stat_files([(place.path, place.location)], ()))
            continue
        module = place.path.replace("/", ".")
        enters = partial(_enters_editable, place.location, others)
        walked = walk_files(place.location, WalkRules(layout.suffixes, enters, module_prefix, place.path, module))
        found.files.extend(file for file in readable_names(walked).files if file.location not in others)
        found.unread.extend(readable_names(walked).unread)
    return found


def _enters_editable(root: str, others: Collection[str], path: str, name: str, beside: Collection[str]) -> bool:
    if others and os.path.join(root, path.replace("/", os.sep), name) in others:
        return False
    return enters_project(root, path, name, beside)


def _loose_project(root: ImportRoot, layout: _Layout) -> Iterator[SourceTree]:
    """A folder that a `.pth` file adds and that has no metadata: somebody's own code."""
    tree = read_directory(root.path, layout.suffixes)
    within = tuple(place + os.sep for place in layout.outside if place.startswith(root.path + os.sep))
    files = (
        tuple(file for file in tree.files if not (file.location + os.sep).startswith(within)) if within else tree.files
    )
    if files or tree.unread:
        yield tree._replace(files=files, origin="folder of a .pth file")


def _list_root(root: ImportRoot, layout: _Layout) -> Walked:
    if root.added and not os.path.isdir(os.path.join(root.path, "EGG-INFO")):
        enters = partial(_enters_editable, root.path, layout.outside)
        return readable_names(walk_files(root.path, WalkRules(layout.suffixes, enters, module_prefix)))
    prefix = partial(_prefix_in_root, root.inner) if root.inner else None
    return readable_names(walk_files(root.path, WalkRules(layout.suffixes, partial(_enters_root, root), prefix)))


def _zipped_eggs(root: ImportRoot) -> Iterator[Unread]:
    for name in sorted(_names_in(root.path)):
        if name.endswith(".egg") and os.path.isfile(os.path.join(root.path, name)):
            yield Unread(name, "is a zipped egg, which errdex does not look into")


def _enters_root(root: ImportRoot, path: str, name: str, beside: Collection[str]) -> bool:  # noqa: ARG001 - a rule
    return not (name.endswith((".dist-info", ".egg-info")) or name == "EGG-INFO" or path + name + "/" in root.eggs)


def _prefix_in_root(inner: tuple[str, ...], path: str, prefix: str | None, names: Collection[str]) -> str | None:  # noqa: ARG001
    return "" if path in inner else prefix


def _take(left: dict[str, SourceFile], row: Row, suffixes: tuple[str, ...]) -> list[SourceFile]:
    claims = claims_of(row, suffixes)
    taken = [file for path in claims.paths if (file := left.pop(path, None)) is not None]
    for top in claims.tops:
        taken += [left.pop(path) for path in [path for path in left if path.startswith((top + "/", top + "."))]]
    return taken


def _own_files(row: Row, layout: _Layout) -> list[SourceFile]:
    """Files below the row's import root that it claims and that no row before it does."""
    root = row.root
    if root.added or not row.has_record:
        # Without a list of files, only listing what is there tells them; what others claim is taken from it first.
        rows = [other for other in layout.installation.rows if other.root is root]
        walked = _list_root(root, layout) if root.added else _list_tops(row, layout.suffixes)
        left = {file.path: file for file in walked.files}
        for other in rows[: rows.index(row)]:
            _take(left, other, layout.suffixes)
        own = _take(left, row, layout.suffixes)
        return [*own, *left.values()] if root.added and len(rows) == 1 else own
    paths = dict.fromkeys(claims_of(row, layout.suffixes).paths)
    for path in _claimed_before(row, layout, paths):
        paths.pop(path, None)
    found = _stat_files([(path, os.path.join(root.path, *path.split("/"))) for path in paths], root.inner)
    return readable_names(Walked(found, [])).files


def _list_tops(row: Row, suffixes: tuple[str, ...]) -> Walked:
    """The packages and modules that a distribution without a list of files names."""
    found = Walked([], [])
    for top in claims_of(row, suffixes).tops:
        folder = os.path.join(row.root.path, *top.split("/"))
        if os.path.isdir(folder):
            walked = walk_files(folder, WalkRules(suffixes, path=top + "/", module=top.replace("/", ".") + "."))
            found.files.extend(walked.files)
        folder, name = os.path.split(folder)
        beside = [base for base in _names_in(folder) if base.startswith(name + ".") and base.endswith(suffixes)]
        before = top[: -len(name)]
        found.files.extend(_stat_files([(before + base, os.path.join(folder, base)) for base in beside], ()))
    return readable_names(found)


def _names_in(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _claimed_before(row: Row, layout: _Layout, paths: Iterable[str]) -> Iterator[str]:
    tops = {path.partition("/")[0] for path in paths}
    for other in layout.installation.rows:
        if other is row:
            return
        if other.root is not row.root or not other.has_record:
            continue
        text = "\n" + record_text(other)
        if any(f"\n{top}/" in text or f"\n{top}," in text for top in tops):
            yield from claims_of(other, layout.suffixes).paths


def _stat_files(places: Iterable[tuple[str, str]], inner: tuple[str, ...]) -> list[SourceFile]:
    found: list[SourceFile] = []
    for path, location in places:
        try:
            status = os.stat(location)
        except (OSError, ValueError):
            continue
        if status.st_mode & 0o170000 == 0o100000:
            base = max((part for part in inner if path.startswith(part)), key=len, default="")
            module = module_of_path(path[len(base) :])
            found.append(SourceFile(path, location, module, status.st_size, status.st_mtime_ns))
    return found


def _unowned(environment: Environment, loose: list[SourceFile], unread: list[Unread]) -> SourceTree:
    # Two import roots may hold a file of one name: the first is the one that Python imports.
    files = tuple(sorted({file.path: file for file in reversed(loose)}.values()))
    distribution = Distribution("local", UNOWNED, version_of_content(files))
    root = environment.paths[0] if environment.paths else ""
    return SourceTree(distribution, root, files, tuple(unread), "no distribution's")
