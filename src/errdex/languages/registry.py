"""The languages that errdex reads. A new one is a row here, a folder, and its examples under `tests/languages`."""

from __future__ import annotations

from errdex.languages.interface import Language

LANGUAGES = (Language("python", (".py", ".pyw"), "errdex.languages.python.analysis", analysis_version=8),)
"""All of them; no suffix stands twice."""

_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


def language_of(path: str) -> Language | None:
    """The language of a file by its name; `None`: errdex reads no such files."""
    name = path.replace("\\", "/").rpartition("/")[2]
    dot = name.rfind(".")
    return _BY_SUFFIX.get(name[dot:].lower()) if dot > 0 else None
