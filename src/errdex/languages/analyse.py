"""Bytes of one file, in whatever language, → its facts or the reason why it is unread."""

from __future__ import annotations

from importlib import import_module

from errdex.languages.registry import language_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from errdex.languages.interface import Analyse
    from errdex.nouns.facts import FileFacts

_loaded: dict[str, Analyse] = {}


def analyse(content: bytes, path: str) -> FileFacts | str:
    """What a file says by itself; a `str` is the reason, in one line, why it is unread.

    `path` only tells the language: the facts depend on `content` alone. Nothing is raised, whatever the bytes are.
    """
    language = language_of(path)
    if language is None:
        return "no language that errdex reads"
    found = _loaded.get(language.module)
    if found is None:
        found = _loaded[language.module] = import_module(language.module).analyse
    return found(content)
