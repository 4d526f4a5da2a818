"""How to index."""

from __future__ import annotations

from errdex.nouns.base import NamedTuple


class IndexOptions(NamedTuple):
    """How to index."""

    catalogue: str
    """The catalogue's file; made when there is none."""
    python: str | None = None
    """The interpreter whose environment is meant; `None`: the active one's."""
    jobs: int | None = None
    """Processes to use; `None`: one a core that this process may use."""
    prune: bool = False
    """Whether to remove, at the end, distributions that no known environment has installed and nobody named."""
    repo: str | None = None
    """`owner/name` of the repository that the targets come from; `None`: what their metadata says."""
    prefix: str | None = None
    """What stands before their files' paths in that repository, such as `python/`; `None`: what is known of it."""
