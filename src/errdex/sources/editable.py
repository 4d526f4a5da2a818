"""Where the files of editable installs are: outside site-packages, in the project's own folder."""

from __future__ import annotations

import os

from errdex.nouns.base import NamedTuple
from errdex.sources.pth import iter_path_files, read_path_file, read_small_text
from errdex.sources.record import record_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from errdex.sources.installation import Installation, Row


class Mapped(NamedTuple):
    """A folder or file outside site-packages that belongs to a distribution."""

    path: str
    """Under which it is imported: `""` for a folder that is itself an import root, `pkg/sub/` for a package's folder,
    `module.py` for a file."""
    location: str
    """Absolute path on this machine."""


def mapped_files(installation: Installation) -> Mapping[str, tuple[Mapped, ...]]:
    """What each distribution that is installed as editable has outside of the import roots, by its name."""
    found: dict[str, dict[str, Mapped]] = {}
    for root in installation.roots:
        for path_file in () if root.added else iter_path_files(root.path):
            mapped = [place for place in _mapped_by(path_file) if not _is_inside(place.location, root.path)]
            owner = _owner_of(path_file, installation) if mapped else None
            if owner is not None:
                found.setdefault(owner.name, {}).update({place.location: place for place in mapped})
    for row in installation.rows:
        if row.name not in found and (project := _written_project(row)):
            folder = _import_root_of(project)
            found[row.name] = {folder: Mapped("", folder)}
    return _each_once(found)


def _each_once(found: dict[str, dict[str, Mapped]]) -> Mapping[str, tuple[Mapped, ...]]:
    """No place belongs to two distributions: of several that are developed in one folder, the first has it."""
    owners: dict[str, str] = {}
    for name, places in found.items():
        for location in places:
            owners.setdefault(location, name)
    return {
        name: tuple(place for location, place in places.items() if owners[location] == name)
        for name, places in found.items()
    }


def _mapped_by(path_file: str) -> Iterator[Mapped]:
    content = read_path_file(path_file)
    for folder in content.folders:
        yield Mapped("", folder)
    for finder in content.finders:
        # What reads it costs 10 ms to import, and most environments have none.
        from errdex.sources.finder import iter_mapping

        for path, location in iter_mapping(finder):
            yield Mapped(path, location)


def _owner_of(path_file: str, installation: Installation) -> Row | None:
    """The distribution whose list of files has this `.pth` file."""
    site, name = os.path.split(path_file)
    lines = (f"\n{name},", f'\n"{name}",')
    for row in installation.rows:
        if row.has_record and row.root.path == site:
            text = "\n" + record_text(row)
            if any(line in text for line in lines):
                return row
    return None


def _written_project(row: Row) -> str | None:
    """The project's folder, where the installer wrote it down."""
    text = read_small_text(os.path.join(row.metadata, "direct_url.json")) if row.has_record else ""
    if '"editable"' not in text:
        return None
    from errdex.sources.finder import find_project_folder  # as above

    return find_project_folder(text)


def _import_root_of(project: str) -> str:
    for name in ("src", "lib"):
        folder = os.path.join(project, name)
        if os.path.isdir(folder) and not os.path.isfile(os.path.join(folder, "__init__.py")):
            return folder
    return project


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
