"""What is source in a project's folder, what its modules are called, and what it calls itself."""

from __future__ import annotations

import configparser
import os
import tomllib

from errdex.nouns.base import NamedTuple
from errdex.sources.metadata import canonical_name, read_headers
from errdex.sources.pth import read_small_text
from errdex.sources.repository import find_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_SKIPPED = frozenset({
    ".bzr", ".cache", ".direnv", ".eggs", ".git", ".hg", ".hypothesis", ".ipynb_checkpoints", ".mypy_cache", ".nox",
    ".pixi", ".pytest_cache", ".ruff_cache", ".svn", ".tox", ".venv", "CVS", "__pycache__", "__pypackages__",
    "node_modules", "site-packages",
})  # fmt: skip
_BUILT = frozenset({"build", "dist", "_build"})
_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "package.json", "PKG-INFO")
_SOURCE_FOLDERS = frozenset({"src", "lib"})
MARKERS = ("pyproject.toml", "setup.cfg", "PKG-INFO")
"""Files beside the source that say what a project is; unpacking keeps them."""


class Project(NamedTuple):
    """What a project's own files say of it, literally."""

    name: str
    """Canonical; `""`: not said."""
    version: str
    """As written; `""`: not said, or computed by code."""
    repo: str | None


def enters_project(root: str, path: str, name: str, beside: Collection[str]) -> bool:
    """Whether a folder of a project holds its own source: no version control, virtual environment, cache or build."""
    if name in _SKIPPED or name.endswith((".dist-info", ".egg-info", ".egg")):
        return False
    folder = os.path.join(root, path, name)
    if name in _BUILT and any(file in beside for file in _PROJECT_FILES):
        return os.path.isfile(os.path.join(folder, "__init__.py"))
    # Both kinds of virtual environment say so in a file or folder of a fixed name.
    return not any(os.path.exists(os.path.join(folder, mark)) for mark in ("pyvenv.cfg", "conda-meta"))


def module_prefix(path: str, prefix: str | None, names: Collection[str]) -> str | None:
    """What stands before the names of the modules of a project's folder.

    A `src` or `lib` folder that is no package is an import root, and so is the root of a project inside the project.
    """
    if not path or "__init__.py" in names:
        return prefix
    folder = path[:-1].rpartition("/")[2]
    if folder in _SOURCE_FOLDERS and prefix in {folder + ".", None}:
        return ""
    return "" if any(file in names for file in ("pyproject.toml", "setup.py", "setup.cfg")) else prefix


def read_project(folder: str) -> Project:
    """Name, version and repository as `pyproject.toml`, `setup.cfg` or a source archive's `PKG-INFO` write them."""
    said = [
        _project_of_metadata(os.path.join(folder, "PKG-INFO")),
        _project_of_toml(os.path.join(folder, "pyproject.toml")),
        _project_of_cfg(os.path.join(folder, "setup.cfg")),
    ]
    return Project(
        next((project.name for project in said if project.name), ""),
        next((project.version for project in said if project.version), ""),
        next((project.repo for project in said if project.repo), None),
    )


def _project_of_metadata(path: str) -> Project:
    headers = read_headers(_text(path))
    return Project(canonical_name(headers.name), headers.version, find_repository(headers.urls))


def _project_of_toml(path: str) -> Project:
    try:
        content = tomllib.loads(_text(path))
    except (tomllib.TOMLDecodeError, RecursionError):
        return Project("", "", None)
    tool = content.get("tool")
    poetry = tool.get("poetry") if isinstance(tool, dict) else None
    for table in (content.get("project"), poetry):
        if isinstance(table, dict) and isinstance(table.get("name"), str):
            version = table.get("version")
            return Project(
                canonical_name(table["name"]), version if isinstance(version, str) else "", _repo_of_table(table)
            )
    return Project("", "", None)


def _repo_of_table(table: dict[str, object]) -> str | None:
    urls = table.get("urls")
    pairs = list(urls.items()) if isinstance(urls, dict) else []
    pairs += [(key, table.get(key)) for key in ("repository", "homepage")]
    return find_repository((label, url) for label, url in pairs if isinstance(label, str) and isinstance(url, str))


def _project_of_cfg(path: str) -> Project:
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(_text(path))
    except configparser.Error:
        return Project("", "", None)
    get = {key: parser.get("metadata", key, fallback="").strip() for key in ("name", "version", "url")}
    # `attr: pkg.__version__` and `file: VERSION` are computed, not said.
    literal = {key: value if not value.startswith(("attr:", "file:")) else "" for key, value in get.items()}
    pairs = [("homepage", literal["url"])]
    for line in parser.get("metadata", "project_urls", fallback="").splitlines():
        label, _, url = line.partition("=")
        pairs.append((label, url))
    return Project(canonical_name(literal["name"]), literal["version"], find_repository(pairs))


def _text(path: str) -> str:
    return read_small_text(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
