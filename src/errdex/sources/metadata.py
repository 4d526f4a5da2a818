"""The metadata that stands beside an installed distribution, or in an archive."""

from __future__ import annotations

import os
import re

from errdex.nouns.base import NamedTuple
from errdex.nouns.sources import Distribution
from errdex.sources.pth import read_small_text
from errdex.sources.repository import find_repository

_SEPARATORS = re.compile(r"[-_.]+")
# A name with hyphens breaks the rules, but old tools write it; a version starts with a digit.
_STEM = re.compile(r"(.+?)-(\d[^-]*)(?:-|$)")


def canonical_name(name: str) -> str:
    """As `packaging.utils.canonicalize_name`, which takes a tenth of a cold `errdex explain` to import."""
    return _SEPARATORS.sub("-", name).lower()


class Headers(NamedTuple):
    """What errdex needs of core metadata."""

    name: str
    """As written; `""`: none."""
    version: str
    """As written; `""`: none."""
    urls: tuple[tuple[str, str], ...]
    """Label and URL of each `Project-URL` and of `Home-page`."""


def read_headers(text: str) -> Headers:
    """The headers of core metadata (`METADATA`, `PKG-INFO`); the description after them is not looked at."""
    name = version = ""
    urls: list[tuple[str, str]] = []
    for line in text.splitlines():
        if not line:
            break
        key, colon, value = line.partition(":")
        if not colon or key[:1].isspace():
            continue
        key, value = key.lower(), value.strip()
        if key == "name":
            name = name or value
        elif key == "version":
            version = version or value
        elif key == "home-page":
            urls.append(("homepage", value))
        elif key == "project-url":
            label, _, url = value.partition(",")
            urls.append((label, url))
    return Headers(name, version, tuple(urls))


def distribution_of_metadata(path: str, ecosystem: str = "pypi") -> Distribution:
    """The distribution that a `.dist-info` or `.egg-info` folder, an `EGG-INFO` folder or a `.egg-info` file describes.

    What the metadata does not say is taken from the name of the folder, as installers do.
    """
    headers = read_headers(_metadata_text(path))
    name, version = name_and_version_of_path(path)
    return Distribution(
        ecosystem,
        canonical_name(headers.name) or name,
        headers.version or version or "0+unknown",
        find_repository(headers.urls),
    )


def name_and_version_of_path(path: str) -> tuple[str, str]:
    """Canonical name, and version or `""`, as a metadata folder's own name gives them."""
    base = os.path.basename(path)
    if base == "EGG-INFO":
        base = os.path.basename(os.path.dirname(path))
    stem = os.path.splitext(base)[0]
    if match := _STEM.match(stem):
        return canonical_name(match[1]), match[2]
    name, _, rest = stem.partition("-")
    return canonical_name(name), rest.partition("-")[0]


def _metadata_text(path: str) -> str:
    if os.path.isfile(path):
        return _text(path)
    names = ("METADATA",) if path.endswith(".dist-info") else ("PKG-INFO", "METADATA")
    return next((text for name in names if (text := _text(os.path.join(path, name)))), "")


def _text(path: str) -> str:
    # Metadata may hold bytes that are no UTF-8 in a description; names and versions are ASCII.
    return read_small_text(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
