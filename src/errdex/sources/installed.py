"""Every distribution of an environment as a source tree."""

from __future__ import annotations

import os
from functools import partial

from errdex.nouns.sources import Distribution, SourceFile, SourceTree, Unread
from errdex.sources.directory import read_directory, version_of_content
from errdex.sources.editable import mapped_files
from errdex.sources.installation import ImportRoot, read_installation
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
    from errdex.sources.installation import Installation, Row


def iter_installed(environment: Environment, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[SourceTree]:
    """Every distribution of an environment, and what none of them owns. Each file is in one tree at most."""
    installation = read_installation(environment)
    mapped = mapped_files(installation)
    outside = {place.location for places in mapped.values() for place in places}
    loose: list[SourceFile] = []
    unread: list[Unread] = []
    for root in installation.roots:
        rows = [row for row in installation.rows if row.root is root]
        if root.path in outside:
            continue  # the project's folder of an editable install whose metadata is elsewhere
        if root.added and not rows:
            yield read_directory(root.path, suffixes)
            continue
        walked = readable_names(walk_files(root.path, _rules_of_root(root, suffixes)))
        left = {file.path: file for file in walked.files}
        for row in rows:
            own = _take(left, row, suffixes)
            if root.added and len(rows) == 1:
                own, left = [*own, *left.values()], {}
            yield _tree(row, own, mapped, suffixes)
        loose += left.values()
        unread += walked.unread
    if loose or unread:
        yield _unowned(environment, loose, unread)


def find_installed(environment: Environment, name: str, suffixes: tuple[str, ...] = SUFFIXES) -> SourceTree | None:
    """The tree of one distribution, as `iter_installed` gives it, without listing the others; `None`: not installed."""
    wanted = canonical_name(name)
    if wanted == STDLIB_NAME:
        return read_stdlib(environment, suffixes)
    if wanted == UNOWNED:
        return next((tree for tree in iter_installed(environment, suffixes) if tree.distribution.name == wanted), None)
    installation = read_installation(environment)
    row = next((row for row in installation.rows if row.name == wanted), None)
    if row is None:
        return None
    mapped = mapped_files(installation)
    return _tree(row, _own_files(row, installation, suffixes), mapped, suffixes)


def installed_names(environment: Environment) -> tuple[str, ...]:
    """Canonical names of all distributions, sorted; no file is listed for it."""
    return tuple(sorted(row.name for row in read_installation(environment).rows))


def _tree(
    row: Row, own: Sequence[SourceFile], mapped: Mapping[str, tuple[Mapped, ...]], suffixes: tuple[str, ...]
) -> SourceTree:
    places = mapped.get(row.name, ())
    outside = _outside_files(places, mapped, suffixes)
    files = sorted({file.path: file for file in (*outside.files, *own)}.values())
    root = _common_root(places) if places else row.root.path
    origin = "editable install" if places or row.root.added else "wheel" if row.has_record else "installed"
    return SourceTree(distribution_of_metadata(row.metadata), root, tuple(files), tuple(outside.unread), origin)


def _common_root(places: tuple[Mapped, ...]) -> str:
    roots: list[str] = []
    for place in places:
        path = place.path.rstrip("/").replace("/", os.sep)
        fits = path and place.location.endswith(os.sep + path)
        roots.append(place.location[: -len(path) - 1] if fits else place.location)
    return os.path.commonpath(roots) if len({os.path.splitdrive(root)[0] for root in roots}) == 1 else roots[0]


def _outside_files(
    places: tuple[Mapped, ...], mapped: Mapping[str, tuple[Mapped, ...]], suffixes: tuple[str, ...]
) -> Walked:
    """Files of an editable install, without those folders that are another one's."""
    ours = {place.location for place in places}
    others = {place.location for group in mapped.values() for place in group} - ours
    found = Walked([], [])
    for place in places:
        if os.path.isfile(place.location):
            found.files.extend(_stat_files([(place.path, place.location)], ()))
            continue
        rules = WalkRules(
            suffixes,
            partial(_enters_editable, place.location, others),
            module_prefix,
            place.path,
            place.path.replace("/", "."),
        )
        walked = readable_names(walk_files(place.location, rules))
        found.files.extend(walked.files)
        found.unread.extend(walked.unread)
    return found


def _enters_editable(root: str, others: Collection[str], path: str, name: str, beside: Collection[str]) -> bool:
    return os.path.join(root, path.replace("/", os.sep), name) not in others and enters_project(
        root, path, name, beside
    )


def _rules_of_root(root: ImportRoot, suffixes: tuple[str, ...]) -> WalkRules:
    is_project = root.added and not os.path.isdir(os.path.join(root.path, "EGG-INFO"))
    return WalkRules(
        suffixes,
        partial(_enters_root, root, is_project),
        module_prefix if is_project else partial(_prefix_in_root, root.inner) if root.inner else None,
    )


def _enters_root(root: ImportRoot, is_project: bool, path: str, name: str, beside: Collection[str]) -> bool:
    if is_project:
        return enters_project(root.path, path, name, beside)
    return not (name.endswith((".dist-info", ".egg-info")) or name == "EGG-INFO" or path + name + "/" in root.eggs)


def _prefix_in_root(inner: tuple[str, ...], path: str, prefix: str, names: Collection[str]) -> str:  # noqa: ARG001
    return "" if path in inner else prefix


def _take(left: dict[str, SourceFile], row: Row, suffixes: tuple[str, ...]) -> list[SourceFile]:
    claims = claims_of(row, suffixes)
    taken = [file for path in claims.paths if (file := left.pop(path, None)) is not None]
    for top in claims.tops:
        taken += [left.pop(path) for path in [path for path in left if _is_of_top(path, top)]]
    return taken


def _is_of_top(path: str, top: str) -> bool:
    return path.startswith((top + "/", top + "."))


def _own_files(row: Row, installation: Installation, suffixes: tuple[str, ...]) -> list[SourceFile]:
    """Files below the row's import root that it claims and that no row before it does."""
    root = row.root
    if root.added or not row.has_record:
        # Without a list of files, only listing what is there tells them; what others claim is taken from it first.
        rows = [other for other in installation.rows if other.root is root]
        walked = _walk_for(row, suffixes)
        left = {file.path: file for file in walked.files}
        for other in rows[: rows.index(row)]:
            _take(left, other, suffixes)
        own = _take(left, row, suffixes)
        return [*own, *left.values()] if root.added and len(rows) == 1 else own
    paths = dict.fromkeys(claims_of(row, suffixes).paths)
    for path in _claimed_before(row, installation, paths, suffixes):
        paths.pop(path, None)
    found = _stat_files([(path, os.path.join(root.path, *path.split("/"))) for path in paths], root.inner)
    return readable_names(Walked(found, [])).files


def _walk_for(row: Row, suffixes: tuple[str, ...]) -> Walked:
    """All of an added root, else only the packages that the row names."""
    if row.root.added:
        return readable_names(walk_files(row.root.path, _rules_of_root(row.root, suffixes)))
    found = Walked([], [])
    for top in claims_of(row, suffixes).tops:
        folder = os.path.join(row.root.path, *top.split("/"))
        if os.path.isdir(folder):
            walked = walk_files(folder, WalkRules(suffixes, path=top + "/", module=top.replace("/", ".") + "."))
            found.files.extend(walked.files)
        names = [(top + suffix, folder + suffix) for suffix in suffixes]
        found.files.extend(_stat_files(names, row.root.inner))
    return readable_names(found)


def _claimed_before(
    row: Row, installation: Installation, paths: Iterable[str], suffixes: tuple[str, ...]
) -> Iterator[str]:
    tops = {path.partition("/")[0] for path in paths}
    for other in installation.rows:
        if other is row:
            return
        if other.root is not row.root or not other.has_record:
            continue
        text = "\n" + record_text(other)
        if any(f"\n{top}/" in text or f"\n{top}," in text for top in tops):
            yield from claims_of(other, suffixes).paths


def _stat_files(places: Iterable[tuple[str, str]], inner: tuple[str, ...]) -> list[SourceFile]:
    found: list[SourceFile] = []
    for path, location in places:
        try:
            status = os.stat(location)
        except (OSError, ValueError):
            continue
        if status.st_mode & 0o170000 == 0o100000:
            base = max((part for part in inner if path.startswith(part)), key=len, default="")
            found.append(
                SourceFile(path, location, module_of_path(path[len(base) :]), status.st_size, status.st_mtime_ns)
            )
    return found


def _unowned(environment: Environment, loose: list[SourceFile], unread: list[Unread]) -> SourceTree:
    # Two import roots may hold a file of one name: the first is the one that Python imports.
    files = tuple(sorted({file.path: file for file in reversed(loose)}.values()))
    distribution = Distribution("local", UNOWNED, version_of_content(files))
    root = environment.paths[0] if environment.paths else ""
    return SourceTree(distribution, root, files, tuple(unread), "no distribution's")
