"""Which repository the metadata of a distribution names."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_REPOSITORY = re.compile(
    r"(?:git\+)?https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/"
    r"([A-Za-z0-9][\w.-]{0,99})/([\w.-]{1,100}?)(?:\.git)?/?(?:#readme)?",
    re.IGNORECASE | re.ASCII,
)
_NO_OWNER = frozenset({"apps", "features", "marketplace", "orgs", "sponsors", "topics", "users"})
_EXACT = frozenset({"source", "source code", "sources", "repository", "code", "github", "gitlab", "repo", "git"})
_SOURCE_WORD = re.compile(r"\b(?:source|repository|repo|code|github|gitlab)\b")
_HOME = frozenset({"homepage", "home page", "home"})


def repository_of_url(url: str) -> str | None:
    """`owner/name` when the URL is that of a repository on a known code host, and of nothing inside it."""
    match = _REPOSITORY.fullmatch(url.strip())
    if match is None or match[1].lower() in _NO_OWNER or match[2] in {".", ".."}:
        return None
    return f"{match[1]}/{match[2]}"


def find_repository(urls: Iterable[tuple[str, str]]) -> str | None:
    """The repository that labelled URLs name; `None` when they name none, or several equally."""
    ranked: dict[int, set[str]] = {}
    for label, url in urls:
        rank = _rank(label)
        if rank is not None and (repository := repository_of_url(url)) is not None:
            ranked.setdefault(rank, set()).add(repository)
    for rank in sorted(ranked):
        # The same repository is often written in several cases.
        if len({repository.lower() for repository in ranked[rank]}) == 1:
            return min(ranked[rank])
    return None


def _rank(label: str) -> int | None:
    words = re.sub(r"[\W_]+", " ", label.lower()).strip()
    if words in _EXACT:
        return 0
    if words in _HOME:
        return 2
    return 1 if _SOURCE_WORD.search(words) else None
