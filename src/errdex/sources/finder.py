"""What the files that installers leave for an editable install say: a finder's literal, an origin's JSON."""

from __future__ import annotations

import ast
import json
import os
from urllib.parse import unquote, urlsplit

from errdex.sources.pth import read_small_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def iter_mapping(path: str) -> Iterator[tuple[str, str]]:
    """Import path and place of the packages and modules that the `MAPPING` literal of a setuptools finder names.

    The finder is parsed, never imported. Paths of packages end in `/`; places that are not there are left out.
    """
    for package, location in _literal_mapping(read_small_text(path)).items():
        path_of_package = package.replace(".", "/")
        place = os.path.normpath(location)
        # As the finder does: a package, else a module, whose file is named without its suffix.
        if os.path.isfile(os.path.join(place, "__init__.py")):
            yield (path_of_package + "/", place)
        elif os.path.isfile(place + ".py"):
            yield (path_of_package + ".py", place + ".py")
        elif os.path.isdir(place) and os.path.basename(place) == package.rpartition(".")[2]:
            yield (path_of_package + "/", place)


def _literal_mapping(source: str) -> dict[str, str]:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="MAPPING")], value=value):
                return _strings(value)
            case ast.AnnAssign(target=ast.Name(id="MAPPING"), value=ast.expr() as value):
                return _strings(value)
            case _:
                continue
    return {}


def _strings(node: ast.expr) -> dict[str, str]:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return {}
    if not isinstance(value, dict):
        return {}
    return {
        key: place
        for key, place in value.items()
        if isinstance(key, str)
        and isinstance(place, str)
        and _is_dotted(key)
        and os.path.isabs(place)
        and "\0" not in place
    }


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def find_project_folder(text: str) -> str | None:
    """The project's folder of an editable install, from its `direct_url.json` (PEP 610); `None`: it is no such install."""
    try:
        content = json.loads(text)
        if content["dir_info"]["editable"] is not True:
            return None
        url = urlsplit(content["url"])
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        return None
    folder = _path_of_url(url.path) if url.scheme == "file" else ""
    return folder if folder and "\0" not in folder and os.path.isdir(folder) else None


def _path_of_url(path: str) -> str:
    decoded = unquote(path)
    # `/C:/project` is `C:\project`.
    return decoded.lstrip("/") if os.name == "nt" else decoded
